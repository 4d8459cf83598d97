"""What a token looks like, and what is kept of it.

`ttt_`, 40 random letters and digits (238 bits), and six more that are their checksum. By that a
typing error is told from a token without a query, and a token is found in a file that should not
have it. Only its SHA-256 is kept, which needs no salt: nobody can try 2^238.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

PREFIX = "ttt_"
SECRET_LENGTH = 40
CHECKSUM_LENGTH = 6  # 62^6 is more than 2^32
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase

_TOKEN = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{SECRET_LENGTH}}})([0-9A-Za-z]{{{CHECKSUM_LENGTH}}})")


def new_token() -> str:
    """Return a token that nobody has."""
    secret = "".join(secrets.choice(ALPHABET) for _ in range(SECRET_LENGTH))
    return f"{PREFIX}{secret}{_checksum(secret)}"


def is_token(text: str) -> bool:
    """Return whether *text* can be a token: it has the form, and its checksum is right."""
    found = _TOKEN.fullmatch(text)
    return found is not None and found[2] == _checksum(found[1])


def digest_of(token: str) -> str:
    """Return what is kept of *token*, as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def _checksum(secret: str) -> str:
    """Return the CRC-32 of *secret* in base 62."""
    number, digits = zlib.crc32(secret.encode()), ""
    for _ in range(CHECKSUM_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
