"""Searching positions that people ask for."""

from __future__ import annotations

from games.core.rules import Position
from games.engine.analysis.moves import Analysis
from games.learn.proofs import studies
from games.live.limits import POSITIONS, POSITIONS_OF_ADDRESS, enter_asker
from games.live.storage import database
from tictactoe_site.common.page_place import without_place


async def worths(*, position: Position, asker: str, address: str) -> Analysis:
    """Return what each move of *position*, which is not over, is worth, as far as it is proven in
    time.

    What is known costs nothing. The rest counts for *asker*, a user or an address, and for the
    *address* a user comes from. Raises GameError: too_fast, too_busy.
    """
    if known := await studies.aknown_analysis(position):
        return known
    await database.run(_count, asker, address)
    async with without_place():
        return await studies.study(position)


def _count(asker: str, address: str) -> None:
    enter_asker(asker, address, each=POSITIONS, of_address=POSITIONS_OF_ADDRESS)
