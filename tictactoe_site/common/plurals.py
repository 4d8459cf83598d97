"""Numbers in sentences: scripts choose a form by CLDR's category, gettext by the number itself."""

from __future__ import annotations

from django.utils.translation import get_language

Samples = tuple[tuple[str, int], ...]

# Of each category that whole numbers have (Unicode CLDR, supplemental/plurals.xml), one number.
USUAL: Samples = (("one", 1), ("other", 2))
SAMPLES: dict[str, Samples] = {
    "cs": (("one", 1), ("few", 2), ("other", 5)),
    "ja": (("other", 1),),
    "zh-hans": (("other", 1),),
}


def plural_samples() -> Samples:
    """Return the categories of the present language, each with a number that is of it."""
    return SAMPLES.get(get_language(), USUAL)
