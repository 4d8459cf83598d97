"""Numbers that a client writes, in an address or a form."""

from __future__ import annotations


def parse_number(text: str, *, most_digits: int = 4) -> int | None:
    """Return the number that *text* is, in so many ASCII digits at most; None if it is no such
    number.

    `str.isdigit` alone also accepts digits that int refuses.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if is_number else None
