"""What a browser keeps of the site: one page, and the files it names.

In each language the page is the same for everybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import override

from games.core.rules import Ruleset
from games.engine import LEVELS as LEVELS_BY_NAME

TEMPLATE = "play/offline/offline.html"
# The levels that the browser plays, by number, as static/js/play/offline/levels.js has them.
LEVELS = tuple(
    LEVELS_BY_NAME[name].number
    for name in ("random", "weights", "rules", "guard", "heuristic", "perfect")
)
PERFECT = LEVELS_BY_NAME["perfect"].number
MAX_EXACT_CELLS = 16  # of boards on which browsers play PERFECT
# Only the style sheet names them. Fonts of rarer letters, as other languages have, are not kept.
FONTS = ("bricolage-grotesque", "bricolage-grotesque-figures", "instrument-sans")
KEEP, NOTHING = "keep", "nothing"  # ?keep=nothing: a worker for notifications alone
ADDRESS = re.compile(rf'"({re.escape(settings.STATIC_URL)}[^"#]+)')


def levels_on(ruleset: Ruleset) -> tuple[int, ...]:
    """Return the levels that the browser plays on *ruleset*, as `levelsOn` of levels.js does."""
    is_exact = ruleset.cells <= MAX_EXACT_CELLS
    return tuple(level for level in LEVELS if is_exact or level != PERFECT)


@dataclass(frozen=True, slots=True)
class OfflineCopy:
    """The page and the files, with a version that changes when any of them does."""

    version: str
    page: str
    files: tuple[str, ...]


@cache  # nothing of it changes while a server runs; to draw the page takes some milliseconds
def offline_copy(language: str) -> OfflineCopy:
    """Return what this deployment has browsers keep in *language*; it has nothing of a visitor."""
    with override(language):
        page = render_to_string(TEMPLATE, {"is_kept": True, "levels": LEVELS})
    fonts = {static(f"vendor/fonts/{name}.woff2") for name in FONTS}
    files = tuple(sorted({*ADDRESS.findall(page), *fonts}))
    version = sha256("\n".join((page, *files)).encode()).hexdigest()[:16]
    return OfflineCopy(version, page, files)
