"""What other server processes know of a game that is in memory here, and they of ours.

Usually one process has a game. A proxy that passes by a process which restarts may leave its
players divided: then each process tells the others of every step it has kept, and which players
have a page open at it. These are hints through the channel layer, which may be lost; the
server's upkeep compares with the database.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections.abc import Iterable
from typing import Any

from channels.layers import get_channel_layer

from games.core.clock import SECOND, Milliseconds

logger = logging.getLogger(__name__)

THIS_PROCESS = secrets.token_hex(8)
PEER_TTL = 30 * SECOND  # what a process has told is believed this long
PEER_INTERVAL = 10 * SECOND  # between two messages that say nothing new


def group_of_game(uid: str) -> str:
    """The group of all sockets, in all processes, that look at a game."""
    return f"game.{uid}"


class Elsewhere:
    """The other processes that have one game in memory."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[Milliseconds, frozenset[int]]] = {}
        self._told_at: Milliseconds = 0
        self._telling: set[asyncio.Task[None]] = set()

    def hear(self, process: str, players: Iterable[int], now: Milliseconds) -> bool:
        """Note who has a page open at *process*; whether it was not known to have the game."""
        is_new = process not in self._recent(now)
        self._heard[process] = (now, frozenset(players))
        return is_new

    def has(self, player: int, now: Milliseconds) -> bool:
        """Whether *player* has a page open at another process."""
        return any(player in players for _, players in self._recent(now).values())

    def is_there(self, now: Milliseconds) -> bool:
        """Whether any other process has the game."""
        return bool(self._recent(now))

    def is_word_due(self, now: Milliseconds) -> bool:
        """Whether the others should hear again that this process has the game."""
        return self.is_there(now) and now - self._told_at >= PEER_INTERVAL

    def tell(self, uid: str, version: int, players: Iterable[int], now: Milliseconds) -> None:
        """Tell all processes how the game stands here, without waiting for it."""
        self._told_at = now
        word: dict[str, Any] = {"version": version, "players": list(players)}
        message = {"type": "game.changed", "process": THIS_PROCESS, **word}
        loop = asyncio.get_running_loop()
        telling = loop.create_task(_send(uid, message), context=contextvars.Context())
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def _recent(self, now: Milliseconds) -> dict[str, tuple[Milliseconds, frozenset[int]]]:
        return {key: word for key, word in self._heard.items() if now - word[0] < PEER_TTL}


async def _send(uid: str, message: dict[str, Any]) -> None:
    try:
        await get_channel_layer().group_send(group_of_game(uid), message)
    except Exception as error:
        logger.warning("word of a game was lost: %s", type(error).__name__, extra={"game": uid})
