"""Codes that people read off a wall and type: of workshops, and of arenas that are not listed."""

from __future__ import annotations

import secrets

# Without characters that look alike, or are so wide that a code fills no wall.
CODE_ALPHABET = "23456789ABCDEFGHJKNPQRSTUVXYZ"


def random_code(length: int) -> str:
    """Return *length* random characters with a digit among them, so that a code is no word."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))
        if any(character.isdigit() for character in code):
            return code
