"""Every line against one program that sits at one seat, one ply after the other.

A line is a game: the program answers, the opponent tries every legal move. The program is asked
for each position and held to its first answer. All positions of a ply come before those of the
next, so the first lost game that is found is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from mnk.game import Game
from mnk.lab.values import Values

# To find programs that play by chance: on small boards all positions are asked twice, on larger
# ones a part, and those of the first plies many times, for chance plays most in openings.
ASKED_TWICE = 0.05
MAX_CELLS_ASKED_TWICE = 9
PLIES_ASKED_OFTEN, TIMES_ASKED_OFTEN = 3, 16
MAX_QUESTIONS = 200_000

Moves = tuple[str, ...]
Ask = Callable[[Game], str]


class TooManyLines(Exception):
    """The board is too large to play every line on it."""


@dataclass(frozen=True)
class _Met:
    """A position in which the program moves: in how many lines, and the first way to it."""

    own: int
    other: int
    count: int
    moves: Moves
    slip: Moves | None = None  # the first on the way to it


@dataclass
class TrialLines:
    """How all lines end for the program. The games are those found first, so the shortest."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    asked: int = 0
    asked_twice: int = 0  # of these, at least once more
    loss: Moves | None = None  # a lost game
    slip_of_loss: Moves | None = None  # the beginning of that game, up to its first mistake
    slip: Moves | None = None  # a game up to its last move, which made things worse
    changed: Moves | None = None  # a position that was answered in two ways
    has_differed: bool = False  # whether other seeds played other lines
    need_not_lose: bool = True  # whether perfect play at this seat never loses

    @property
    def number(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def is_refuted(self) -> bool:
        """Whether it loses, or, where the seat is lost anyway, makes things worse."""
        return self.slip is not None if not self.need_not_lose else self.loss is not None

    @property
    def plays_by_chance(self) -> bool:
        return self.changed is not None or self.has_differed

    @property
    def is_certain(self) -> bool:
        """Whether every position was asked twice, and the answers were the same."""
        return self.asked_twice == self.asked and not self.plays_by_chance

    @property
    def mistake(self) -> Moves | None:
        """The game up to a mistake that is to be shown: of the lost game, if one is shown."""
        return self.slip_of_loss if self.loss and self.need_not_lose else self.slip


class Trial:
    """The lines on one board against what *ask* answers; *seed* chooses what is asked twice."""

    def __init__(
        self, m: int, n: int, k: int, *, is_first: bool, ask: Ask, values: Values, seed: int = 0
    ) -> None:
        self._board = Game(m, n, k)
        self._is_first = is_first
        self._ask, self._values = ask, values
        self._chance = Random(seed)
        self._lines = TrialLines()

    def run(self) -> TrialLines:
        """Return how all lines end. Raises TooManyLines, TooLarge, and what *ask* raises."""
        value = self._values.of(0, 0)
        self._lines.need_not_lose = (value if self._is_first else -value) >= 0
        layer = self._first_layer()
        while layer:
            layer = self._next_layer(layer)
        return self._lines

    def _first_layer(self) -> list[_Met]:
        if self._is_first:
            return [_Met(0, 0, 1, ())]
        names = enumerate(self._board.free)
        return [_Met(0, 1 << cell, 1, (name,)) for cell, name in names]

    def _next_layer(self, layer: list[_Met]) -> list[_Met]:
        found: dict[tuple[int, int], _Met] = {}
        answers = [self._answer(met) for met in layer]
        for met, cell in zip(layer, answers, strict=True):
            self._take(met, cell, found)
        self._ask_again(layer, answers)
        return list(found.values())

    def _answer(self, met: _Met) -> int:
        if self._lines.asked >= MAX_QUESTIONS:
            raise TooManyLines
        self._lines.asked += 1
        return self._board.index(self._ask(self._game(met)))

    def _take(self, met: _Met, cell: int, found: dict[tuple[int, int], _Met]) -> None:
        """Take the lines from *met* on, in which the program marks *cell*."""
        lines, values = self._lines, self._values
        own, moves = met.own | 1 << cell, (*met.moves, self._board.name(cell))
        if values.wins_at(met.own, cell):
            lines.won += met.count
            return
        slip = met.slip
        if slip is None and self._is_slip(met, own):
            slip = moves
            lines.slip = lines.slip or moves
        free = values.free(own, met.other)
        if not free:
            lines.drawn += met.count
        for reply in free:
            line = _Met(own, met.other, met.count, moves, slip)
            self._reply(line, reply, len(free) == 1, found)

    def _reply(
        self, met: _Met, reply: int, is_last: bool, found: dict[tuple[int, int], _Met]
    ) -> None:
        lines = self._lines
        other, moves = met.other | 1 << reply, (*met.moves, self._board.name(reply))
        if self._values.wins_at(met.other, reply):
            lines.lost += met.count
            if lines.loss is None:
                lines.loss, lines.slip_of_loss = moves, met.slip
        elif is_last:
            lines.drawn += met.count
        else:
            before = found.get((met.own, other))
            if before:
                found[met.own, other] = replace(before, count=before.count + met.count)
            else:
                found[met.own, other] = _Met(met.own, other, met.count, moves, met.slip)

    def _is_slip(self, met: _Met, own: int) -> bool:
        return -self._values.of(met.other, own) < self._values.of(met.own, met.other)

    def _ask_again(self, layer: list[_Met], answers: list[int]) -> None:
        for met, answer in zip(layer, answers, strict=True):
            times = self._times_again(met)
            self._lines.asked_twice += bool(times)
            for _ in range(times):
                again = self._board.index(self._ask(self._game(met)))
                if again != answer and self._lines.changed is None:
                    self._lines.changed = met.moves

    def _times_again(self, met: _Met) -> int:
        """Return how often the program is asked about *met* once more."""
        if self._lines.changed is not None:
            return 0
        if len(met.moves) < PLIES_ASKED_OFTEN:
            return TIMES_ASKED_OFTEN - 1
        is_small = self._board.m * self._board.n <= MAX_CELLS_ASKED_TWICE
        return int(is_small or self._chance.random() < ASKED_TWICE)

    def _game(self, met: _Met) -> Game:
        board = self._board
        return Game(board.m, board.n, board.k, met.moves)
