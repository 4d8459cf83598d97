"""Names in a workshop: freer than names of accounts, and never to be mistaken for one."""

from __future__ import annotations

import re
import unicodedata

from accounts import names
from accounts.models import User
from games.core.errors import GameError
from games.models.workshop import MAX_NAME_LENGTH

_PUNCTUATION = " _-.'"
_SEPARATORS = re.compile(r"[ .']+")


def clean_name(text: object) -> str:
    """Return the name as others see it.

    Raises GameError: bad_message, name_characters, name_reserved, name_too_long, name_too_short.
    """
    if not isinstance(text, str):
        raise GameError("bad_message")
    name = unicodedata.normalize("NFKC", text[: 4 * MAX_NAME_LENGTH]).strip()
    if not name:
        raise GameError("name_too_short")
    if len(name) > MAX_NAME_LENGTH:
        raise GameError("name_too_long")
    if not all(names.is_letter_or_digit(letter) or letter in _PUNCTUATION for letter in name):
        raise GameError("name_characters")
    if not any(map(names.is_letter_or_digit, name)):
        raise GameError("name_characters")
    if names.is_reserved(_SEPARATORS.sub("-", name)):
        raise GameError("name_reserved")
    return name


def require_no_account(name: str) -> None:
    """Raise GameError("name_of_account") if an account has the name, or one like it."""
    if User.objects.like(name).exists():
        raise GameError("name_of_account")
