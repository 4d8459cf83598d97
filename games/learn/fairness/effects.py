"""Who wins a board between perfect players by each rule, as far as it is proven.

no rule               the first player marks any cell
swap after one        the second player may take over the first mark
swap after three      one player sets X, O and X, the other chooses a side
balanced opening      the game begins from three marks that are proven to be a draw
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Ruleset
from games.engine.openings.balanced import openings
from games.engine.openings.first_cells import (
    Fairness,
    fairness_with_swap,
    first_cells,
    kinds,
    values_of,
)
from games.engine.search.value import Proven, Value
from games.text.solved_games import known_value


class Winner(StrEnum):
    """Who wins between perfect players: a player, even if the two have swapped marks."""

    FIRST = "x"
    SECOND = "o"
    NOBODY = "draw"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Effects:
    """Who wins a board by each rule."""

    plain: Winner
    swap: Winner
    swap_of_three: Winner
    balanced: Winner | None  # None: no opening of three marks is a draw


def effects_of(ruleset: Ruleset) -> Effects:
    plain = without_rule(ruleset)
    swap = with_swap(ruleset)
    known = openings(ruleset)
    is_draw = plain is Winner.NOBODY or swap is Winner.NOBODY  # then some three are drawn, too
    swap_of_three = Winner.OPEN
    if is_draw or known.drawn:
        swap_of_three = Winner.NOBODY
    elif known.none_is_drawn:
        swap_of_three = Winner.SECOND
    balanced: Winner | None = Winner.OPEN
    if plain is Winner.NOBODY or known.kept:
        balanced = Winner.NOBODY
    elif known.none_is_drawn:
        balanced = None
    return Effects(plain, swap, swap_of_three, balanced)


def without_rule(ruleset: Ruleset) -> Winner:
    """Return who wins by what is published, or else by the values of first cells.

    It is never the second player, since an extra mark never harms.
    """
    if known := known_value(ruleset):
        return Winner.FIRST if known.value == "first" else Winner.NOBODY
    values = values_of(ruleset)
    if Value.WIN in values:
        return Winner.FIRST
    return Winner.NOBODY if len(values) == kinds(ruleset) else Winner.OPEN


def with_swap(ruleset: Ruleset) -> Winner:
    plain = without_rule(ruleset)
    if plain is not Winner.FIRST:  # in a draw some first cell is drawn, and to swap gains nothing
        return plain
    fairness = fairness_with_swap(ruleset)
    return {Fairness.FAIR: Winner.NOBODY, Fairness.UNFAIR: Winner.SECOND}.get(fairness, Winner.OPEN)


def quickest(ruleset: Ruleset) -> Proven | None:
    """Return the proof of the fastest win by a first cell; None if no win's length is known."""
    wins = [first.proven for first in first_cells(ruleset) if first.value is Value.WIN]
    known = [proven for proven in wins if proven and _length(proven)]
    return min(known, key=_length, default=None)


def cells_as_quick(ruleset: Ruleset, best: Proven) -> list[int]:
    return [cell for cell, first in enumerate(first_cells(ruleset)) if first.proven == best]


def _length(proven: Proven) -> int:
    return proven.plies or proven.within or 0
