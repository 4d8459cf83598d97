"""Public names in addresses: of games, tournaments, duels and attempts."""

from __future__ import annotations

import secrets
import string

UID_LENGTH = 10
UID_ALPHABET = string.ascii_letters + string.digits
UID_PATTERN = f"[A-Za-z0-9]{{{UID_LENGTH}}}"


def new_uid() -> str:
    """Return a new name: 10 random letters and digits, 59 bits."""
    return "".join(secrets.choice(UID_ALPHABET) for _ in range(UID_LENGTH))
