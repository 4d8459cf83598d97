"""Openings of boards where nothing is proven: whoever begins scores about half, as measured.

`python -m tools measure_openings` finds them (see `tools.balance`) and writes them into
`games/engine/data/measured_openings.txt`. Each has three to five marks and the
results of games that a strong player played from there against itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from games.core.rules import Cell, Ruleset

HEAD = """\
# Openings that are even by games of the strong player against itself, as
# `python -m tools measure_openings` finds them. A board, how many were tried for it, then of each
# that is kept its cells, X and O in turn, and how often X won, drew and lost from there.
"""


@dataclass(frozen=True, slots=True)
class MeasuredOpening:
    """The first marks, X and O in turn, and how often X then won, drew and lost."""

    moves: tuple[Cell, ...]
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """X's points: 1 for a win, a half for a draw."""
        return self.won + self.drawn / 2


@dataclass(frozen=True, slots=True)
class MeasuredOpenings:
    """A board's openings that are kept, one for all symmetric ones, and how many were tried."""

    kept: tuple[MeasuredOpening, ...] = ()
    tried: int = 0


def measured_openings(ruleset: Ruleset) -> MeasuredOpenings:
    """Return the openings measured on *ruleset*; only square boards have any."""
    return _stored_openings().get(ruleset, MeasuredOpenings())


def boards() -> list[Ruleset]:
    """Return the boards whose openings were measured."""
    return sorted(_stored_openings())


@cache
def _stored_openings() -> Mapping[Ruleset, MeasuredOpenings]:
    return parse_file((files("games.engine") / "data" / "measured_openings.txt").read_text("utf-8"))


def parse_file(text: str) -> dict[Ruleset, MeasuredOpenings]:
    """Read what `file_text` writes."""
    boards = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            numbers, tried, *words = line.split()
            kept = tuple(map(_opening, words))
            boards[Ruleset(*map(int, numbers.split(",")))] = MeasuredOpenings(kept, int(tried))
    return boards


def file_text(boards: Mapping[Ruleset, MeasuredOpenings]) -> str:
    """Return the head and a line for each board: it, how many were tried, cells:won/drawn/lost."""
    return HEAD + "".join(f"{_line(board, found)}\n" for board, found in sorted(boards.items()))


def _line(board: Ruleset, found: MeasuredOpenings) -> str:
    return " ".join([f"{board.m},{board.n},{board.k}", str(found.tried), *map(_word, found.kept)])


def _word(one: MeasuredOpening) -> str:
    return f"{'-'.join(map(str, one.moves))}:{one.won}/{one.drawn}/{one.lost}"


def _opening(word: str) -> MeasuredOpening:
    cells, results = word.split(":")
    won, drawn, lost = map(int, results.split("/"))
    return MeasuredOpening(tuple(map(int, cells.split("-"))), won, drawn, lost)
