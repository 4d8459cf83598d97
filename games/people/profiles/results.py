"""Games that were won, drawn and lost, counted."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class Results:
    """How many games one player has won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def __add__(self, other: Results) -> Results:
        return Results(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


NONE = Results()


def results_of(mark: str, outcome: str, games: int) -> Results:
    """Return what so many *games* with this *outcome* are to whoever played *mark* in them."""
    if outcome == Game.Outcome.DRAW:
        return Results(drawn=games)
    return Results(won=games) if outcome == mark else Results(lost=games)


@dataclass(frozen=True, slots=True)
class BoardResults:
    """The results on boards of one size."""

    m: int
    n: int
    results: Results


MAX_BOARDS = 3


def most_played(boards: dict[tuple[int, int], Results]) -> tuple[BoardResults, ...]:
    """Return the sizes with the most games, at most three of them."""
    found = [BoardResults(m, n, results) for (m, n), results in boards.items() if results.games]
    found.sort(key=lambda board: (-board.results.games, board.m, board.n))
    return tuple(found[:MAX_BOARDS])
