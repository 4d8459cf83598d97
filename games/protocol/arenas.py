"""What the server may send to those who look at an arena, as types."""

from __future__ import annotations

from msgspec import Struct

from games.core.rules import Mark, Ruleset
from games.protocol.frames import FromServer
from games.protocol.messages import ClockState


class RoundChip(Struct, frozen=True):
    """One of a player's rounds in a standing: its points, or "…" while it goes on."""

    text: str
    is_full: bool = False
    is_going: bool = False


class StandingRow(Struct, frozen=True):
    """A player in the standing of an arena. `rating` is "" where nothing is rated."""

    place: int
    name: str
    is_bot: bool
    rating: str
    chips: list[RoundChip]
    points: str
    rounds: int
    is_away: bool


class StandingMessage(FromServer, frozen=True):
    """The first rows of an arena's standing. `playing` is how many rounds go on."""

    state: str
    players: int
    playing: int
    rows: list[StandingRow]


class BoardSeat(Struct, frozen=True):
    """Who plays a mark on a small board, and how it is drawn ("" for the usual)."""

    label: str
    symbol: str
    colour: str


class BoardState(Struct, frozen=True):
    """A game that is being played, as a small board. `moves` are the cells in order."""

    uid: str
    m: int
    n: int
    k: int
    first: Mark
    moves: list[int]
    seats: dict[str, BoardSeat]
    clock: ClockState | None

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)


class BoardsMessage(FromServer, frozen=True):
    """The boards of an arena that the socket's address asks for: the top ones, or a page of all."""

    games: list[BoardState]


class PairedMessage(FromServer, frozen=True):
    """The receiver's round `uid` in the arena has begun; `game` is its first game."""

    uid: str
    game: str
