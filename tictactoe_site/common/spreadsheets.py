"""What a file for spreadsheets needs."""

from __future__ import annotations

BYTE_ORDER_MARK = "\ufeff"  # without it some take UTF-8 for an old encoding of one byte
# What spreadsheets take for the start of a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def safe_cell(text: str) -> str:
    """*text* so that no spreadsheet runs it: a quotation mark is put before a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
