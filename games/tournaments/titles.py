"""Titles of tournaments: letters, digits and a few signs, so that none can pass for a notice."""

from __future__ import annotations

import unicodedata

from accounts import names
from games.core.errors import GameError

LONGEST = 40
_MARKS = " _-.'’&,!×:"


def clean_title(text: str) -> str:
    """The title as others see it. Raises GameError: title_length, title_characters."""
    title = " ".join(unicodedata.normalize("NFKC", text[: 4 * LONGEST]).split())
    if not 3 <= len(title) <= LONGEST:
        raise GameError("title_length")
    if not all(names.is_letter_or_digit(letter) or letter in _MARKS for letter in title):
        raise GameError("title_characters")
    if not any(map(names.is_letter_or_digit, title)) or names.is_reserved(title.replace(" ", "-")):
        raise GameError("title_characters")
    return title
