"""What one room tells the other processes that have its game in memory, and hears of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.rules import Mark
from games.live.elsewhere import THIS_PROCESS, Elsewhere
from games.live.utc import utc_now

if TYPE_CHECKING:
    from games.live.room import Room


class Siblings:
    """The rooms of the same game in other processes, where there are several."""

    def __init__(self, room: Room, *, can_be: bool) -> None:
        """*can_be* tells whether there are other processes at all."""
        self._room = room
        self._elsewhere = Elsewhere()
        self._can_be = can_be

    def have(self, player: int) -> bool:
        """Whether *player* has a page open at one of them."""
        return self._elsewhere.has(player, utc_now())

    def hear(self, process: str, players: list[int]) -> None:
        """*process* has the game, and *players* have a page open there."""
        if process == THIS_PROCESS or not self._can_be:
            return
        if self._elsewhere.hear(process, players, utc_now()):
            self.tell(always=True)
        self._room.presence.changed()

    def tell(self, *, always: bool = False) -> None:
        """Tell those that are known; a room that nobody looks at cannot have heard of any."""
        room, now = self._room, utc_now()
        is_wanted = always or not room.watchers or self._elsewhere.is_there(now)
        if self._can_be and is_wanted:
            seated = {room.match.player(mark) for mark in Mark} - {None}
            here = [player for player in seated if room.watchers.has(player)]
            self._elsewhere.tell(room.game.uid, room.match.version, here, now)

    def remind(self) -> None:
        """Say again from time to time that the game is here, too."""
        if self._elsewhere.is_word_due(utc_now()):
            self.tell()
