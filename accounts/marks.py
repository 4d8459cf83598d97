"""Which symbols and colours a player may choose for the marks on the board.

A symbol is one character; the empty symbol is the drawn X or O. A colour is ``#rrggbb``; the empty
colour is the pen's. Shape carries the meaning, so symbols that look alike are refused, and colours
must stand out from the paper of every board, in light and dark (WCAG 2.2, 1.4.11).
"""

from __future__ import annotations

import re
import unicodedata

from accounts.errors import MarkRefused
from accounts.names import skeleton

# The token `paper` of every board, in light and dark: graph paper, plain, blackboard, high
# contrast, pastel. tests/site/test_boards.py compares them with tokens.css.
PAPERS = (
    ("#fbfcfa", "#151a20"),
    ("#ffffff", "#17181a"),
    ("#192b23", "#13211b"),
    ("#ffffff", "#000000"),
    ("#faf3fb", "#211c2a"),
)
MIN_CONTRAST = 3.0  # WCAG 2.2, 1.4.11: graphics that carry a meaning
STEPS = 64  # from a colour to black or white, when looking for one that stands out
MAX_COMBINING = 2  # a vowel sign and a tone mark; more would pile up
MAX_SYMBOL_LENGTH = 4  # code points that a column has room for

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_VARIATION_SELECTORS = "\ufe0e\ufe0f"  # ask for the text or the emoji form of a character


def clean_symbol(text: str) -> str:
    """Return *text* as a symbol (NFC), or raise MarkRefused ``symbol_not_one_character``.

    One letter, digit, symbol or punctuation mark as people see it: with an accent, but not a
    flag or a family, which are sequences that a board cannot show the same everywhere.
    """
    symbol = unicodedata.normalize("NFC", text.strip())
    if not symbol:
        return ""
    base, following = symbol[0], symbol[1:]
    is_visible = unicodedata.category(base)[0] in "LNSP"
    if not is_visible or _is_half_a_flag(base) or len(following) > MAX_COMBINING:
        raise MarkRefused("symbol_not_one_character")
    if not all(_combines(character) for character in following):
        raise MarkRefused("symbol_not_one_character")
    return symbol


def clean_colour(text: str) -> str:
    """Return *text* as a colour in lower case, or raise MarkRefused.

    Codes: ``colour_unreadable``, ``colour_too_faint`` (less than 3:1 on some board's paper).
    """
    colour = text.strip().lower()
    if not colour:
        return ""
    if not _COLOUR.fullmatch(colour):
        raise MarkRefused("colour_unreadable")
    if not _stands_out(colour):
        raise MarkRefused("colour_too_faint")
    return colour


def nearest_that_stands_out(colour: str) -> str:
    """Return *colour* (#rrggbb), lightened or darkened just enough for every board's paper."""
    steps = range(STEPS + 1)
    mixed = (_mix(colour, end, step / STEPS) for step in steps for end in ("#000000", "#ffffff"))
    return next(candidate for candidate in mixed if _stands_out(candidate))


def check_pair(x_symbol: str, o_symbol: str, x_colour: str, o_colour: str) -> None:
    """Refuse marks that cannot be told apart: ``symbols_alike``, ``colours_equal``."""
    if skeleton(x_symbol or "X") == skeleton(o_symbol or "O"):
        raise MarkRefused("symbols_alike")
    if x_colour and x_colour == o_colour:
        raise MarkRefused("colours_equal")


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _stands_out(colour: str) -> bool:
    return all(contrast(colour, paper) >= MIN_CONTRAST for pair in PAPERS for paper in pair)


def _mix(colour: str, other: str, share: float) -> str:
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _combines(character: str) -> bool:
    return character in _VARIATION_SELECTORS or unicodedata.category(character) in ("Mn", "Mc")


def _is_half_a_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
