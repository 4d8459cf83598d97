"""Since when a game's players are away."""

from __future__ import annotations

from games.core.clock import SECOND, Milliseconds
from games.live.watchers import Watchers

# A page without scripts is loaded again every 5 seconds; its player counts as here this long.
PRESENCE_TTL: Milliseconds = 15 * SECOND
# Whoever loads the page again is without a socket for about this long at most.
RELOAD_GRACE: Milliseconds = 1_500


class Attendance:
    """The players of one room by their ids: here with a socket or by a look, or away since when.

    Whoever has not been seen since the room was opened counts as gone from then on.
    """

    def __init__(self, watchers: Watchers, *, now: Milliseconds) -> None:
        self._watchers = watchers
        self._opened_at = now
        self._here_until: dict[int, Milliseconds] = {}
        self._left_at: dict[int, Milliseconds] = {}

    def look(self, player: int, now: Milliseconds) -> None:
        """*player* has loaded the page."""
        self._here_until[player] = now + PRESENCE_TTL

    def leave(self, player: int, now: Milliseconds) -> None:
        """A socket of *player* is gone, perhaps the last one."""
        self._here_until[player] = self._left_at[player] = now

    def seems_here(self, player: int, now: Milliseconds) -> bool:
        """Whether *player* is here, or left so lately that it may be to load the page again."""
        if self.absence(player, now) is None:
            return True
        return player in self._left_at and now - self._left_at[player] < RELOAD_GRACE

    def absence(self, player: int, now: Milliseconds) -> Milliseconds | None:
        """For how long *player* has been away; None while here."""
        if self._watchers.has(player):
            return None
        since = self._here_until.get(player, self._opened_at)
        return now - since if now >= since else None
