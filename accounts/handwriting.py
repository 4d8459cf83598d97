"""X and O in the reader's own hand: the strokes of a pen that were drawn once for each mark.

A stroke is a list of points `[x, y]` in a cell of 100 by 100 units, from its upper left corner.
They are kept as they came, and drawn here as SVG paths; the page where they are drawn shows them
with static/js/board/strokes.js, which does the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, sqrt
from typing import Annotated

import msgspec

from accounts.errors import HandwritingRefused

Coordinate = Annotated[int, msgspec.Meta(ge=0, le=100)]
Point = tuple[Coordinate, Coordinate]
Stroke = Annotated[list[Point], msgspec.Meta(min_length=1)]
Handwriting = Mapping[str, Sequence[Sequence[Sequence[int]]]]  # the strokes of "x" and of "o"

MAX_STROKES = 4
MAX_POINTS = 64  # of a mark
MAX_LENGTH = 1000  # characters of a mark as text; with all points at their longest it has 650
REACH = 12  # units from a corner to where it begins to be rounded

_decoder = msgspec.json.Decoder(list[Stroke])


def parse_strokes(text: str) -> list[list[list[int]]]:
    """Return the strokes of a mark that *text* gives as JSON; none if it is empty.

    Raises HandwritingRefused: ``handwriting_unreadable``, ``too_many_strokes``,
    ``too_many_points``.
    """
    if len(text) > MAX_LENGTH:
        raise HandwritingRefused("too_many_points")
    try:
        strokes = _decoder.decode(text or "[]")
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise HandwritingRefused("handwriting_unreadable") from error
    if len(strokes) > MAX_STROKES:
        raise HandwritingRefused("too_many_strokes")
    if sum(map(len, strokes)) > MAX_POINTS:
        raise HandwritingRefused("too_many_points")
    return [[list(point) for point in stroke] for stroke in strokes]


def paths_of(handwriting: Handwriting, mark: str) -> tuple[str, ...]:
    """Return *mark* as SVG path data, a path for each stroke; none if it is not drawn by hand."""
    return tuple(path_of(stroke) for stroke in handwriting.get(mark, ()))


def path_of(stroke: Sequence[Sequence[int]]) -> str:
    """Return SVG path data of a line along the points of *stroke*, with its corners rounded.

    Each corner is cut at the middle of its sides, but no farther than REACH from it, and replaced
    by a quadratic curve: what is drawn never leaves the area between the points.
    """
    (x, y), (last_x, last_y) = stroke[0], stroke[-1]
    parts = [f"M{x} {y}"]
    for before, corner, after in zip(stroke, stroke[1:], stroke[2:], strict=False):
        start, end = _near(corner, before), _near(corner, after)
        parts.append(f"L{start}Q{corner[0]} {corner[1]} {end}")
    return "".join((*parts, f"L{last_x} {last_y}"))


def _near(corner: Sequence[int], other: Sequence[int]) -> str:
    """Return the point on the way from *corner* to *other* at which the corner is cut."""
    across, down = other[0] - corner[0], other[1] - corner[1]
    length = sqrt(across * across + down * down)
    share = min(0.5, REACH / length) if length else 0.0
    return f"{_tenths(corner[0] + across * share)} {_tenths(corner[1] + down * share)}"


def _tenths(value: float) -> str:
    """Return *value* with one decimal at most, written as in JavaScript."""
    return f"{floor(value * 10 + 0.5) / 10:g}"
