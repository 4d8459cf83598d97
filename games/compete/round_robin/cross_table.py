"""A cross table as values: each entrant's points against each other, its strength, its verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.text.wording import points_text

if TYPE_CHECKING:
    from games.engine.arena.elo import EloRating

MINUS = "\N{MINUS SIGN}"
NAMED_COLUMNS = 8  # more names do not fit above their columns


class ProgramVerdict(StrEnum):
    """What every line of play has shown of a program, in both seats."""

    NONE = ""
    ASKING = "asking"
    AWAY = "away"  # it has gone, and is asked when it comes back
    PROVEN = "proven"
    UNBEATEN = "unbeaten"  # it has not lost, but was not asked everything twice
    REFUTED = "refuted"
    BY_CHANCE = "by_chance"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody with a row and a column. A refuted program *loses_in* so many moves of both sides.

    Where the entrants are ranked, each has a *tie_break* for equal points, and a *place*, which is
    0 for somebody who is banned.
    """

    key: int
    name: str
    verdict: ProgramVerdict = ProgramVerdict.NONE
    loses_in: int = 0
    is_computer: bool = False
    is_withdrawn: bool = False
    place: int = 0
    tie_break: str = ""


class GameStage(StrEnum):
    """How far a game has come. A walkover was not played, but counts all the same."""

    TO_PLAY = "to_play"
    PLAYING = "playing"
    OVER = "over"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class EntrantGame:
    """A game between two entrants, by their keys, and the half points of each."""

    x: int
    o: int
    stage: GameStage = GameStage.TO_PLAY
    halves: tuple[int, int] = (0, 0)

    @property
    def counts(self) -> bool:
        return self.stage in (GameStage.OVER, GameStage.WALKOVER)

    @property
    def gained(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the half points of X and of O by their keys; 0 as long as it does not count."""
        of_x, of_o = self.halves if self.counts else (0, 0)
        return (self.x, of_x), (self.o, of_o)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one has against *other*: half points of the games that count, or how it stands.

    The state is "self", "apart" for two who do not meet, "none", "playing", "some", or "full" if
    all games of the two were won.
    """

    other: Entrant
    state: str
    halves: int = 0

    @property
    def text(self) -> str:
        return points_text(self.halves) if self.state in ("some", "full") else ""


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """One entrant with its points, and its strength by the *games* that it has played."""

    entrant: Entrant
    cells: tuple[Cell, ...]
    halves: int
    games: int
    rating: EloRating | None  # without a game it has none

    @property
    def points(self) -> str:
        return points_text(self.halves)

    @property
    def elo(self) -> str:
        """With its sign, as "+34"; nothing without a game."""
        if self.rating is None:
            return ""
        elo = round(self.rating.elo)
        return f"{'+' if elo > 0 else MINUS if elo < 0 else ''}{abs(elo)}"

    @property
    def margin(self) -> str:
        """How far the Elo may be off with 95 % certainty."""
        return "" if self.rating is None else str(round(self.rating.error))


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: tuple[CrossTableRow, ...]
    played: int  # games that count
    games: int

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(row.entrant for row in self.rows)

    @property
    def has_verdicts(self) -> bool:
        return any(entrant.verdict for entrant in self.entrants)

    @property
    def has_places(self) -> bool:
        return any(entrant.place for entrant in self.entrants)

    @property
    def withdrawn(self) -> tuple[Entrant, ...]:
        return tuple(entrant for entrant in self.entrants if entrant.is_withdrawn)

    @property
    def is_large(self) -> bool:
        """Whether numbers stand above its columns instead of names."""
        return len(self.rows) > NAMED_COLUMNS


def cross_table(entrants: Sequence[Entrant], results: Iterable[EntrantGame]) -> CrossTable:
    """Return the table of the *entrants* in their order."""
    told = list(results)
    between: dict[frozenset[int], list[EntrantGame]] = defaultdict(list)
    for result in told:
        between[frozenset((result.x, result.o))].append(result)
    strengths = _strengths(told)
    rows = tuple(_row(entrant, entrants, between, strengths) for entrant in entrants)
    return CrossTable(rows, sum(result.counts for result in told), len(told))


def _strengths(results: Iterable[EntrantGame]) -> Mapping[str, EloRating]:
    """Return the strengths by the games that were played; see games.engine.arena.elo."""
    # A walkover says nothing of strength, for nobody has moved.
    played = (result for result in results if result.stage is GameStage.OVER)
    from games.engine.arena.elo import ratings  # loads numpy

    return ratings((str(one.x), str(one.o), one.halves[0] / 2) for one in played)


def _row(
    entrant: Entrant,
    entrants: Iterable[Entrant],
    between: Mapping[frozenset[int], Sequence[EntrantGame]],
    strengths: Mapping[str, EloRating],
) -> CrossTableRow:
    met = {other.key: between.get(frozenset((entrant.key, other.key)), ()) for other in entrants}
    own = [result for results in met.values() for result in results]
    return CrossTableRow(
        entrant,
        tuple(_cell(entrant, other, met[other.key]) for other in entrants),
        halves=sum(_halves(entrant, result) for result in own),
        games=sum(result.stage is GameStage.OVER for result in own),
        rating=strengths.get(str(entrant.key)),
    )


def _cell(entrant: Entrant, other: Entrant, results: Sequence[EntrantGame]) -> Cell:
    if entrant.key == other.key:
        return Cell(other, "self")
    if not results:
        return Cell(other, "apart")
    counted = [result for result in results if result.counts]
    if not counted:
        is_played = any(result.stage is GameStage.PLAYING for result in results)
        return Cell(other, "playing" if is_played else "none")
    halves = sum(_halves(entrant, result) for result in counted)
    # Of all games of the two: one that is still to come may be lost.
    return Cell(other, "full" if halves == 2 * len(results) else "some", halves)


def _halves(entrant: Entrant, result: EntrantGame) -> int:
    return dict(result.gained)[entrant.key]
