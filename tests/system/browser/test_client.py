"""A newcomer's way: from the page about programs to a finished game against a person."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.serving import ROOT
from tests.system.browser.accessibility import findings_in_every_look

TIMEOUT = 30.0  # seconds


@contextmanager
def mnk(folder: Path, site_url: str, token: str, *arguments: str) -> Iterator[subprocess.Popen]:
    """The command `mnk`, until the block ends."""
    own = {"PYTHONPATH": str(ROOT / "client"), "MNK_BASE": site_url, "MNK_TOKEN": token}
    process = subprocess.Popen(
        [sys.executable, "-m", "mnk", *arguments],
        cwd=folder,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_the_program_of_the_page_plays_a_person(visit, site, tmp_path):
    owner, friend = visit(), visit()
    program = owner.open("/bots/").locator("#program").inner_text()
    (tmp_path / "my_bot.py").write_text(program)
    owner.sign_up("alice_begins")
    token = owner.make_bot("ten-lines")
    arguments = ("bridge", "--function", "my_bot:choose", "--games", "1")
    with mnk(tmp_path, site.url, token, *arguments) as bridge:
        assert bridge.stdout
        assert bridge.stdout.readline() == "Connected as ten-lines BOT\n"
        assert bridge.stdout.readline().startswith("Open to challenges: 3×3 to 19×19")
        page = friend.open("/@ten-lines/challenge/")
        page.locator("input[name=side][value=x]").check()
        page.get_by_role("button", name="Send challenge").click()
        page.wait_for_url(re.compile(r"/games/\w{10}/$"))
        friend.play_to_the_end()
        assert bridge.wait(TIMEOUT) == 0
        said = bridge.stdout.read()
    assert re.match(r"game \w{10} against .*, 3×3, you are O\n", said)
    assert re.search(r"(Won|Lost|Draw)\. \d moves, slowest", said)


def test_the_page_of_the_client_can_be_used_by_everybody(visit):
    assert findings_in_every_look(visit().open("/client/")) == []
