"""Words on a card that people chose, such as their names: they may have letters that no font of
the cards has, which would be drawn as boxes.
"""

from __future__ import annotations

import unicodedata

LETTERS_END = 0x180  # of Latin, with Latin-1 and Latin Extended-A
# Letters below that the fonts lack.
MISSING = frozenset("µĈĉĔĕĜĝĤĥĨĩĬĭĴĵĸĿŀŉŎŏŜŝŢţŦŧŨũſ")


def written(text: str, instead: str) -> str:
    """Return *text* as a card can show it, or *instead*.

    Letters that have only their accents missing stand without them.
    """
    shown = "".join(map(_without_accents, text))
    return shown if all(map(_has_letter, shown)) else instead


def _without_accents(character: str) -> str:
    if _has_letter(character):
        return character
    parts = unicodedata.normalize("NFD", character)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _has_letter(character: str) -> bool:
    return not character.isalpha() or (ord(character) < LETTERS_END and character not in MISSING)
