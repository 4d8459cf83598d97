"""Where a bridge's games come from, where it does not wait for challenges."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from mnk.client import Client
from mnk.errors import Refused, Unreachable
from mnk.transport import TEMPORARY, Message

SECONDS_BETWEEN_LOOKS = 2.0  # at a search, which ends if nobody looks for 15

Say = Callable[[str], None]


class GameSource(Protocol):
    """A source that gives a bridge one game, or one round, after the other."""

    def next(self, client: Client, say: Say) -> str:
        """Return the uid of the next game, of a round its first, waiting for it.

        Raises Refused, Unreachable, Closed.
        """

    def stop(self, client: Client) -> None:
        """Look for no further game."""


@dataclass
class Invitation:
    """Challenges to the player *name*, again and again."""

    name: str
    m: int = 3
    n: int = 3
    k: int = 3
    control: str = "none"
    side: str = "either"
    _last: str = field(default="", init=False)  # the challenge that was sent last

    def next(self, client: Client, say: Say) -> str:
        board = (self.m, self.n, self.k)
        self._last = client.challenge(self.name, *board, control=self.control, side=self.side)
        say(f"Challenged {self.name}: {self.m}×{self.n}, {self.k} in a row")
        return self._last

    def stop(self, client: Client) -> None:
        if self._last:
            with suppress(Refused, Unreachable):  # it has been answered
                client.withdraw(self._last)


@dataclass
class CasualLevel:
    """Games against a level of the computer, which count for no rating."""

    level: str
    m: int = 3
    n: int = 3
    k: int = 3
    control: str = "none"
    side: str = "either"

    def next(self, client: Client, say: Say) -> str:
        board = (self.m, self.n, self.k)
        return client.play_level(self.level, *board, control=self.control, side=self.side)

    def stop(self, client: Client) -> None:
        pass


@dataclass
class RatedLevel:
    """Rated rounds against a level of the computer, each of two games."""

    level: str
    pool: str = "fours"

    def next(self, client: Client, say: Say) -> str:
        first = client.play_level_rated(self.level, self.pool)
        say(f"A rated round of two games against the level {self.level}")
        return first

    def stop(self, client: Client) -> None:
        pass


@dataclass
class Search:
    """A search for rated rounds with other bots, each of two games."""

    m: int = 6
    n: int = 6
    k: int = 4
    control: str = "120+2"
    _last: str = field(default="", init=False)  # the round that was found last
    _is_stopped: bool = field(default=False, init=False)

    def next(self, client: Client, say: Say) -> str:
        found = self._begin(client)
        if not found["round"]:
            say(f"Looking for a bot: {self.m}×{self.n}, {self.k} in a row, {self.control}")
        while not found["round"]:
            client.pause(SECONDS_BETWEEN_LOOKS)
            found = self._look(client)
        self._last = str(found["round"])
        return self._last

    def _begin(self, client: Client) -> Message:
        """Return a new search, or the one whose answer was lost: it may have found a round."""
        try:
            return self._seek(client)
        except (Refused, Unreachable) as error:
            if isinstance(error, Refused) and error.status not in TEMPORARY:
                raise
        found = self._look(client)
        # The site still tells of the round before: it has never heard of the new search.
        is_old = self._last and found["round"] == self._last
        return self._seek(client) if is_old else found

    def _seek(self, client: Client) -> Message:
        return client.seek_round(self.m, self.n, self.k, self.control)

    def _look(self, client: Client) -> Message:
        """Return the search as it stands, or a new one if the site has forgotten it."""
        try:
            return client.own_seek()
        except Refused as error:
            if error.code != "no_such_seek" or self._is_stopped:
                raise
            return self._seek(client)

    def stop(self, client: Client) -> None:
        self._is_stopped = True
        with suppress(Refused, Unreachable):
            client.cancel_seek()
