"""Every phrase that the scripts ask for is in the catalogue, and counts as they do."""

from __future__ import annotations

import re
from pathlib import Path

from games.text.phrases import PHRASES, phrase

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static" / "js"
OF_THE_GAME = [SCRIPTS / "board" / "board.js", SCRIPTS / "clock.js", SCRIPTS / "play" / "game.js"]
WORDS = [ROOT / "templates" / name for name in ("_board_words.html", "base.html")]


def keys_in_scripts() -> set[str]:
    sources = [*OF_THE_GAME, *(SCRIPTS / "play" / "game").glob("*.js")]
    found: set[str] = set()
    for source in sources:
        for call in re.findall(r"words\(([^{`)]*)", source.read_text()):
            found.update(re.findall(r'"(\w+)"', call))
    return found


def test_the_scripts_find_their_phrases():
    known = set(PHRASES)
    for template in WORDS:
        known.update(re.findall(r'data-word="(\w+)"', template.read_text()))
    assert keys_in_scripts() - known == set()


def test_a_phrase_counts():
    assert [phrase("draws", count=count) for count in range(3)] == ["0 draws", "1 draw", "2 draws"]
