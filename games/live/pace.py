"""Limits how often somebody may do what costs others something. Each process counts by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable

from django.conf import settings

from games.core.errors import TooFast

MAX_KEYS = 10_000  # beyond it, those who owe nothing any more are forgotten


class Pace:
    """*at_once* times at once, then once in so many *seconds*, for each key.

    *name* is for programs.
    """

    def __init__(self, *, at_once: int, seconds: float, name: str = "") -> None:
        self.name, self.at_once, self.seconds = name, at_once, seconds
        self._credit = (at_once - 1) * seconds
        self._paid_until: dict[Hashable, float] = {}

    def wait(self, key: Hashable) -> float:
        """Count one time and return 0; or count nothing and return the seconds to wait."""
        if wait := self.owed(key):
            return wait
        self.count(key)
        return 0.0

    def owed(self, key: Hashable) -> float:
        """The seconds to wait until it may be done again."""
        now = time.monotonic()
        return max(0.0, self._paid_until.get(key, now) - now - self._credit)

    def left(self, key: Hashable) -> int:
        """How many times it may be done now."""
        # A hair more, because three times less the smallest error of a float would be two.
        paid = max(0.0, self._paid_until.get(key, 0.0) - time.monotonic())
        return max(0, int((self._credit + self.seconds - paid) / self.seconds + 1e-9))

    def count(self, key: Hashable) -> None:
        """Count one time."""
        now = time.monotonic()
        paid_until = max(now, self._paid_until.get(key, now))
        if len(self._paid_until) >= MAX_KEYS:
            self._paid_until = {key: at for key, at in self._paid_until.items() if at > now}
        self._paid_until[key] = paid_until + self.seconds

    def enter(self, key: Hashable) -> None:
        """Count one time. Raises TooFast, counting nothing."""
        enter((self, key))

    def forget(self) -> None:
        """Forget all counts."""
        self._paid_until.clear()


class Allowance:
    """A token bucket: *burst* messages at once, *rate* a second in the long run."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more message is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def enter(*times: tuple[Pace, Hashable]) -> None:
    """Count one time of each pace under its key. Raises TooFast, counting nothing."""
    # All are asked before any is counted: who is refused by one must not pay for the others.
    wait, limit = max((pace.owed(key), pace.name) for pace, key in times)
    if wait:
        raise TooFast(math.ceil(wait), limit)
    for pace, key in times:
        pace.count(key)


def enter_game(player: int, address: str, *paces: Pace) -> None:
    """Count a game that *player* makes, who comes from *address* ("" if that is not known).

    It counts for the player's *paces* as well. Raises TooFast, counting nothing.
    """
    by_address = [(GAMES_OF_ADDRESS, address)] if address else []
    enter((GAMES, player), *by_address, *((pace, player) for pace in paces))


# By the id of whoever does it.
GAMES = Pace(at_once=30, seconds=4, name="games")  # made, also as the next of a series
# Also by the address, because somebody who keeps coming as a new guest would have no limit. A class
# of 60 has one address, and a game on 3×3 takes it half a minute.
GAMES_OF_ADDRESS = Pace(at_once=300, seconds=0.5, name="games-of-address")
# Programs are faster: two that play each other at once are done within a second.
GAMES_OF_WORKSHOP = Pace(at_once=300, seconds=0.5, name="games-of-workshop")
CHALLENGES = Pace(at_once=5, seconds=20, name="challenges")
# Of draws, takebacks and rematches; withdrawing is free.
OFFERS = Pace(at_once=20, seconds=3, name="offers")
# Of bots, besides: people who follow them, and other bots.
CHALLENGES_TO_PEOPLE = Pace(at_once=20, seconds=4_320, name="challenges-to-people")  # 20 a day
CHALLENGES_TO_BOTS = Pace(at_once=100, seconds=864, name="challenges-to-bots")
# By the id of the receiver; what comes faster is not shown at once, but found on the next page.
NOTICES = Pace(at_once=20, seconds=2, name="notices")
# By the id of the game: of a database that may have more than the room, because a client says so.
LOOKS = Pace(at_once=1, seconds=2, name="looks")
LAB_RUNS = Pace(at_once=20, seconds=4_320, name="lab-runs")  # by the id of the bot's owner
REQUESTS = Pace(at_once=60, seconds=0.5, name="requests")  # of the API, by the bot
# By the bot and the game, as much as a socket may say.
MOVES = Pace(
    at_once=2 * settings.SOCKET_MESSAGES_A_SECOND,
    seconds=1 / settings.SOCKET_MESSAGES_A_SECOND,
    name="moves",
)
PUZZLE_FILES = Pace(at_once=20, seconds=30, name="puzzle-files")  # by the address
BAD_TOKENS = Pace(at_once=20, seconds=3, name="bad-tokens")  # by the address
PACES = (
    GAMES,
    GAMES_OF_ADDRESS,
    GAMES_OF_WORKSHOP,
    CHALLENGES,
    CHALLENGES_TO_PEOPLE,
    CHALLENGES_TO_BOTS,
    OFFERS,
    NOTICES,
    LOOKS,
    LAB_RUNS,
    REQUESTS,
    MOVES,
    PUZZLE_FILES,
    BAD_TOKENS,
)
