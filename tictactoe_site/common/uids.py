"""Random names: uids in addresses (of games, tournaments, duels and attempts), and codes.

A code is what people read off a wall and type: of a workshop, or of an arena that is not listed.
"""

from __future__ import annotations

import secrets
import string

UID_LENGTH = 10
UID_ALPHABET = string.ascii_letters + string.digits
UID_PATTERN = f"[A-Za-z0-9]{{{UID_LENGTH}}}"
# Without 0, 1, I, L and O, which look alike, and M and W, which are too wide on a wall.
CODE_ALPHABET = "23456789ABCDEFGHJKNPQRSTUVXYZ"


def new_uid() -> str:
    """Return a new name: 10 random letters and digits, 59 bits."""
    return "".join(secrets.choice(UID_ALPHABET) for _ in range(UID_LENGTH))


def random_code(length: int) -> str:
    """Return *length* random characters with a digit among them, so that a code is no word."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))
        if any(character.isdigit() for character in code):
            return code
