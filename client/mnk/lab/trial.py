"""Every line against one program that sits at one seat, one ply after the other.

A line is a game: the program answers, the opponent tries every legal move. The program is asked
once for each position and held to its answer. All positions of a ply come before those of the
next, so the first lost game that is found is the shortest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from mnk.game import Game
from mnk.lab.values import Values

ASKED_TWICE = 0.05  # of the positions, to find programs that play by chance
MOST_ASKED = 200_000

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


@dataclass
class Lines:
    """How all lines end for the program. The games are those found first, so the shortest."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    asked: int = 0
    loss: Moves | None = None  # a lost game
    slip: Moves | None = None  # a game up to a move that made things worse, the slip the last
    changed: Moves | None = None  # a position that was answered in two ways
    need_not_lose: bool = True  # whether perfect play at this seat never loses

    @property
    def number(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def is_refuted(self) -> bool:
        """Whether it loses, or, where the seat is lost anyway, makes things worse."""
        return self.slip is not None if not self.need_not_lose else self.loss is not None


class Trial:
    """The lines on one board against what *ask* answers; it moves first or second."""

    def __init__(
        self, m: int, n: int, k: int, *, is_first: bool, ask: Ask, values: Values, seed: int = 0
    ) -> None:
        self._board = Game(m, n, k)
        self._is_first = is_first
        self._ask, self._values = ask, values
        self._chance = Random(seed)
        self._lines = Lines()

    def run(self) -> Lines:
        """Raises TooManyLines, TooLarge, and what *ask* raises."""
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
        if self._lines.asked >= MOST_ASKED:
            raise TooManyLines
        self._lines.asked += 1
        return self._board.index(self._ask(self._game(met)))

    def _take(self, met: _Met, cell: int, found: dict[tuple[int, int], _Met]) -> None:
        """The lines from *met* on, in which the program marks *cell*."""
        lines, values = self._lines, self._values
        own, moves = met.own | 1 << cell, (*met.moves, self._board.name(cell))
        if values.wins_at(met.own, cell):
            lines.won += met.count
            return
        if lines.slip is None and self._is_slip(met, own):
            lines.slip = moves
        free = values.free(own, met.other)
        if not free:
            lines.drawn += met.count
        for reply in free:
            self._reply(_Met(own, met.other, met.count, moves), reply, len(free) == 1, found)

    def _reply(
        self, met: _Met, reply: int, is_last: bool, found: dict[tuple[int, int], _Met]
    ) -> None:
        lines = self._lines
        other, moves = met.other | 1 << reply, (*met.moves, self._board.name(reply))
        if self._values.wins_at(met.other, reply):
            lines.lost += met.count
            lines.loss = lines.loss or moves
        elif is_last:
            lines.drawn += met.count
        else:
            before = found.get((met.own, other))
            count = met.count + (before.count if before else 0)
            found[met.own, other] = _Met(met.own, other, count, before.moves if before else moves)

    def _is_slip(self, met: _Met, own: int) -> bool:
        return -self._values.of(met.other, own) < self._values.of(met.own, met.other)

    def _ask_again(self, layer: list[_Met], answers: list[int]) -> None:
        for met, answer in zip(layer, answers, strict=True):
            if self._lines.changed is None and self._chance.random() < ASKED_TWICE:
                again = self._board.index(self._ask(self._game(met)))
                if again != answer:
                    self._lines.changed = met.moves

    def _game(self, met: _Met) -> Game:
        board = self._board
        return Game(board.m, board.n, board.k, met.moves)
