"""Keeps what people write from disturbing its surroundings: a line, a spreadsheet's cell."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from games.core.errors import GameError

MAX_COMBINING = 2  # marks on one letter: a vowel and a tone; more is a pile

_JOINERS = frozenset("\u200c\u200d")  # they shape Persian words, Indian letters, emoji families
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing

# What spreadsheets take for the start of a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def plain_text(text: str, *, longest: int) -> str:
    """Return *text* as one line of at most *longest* characters (NFC), spaces made single.

    What cannot be seen is left out: controls, marks that turn the direction of writing, joiners
    that join nothing; so are piles of combining marks. A second call changes nothing.
    Raises GameError: empty, too_long.
    """
    kept = "".join(_visible(unicodedata.normalize("NFC", text)))
    line = unicodedata.normalize("NFC", kept)
    if not line:
        raise GameError("empty")
    if len(line) > longest:
        raise GameError("too_long")
    return line


def safe_cell(text: str) -> str:
    """Return *text* so that no spreadsheet runs it: an apostrophe is put before a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _visible(text: str) -> Iterator[str]:
    """Yield the characters of *text* to keep, in order."""
    marks = 0  # on the letter before
    between = ""  # a space or a joiner that stays if something follows
    has_base = False  # whether the character before is one that a mark can be put on
    for character in text:
        category = unicodedata.category(character)
        if character.isspace():
            between, has_base = (" " if has_base or between == " " else ""), False
        elif character in _JOINERS:
            between = between or (character if has_base else "")
        elif category[0] == "C" or character in _BLANK:
            continue
        elif category[0] != "M":
            yield between + character
            between, has_base, marks = "", True, 0
        elif has_base and marks < MAX_COMBINING:
            yield between + character
            between, marks = "", marks + 1
