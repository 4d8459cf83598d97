"""Draws the opening of a round."""

from __future__ import annotations

import secrets

from games.core.rules import Cell, Ruleset
from games.core.symmetry import symmetries
from games.engine.search.openings import book


def drawn_opening(ruleset: Ruleset) -> tuple[Cell, ...]:
    """An even opening of *ruleset* by chance, lying in any way; none where none is known."""
    known = book(ruleset)
    if not known:
        return ()
    symmetry = secrets.choice(symmetries(ruleset))
    return tuple(symmetry[cell] for cell in secrets.choice(known))
