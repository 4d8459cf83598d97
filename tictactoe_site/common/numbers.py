"""Numbers as a client writes them, and samples of numbers for sentences with a plural.

Scripts choose the form of such a sentence by CLDR's category, gettext by the number itself.
"""

from __future__ import annotations

from django.utils.translation import get_language

Samples = tuple[tuple[str, int], ...]

# One number of each category that whole numbers below a million have (CLDR, plurals.xml).
USUAL: Samples = (("one", 1), ("other", 2))
SAMPLES: dict[str, Samples] = {
    "cs": (("one", 1), ("few", 2), ("other", 5)),
    "ja": (("other", 1),),
    "zh-hans": (("other", 1),),
}


def parse_number(text: str, *, most_digits: int = 4) -> int | None:
    """Return the number that *text* writes in at most *most_digits* ASCII digits, or None.

    `str.isdigit` alone also accepts digits that int refuses.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= most_digits
    return int(text) if is_number else None


def form_number(text: str) -> int:
    """Return the number that a form sends; -1, which no form sends, if *text* is no number."""
    number = parse_number(text, most_digits=8)
    return -1 if number is None else number


def plural_samples() -> Samples:
    """Return the plural categories of the present language, each with a number that is in it."""
    return SAMPLES.get(get_language(), USUAL)
