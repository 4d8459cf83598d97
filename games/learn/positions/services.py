"""What is found out about positions that people ask for."""

from __future__ import annotations

from games.core.errors import TooFast
from games.core.rules import Position
from games.engine.analysis.moves import Analysis
from games.learn.proofs import studies
from games.live.storage import database
from tictactoe_site.common.page_place import without_place
from tictactoe_site.common.throttles import Askers, BackOff

ASKERS = Askers(
    each=BackOff("position", free=60, wait=2, longest=60),
    of_address=BackOff("position-address", free=120, wait=2, longest=60),
)


async def worths(*, position: Position, asker: str, address: str) -> Analysis:
    """What each move of *position*, which goes on, is worth, as far as that is proven in time.

    What is known costs nothing. The rest counts for *asker*, a user or an address, and for the
    *address* a user comes from. Raises GameError: too_fast, too_busy.
    """
    if known := await studies.known(position):
        return known
    if wait := await database.run(ASKERS.enter, asker, address):
        raise TooFast(wait)
    async with without_place():
        return await studies.study(position)
