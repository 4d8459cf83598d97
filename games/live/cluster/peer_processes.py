"""What server processes tell each other about a game that several of them have in memory.

Usually one process has a game. When a process restarts, the proxy may leave its players divided
between two. Then each process tells the others about every step it has stored, and which players
have a page open there. These are hints through the channel layer and may be lost; the server's
upkeep compares open rooms with the database.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from channels.layers import get_channel_layer

from games.core.clock import SECOND, Milliseconds
from games.live.cluster.processes import steady_now
from tictactoe_site.common.event_loop import in_background

logger = logging.getLogger(__name__)

# Random, because the numbers of processes may be the same in two containers.
THIS_PROCESS = secrets.token_hex(8)
PEER_TTL = 30 * SECOND  # how long a process is believed to have the game as it said
# Upkeep looks every three seconds, so they come every 9 s: within PEER_TTL two may be lost.
BETWEEN_REMINDERS = 8 * SECOND  # at least, while there are peers


def group_of_game(uid: str) -> str:
    """Return the group of all sockets, in all processes, that look at a game."""
    return f"game.{uid}"


class PeerState(NamedTuple):
    """What a process tells about a game: its version, and which players have a page open there."""

    uid: str
    version: int
    players: list[int]
    is_watched: bool


class PeerProcesses:
    """The other processes that have one game in memory."""

    def __init__(self, state: Callable[[], PeerState], *, can_be: bool) -> None:
        """Take *state*, which returns what to tell; *can_be* is False without other processes."""
        self._state = state
        self._can_be = can_be
        # When each was last heard of, and the players there.
        self._known: dict[str, tuple[Milliseconds, frozenset[int]]] = {}
        self._told_at: Milliseconds = 0

    def note(self, process: str, players: list[int]) -> bool:
        """Note that *process* has the game, and *players* a page open there.

        Returns whether that is another process.
        """
        if process == THIS_PROCESS or not self._can_be:
            return False
        is_new = process not in self._recent()
        self._known[process] = (steady_now(), frozenset(players))
        if is_new:
            # It has just come, and cannot know yet that this process has the game, too.
            self.tell(always=True)
        return True

    def have(self, player: int) -> bool:
        """Return whether *player* has a page open at another process."""
        return self._can_be and any(player in players for _, players in self._recent().values())

    def tell(self, *, always: bool = False) -> None:
        """Tell the peers, if any is known or *always*, without waiting for it.

        A room that nobody watches is in no group, so it cannot know its peers and always tells.
        """
        if not self._can_be:
            return
        state = self._state()
        if always or not state.is_watched or self._recent():
            self._told_at = steady_now()
            in_background(_send(state))

    def remind(self) -> None:
        """Tell the peers again, once in a while, that this process still has the game."""
        if self._recent() and steady_now() - self._told_at >= BETWEEN_REMINDERS:
            self.tell()

    def _recent(self) -> dict[str, tuple[Milliseconds, frozenset[int]]]:
        now = steady_now()
        return {key: known for key, known in self._known.items() if now - known[0] < PEER_TTL}


async def _send(state: PeerState) -> None:
    message: dict[str, Any] = {"type": "game.changed", "process": THIS_PROCESS}
    message |= {"version": state.version, "players": state.players}
    try:
        await get_channel_layer().group_send(group_of_game(state.uid), message)
    # It was a hint: upkeep compares the versions with the database anyway.
    except Exception as error:
        sentence = "news of a game was lost: %s"
        logger.warning(sentence, type(error).__name__, extra={"game": state.uid})
