"""Games that people begin and play, through the services."""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.sync import async_to_sync

from accounts.models import User
from games.core.rules import Cell
from games.models import Game
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.lobby.services import create_game, join


async def begin(creator: User, joiner: User, *cells: Cell, **terms: Any) -> Game:
    """A game that *creator*, who moves first, has made, with *cells* marked in turn."""
    game = await create_game(creator=creator, terms=Terms(**terms))
    await join(uid=game.uid, player=joiner)
    for ply, cell in enumerate(cells):
        await play(uid=game.uid, player=(creator, joiner)[ply % 2], ply=ply, cell=cell)
    return game


def begun(creator: User, joiner: User, *cells: Cell, **terms: Any) -> Game:
    """The same from where nothing is awaited."""
    return async_to_sync(begin)(creator, joiner, *cells, **terms)


async def move_elsewhere(game: Game, player: User) -> None:
    """Let *player* make the third move in another process: in another event loop, that is."""

    def run() -> None:
        asyncio.run(play(uid=game.uid, player=player, ply=2, cell=8))

    await asyncio.get_running_loop().run_in_executor(None, run)
