"""Reading pages: by what stands in them, not by where their templates break lines."""

import re


def compact(page: str) -> str:
    """Return *page* without white space around its tags, and with single spaces elsewhere."""
    return re.sub(r" ?([<>]) ?", r"\1", " ".join(page.split()))
