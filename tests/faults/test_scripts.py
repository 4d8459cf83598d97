"""The faults of scripts.py, in small, and whether the look for harm finds any."""

import pytest

from tests.faults.payloads import MARK, payloads
from tests.faults.scripts import FIND_HARM, chromium, scripts_shown

pytestmark = pytest.mark.browser


def test_no_text_becomes_a_script(place):
    assert "no element" in scripts_shown(place, payloads=12)


def test_harm_is_found():
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
