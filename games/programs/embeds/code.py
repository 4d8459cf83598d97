"""The code of a frame, which stands in the HTML of another site's page, and how large it is.

All lengths in a frame are parts of its width, as static/css/programs/frames.css has them, so that
nothing stays empty at any width.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string

from games.core.rules import Ruleset
from tictactoe_site.common.links import public_url

# In hundredths of the width.
BARS = 24  # what stands above and below the board, together
MARGINS = 8  # left and right of the lines of the board, together; above and below as well
USUAL_WIDTH = 400  # pixels
SQUARE = Ruleset(3, 3, 3)  # a frame that shows more than a board is as high as for this one


@dataclass(frozen=True, slots=True)
class FrameSize:
    """Pixels of a frame."""

    width: int
    height: int


def size_of(
    ruleset: Ruleset, *, most_width: int | None = None, most_height: int | None = None
) -> FrameSize:
    """Return the size of a frame for a board of *ruleset*, within what there is room for."""
    ratio = (BARS + MARGINS + (100 - MARGINS) * ruleset.n / ruleset.m) / 100
    width = USUAL_WIDTH if most_width is None else min(USUAL_WIDTH, most_width)
    if most_height is not None:
        width = min(width, int(most_height / ratio))
    width = max(1, width)
    return FrameSize(width, max(1, int(width * ratio)))


def code_of(
    address: str,
    title: str,
    ruleset: Ruleset,
    *,
    most_width: int | None = None,
    most_height: int | None = None,
) -> str:
    """Return the code of the frame at *address*, a path, within what there is room for."""
    size = size_of(ruleset, most_width=most_width, most_height=most_height)
    context = {"url": public_url(address), "title": title, "size": size}
    return " ".join(render_to_string("programs/embeds/_code.html", context).split())
