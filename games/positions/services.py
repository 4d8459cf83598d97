"""What is found out about positions that people ask for."""

from __future__ import annotations

from contextlib import nullcontext

from games.core.errors import TooFast
from games.core.rules import Position
from games.engine.analysis.moves import Analysis
from games.live import database
from games.review import studies
from tictactoe_site.common.places import Meanwhile
from tictactoe_site.common.throttles import Askers, BackOff

FREE_CELLS = 12  # boards that take no time worth counting
ASKERS = Askers(
    each=BackOff("position", free=60, wait=2, longest=60),
    of_address=BackOff("position-address", free=120, wait=2, longest=60),
)


async def worths(
    *,
    position: Position,
    asker: str,
    address: str,
    meanwhile: Meanwhile = nullcontext,
) -> Analysis:
    """What each move of *position*, which goes on, is worth, as far as that is proven in time.

    What was found before costs nothing. On larger boards the rest counts for *asker*, a user or an
    address, and for the *address* a user comes from. The engine is waited for in the context that
    *meanwhile* makes. Raises GameError: too_fast, too_busy.
    """
    if known := await studies.kept(position):
        return known
    is_counted = position.ruleset.cells > FREE_CELLS
    if is_counted and (wait := await database.run(ASKERS.enter, asker, address)):
        raise TooFast(wait)
    async with meanwhile():
        return await studies.study(position)
