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
from collections.abc import Callable
from typing import Any, NamedTuple

from channels.layers import get_channel_layer

from games.core.clock import SECOND, Milliseconds
from games.models import utc_now

logger = logging.getLogger(__name__)

THIS_PROCESS = secrets.token_hex(8)
PEER_TTL = 30 * SECOND  # so long what a process has told is believed
BETWEEN_REMINDERS = 10 * SECOND  # at most, while there is something to tell


def group_of_game(uid: str) -> str:
    """The group of all sockets, in all processes, that look at a game."""
    return f"game.{uid}"


class Word(NamedTuple):
    """What a process tells of a game: its version, and which players have a page open there."""

    uid: str
    version: int
    players: list[int]
    is_watched: bool


class PeerProcesses:
    """The other processes that have one game in memory."""

    def __init__(self, word: Callable[[], Word], *, can_be: bool) -> None:
        """*word* gives what there is to tell, *can_be* whether there are other processes at all."""
        self._word = word
        self._can_be = can_be
        self._known: dict[str, tuple[Milliseconds, frozenset[int]]] = {}
        self._told_at: Milliseconds = 0
        self._telling: set[asyncio.Task[None]] = set()

    def note(self, process: str, players: list[int]) -> bool:
        """*process* has the game, and *players* have a page open there; whether it is a peer."""
        if process == THIS_PROCESS or not self._can_be:
            return False
        is_new = process not in self._recent()
        self._known[process] = (utc_now(), frozenset(players))
        if is_new:
            self.tell(always=True)
        return True

    def have(self, player: int) -> bool:
        """Whether *player* has a page open at one of them."""
        return self._can_be and any(player in players for _, players in self._recent().values())

    def tell(self, *, always: bool = False) -> None:
        """Tell those that are known, without waiting for it.

        A room that nobody looks at cannot have heard of any, and tells all.
        """
        if not self._can_be:
            return
        word = self._word()
        if always or not word.is_watched or self._recent():
            self._told_at = utc_now()
            task = asyncio.get_running_loop().create_task(
                _send(word), context=contextvars.Context()
            )
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    def remind(self) -> None:
        """Say again from time to time that the game is here, too."""
        if self._recent() and utc_now() - self._told_at >= BETWEEN_REMINDERS:
            self.tell()

    def _recent(self) -> dict[str, tuple[Milliseconds, frozenset[int]]]:
        now = utc_now()
        return {key: known for key, known in self._known.items() if now - known[0] < PEER_TTL}


async def _send(word: Word) -> None:
    message: dict[str, Any] = {"type": "game.changed", "process": THIS_PROCESS}
    message |= {"version": word.version, "players": word.players}
    try:
        await get_channel_layer().group_send(group_of_game(word.uid), message)
    except Exception as error:
        sentence = "word of a game was lost: %s"
        logger.warning(sentence, type(error).__name__, extra={"game": word.uid})
