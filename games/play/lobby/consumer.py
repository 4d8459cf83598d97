"""The socket of the lobby."""

from __future__ import annotations

import logging

from channels.db import database_sync_to_async

from games.live.sockets.consumer import SiteConsumer
from games.play.lobby.queries import open_games_rows
from games.play.lobby.watchers import unwatch_lobby, watch_lobby
from games.protocol.commands import (
    parse_lobby,
)
from games.protocol.frames import encode
from games.protocol.messages import (
    LobbyMessage,
    PongMessage,
)

logger = logging.getLogger(__name__)


class LobbyConsumer(SiteConsumer):
    """The live list of open games."""

    async def enter(self) -> None:
        await watch_lobby(listener=self, read=_lobby_frame)

    async def leave(self) -> None:
        unwatch_lobby(listener=self)

    def carry_out(self, text: str) -> None:
        self.note_ping(parse_lobby(text))
        self.say(PongMessage(0))


async def _lobby_frame() -> str:
    return encode(LobbyMessage(await database_sync_to_async(open_games_rows)()))
