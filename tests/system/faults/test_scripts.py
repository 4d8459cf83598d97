"""The faults of scripts.py, in small, and whether the look for harm finds any."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.system.faults.payloads import MARK, payloads
from tests.system.faults.scripts import FIND_HARM, chromium, scripts_shown

pytestmark = pytest.mark.browser


def in_a_thread(work: Callable[[], Any]) -> Any:
    """Other tests drive a browser from this one, and a thread can have one driver only."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(work).result()


def test_no_text_becomes_a_script(place):
    assert "no element" in in_a_thread(partial(scripts_shown, place, payloads=6))


def test_harm_is_found():
    in_a_thread(find_harm)


def find_harm() -> None:
    with chromium() as browser:
        page = browser.new_page()
        page.on("dialog", lambda dialog: dialog.dismiss())
        for harm in payloads(4):
            page.set_content(f"<p>{harm}</p>")
            assert page.evaluate(FIND_HARM)
        page.set_content(f"<p>&lt;script&gt;{MARK}</p>")
        assert page.evaluate(FIND_HARM) == []


def test_all_payloads_are_different():
    assert len(set(payloads(200))) == 200
