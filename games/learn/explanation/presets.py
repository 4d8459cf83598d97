"""Positions that the page suggests, and the text by which one can ask for any other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.errors import BadNotation, GameError
from games.engine.explanation.story import can_explain
from games.learn.positions.addresses import PositionAddress, parse_place

MAX_QUERY_LENGTH = 400  # characters
PARTS = re.compile(r"\s*([0-9]+x[0-9]+x[0-9]+)[\s/:,]*([a-s0-9\s/,-]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Preset:
    """A position that the page suggests, in the spelling of addresses."""

    title: Promise
    board: str
    moves: str

    @property
    def place(self) -> PositionAddress:
        return parse_place(self.board, self.moves)

    @property
    def address(self) -> str:
        return address_named(self.place)


PRESETS = (
    Preset(_("3×3, five free"), "3x3x3", "a3b3b2c1"),
    Preset(_("3×3, empty"), "3x3x3", ""),
    Preset(_("6×6, four in a row"), "6x6x4", "a3e2c5e3e4b5"),
)


def address_named(place: PositionAddress) -> str:
    """Return where *place* is explained."""
    return place.explain_path


def parse_position(text: str) -> PositionAddress:
    """Return the place called "3x3x3 a1 b2" or "3x3x3/a1b2".

    Raises GameError: bad_cell, too_large, and what `parse_place` raises.
    """
    parts = PARTS.fullmatch(text.lower()) if len(text) <= MAX_QUERY_LENGTH else None
    if parts is None:
        raise BadNotation("bad_cell")
    place = parse_place(parts[1], re.sub(r"[^a-s0-9]", "", parts[2]))
    if not can_explain(place.ruleset):
        raise GameError("too_large")
    return place
