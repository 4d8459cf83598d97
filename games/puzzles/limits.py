"""How often somebody may have a move judged, in whatever way puzzles are solved: one allowance."""

from __future__ import annotations

from games.core.errors import TooFast
from games.core.rules import Ruleset
from tictactoe_site.common.throttles import Askers, BackOff

CELLS_AT_ONCE = 16  # whose moves are proven in some milliseconds
ASKERS = Askers(
    each=BackOff("puzzle", free=1200, wait=1, longest=30),
    of_address=BackOff("puzzle-address", free=6000, wait=1, longest=30),
)
# Of larger boards, where a move may cost a search.
SEARCHERS = Askers(
    each=BackOff("puzzle-search", free=120, wait=2, longest=60),
    of_address=BackOff("puzzle-search-address", free=400, wait=2, longest=60),
)


def enter(*, ruleset: Ruleset, user_id: int, address: str) -> None:
    """Count a move on *ruleset* for the user and the address. Raises TooFast."""
    askers = ASKERS if ruleset.cells <= CELLS_AT_ONCE else SEARCHERS
    if wait := askers.enter(f"user:{user_id}", address):
        raise TooFast(wait)
