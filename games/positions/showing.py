"""A position as its page shows it: cell by cell, with what a mark there is worth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _

from games.core.notation import cell_name, moves_text
from games.core.rules import Cell, Mark
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.value import Value
from games.positions.addresses import Place, place_of
from games.review.words import span


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A free cell and what marking it leads to: "x" or "o" wins, "draw" or "open"."""

    name: str
    path: str
    kind: str
    text: str
    plies: int | None = None
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of the board: with a *mark*, or with a *move*."""

    name: str
    mark: str = ""
    move: ShownMove | None = None
    is_won: bool = False


class ShownPosition:
    """A position with what *analysis* says of its moves, if anything is known."""

    def __init__(self, place: Place, analysis: Analysis | None) -> None:
        self.place, self.ruleset = place, place.ruleset
        self.position = place.position
        self.analysis = analysis
        self.to_move = Mark.X if self.position.ply % 2 == 0 else Mark.O
        self._best = _best_of(analysis)
        self._moves = {move.cell: self._shown(move) for move in analysis.moves} if analysis else {}

    @property
    def headline(self) -> str:
        """Who wins, or that nobody knows."""
        if self.position.is_won:
            return _("%(name)s has won") % {"name": self.to_move.other.upper()}
        if self.position.is_over:
            return _("Draw")
        value = self.analysis.value if self.analysis else None
        if self.analysis is None or value is None:
            return _("Not proven yet")
        return _worth_text(self._winner(value), self.analysis.plies, self.analysis.within)

    @property
    def is_proven(self) -> bool:
        """Whether the headline rests on a search."""
        return self.analysis is not None and self.analysis.value is not None

    @property
    def moves_text(self) -> str:
        return moves_text(self.ruleset, self.place.moves)

    @property
    def rows(self) -> list[list[ShownCell]]:
        """The board from the top."""
        marks = self._marks()
        line = self.position.winning_line()
        cells = [
            ShownCell(
                cell_name(self.ruleset, cell),
                marks.get(cell, ""),
                self._moves.get(cell),
                is_won=cell in line,
            )
            for cell in range(self.ruleset.cells)
        ]
        m = self.ruleset.m
        return [cells[start : start + m] for start in range(0, len(cells), m)]

    def _marks(self) -> dict[Cell, str]:
        x, o = self.place.moves[::2], self.place.moves[1::2]
        return dict.fromkeys(x, Mark.X.value) | dict.fromkeys(o, Mark.O.value)

    @property
    def moves_by_worth(self) -> list[tuple[str, list[ShownMove]]]:
        """The moves that are proven, the best first, those of the same worth together."""
        if self.analysis is None:
            return []
        proven = (move for move in self.analysis.moves if move.value is not None)
        ranked = sorted(proven, key=lambda move: move.rank, reverse=True)
        shown = (self._moves[move.cell] for move in ranked)
        return [(text, list(moves)) for text, moves in groupby(shown, attrgetter("text"))]

    @property
    def open_moves(self) -> int:
        """How many moves nothing is proven about."""
        return sum(move.value is None for move in self.analysis.moves) if self.analysis else 0

    def _shown(self, move: MoveWorth) -> ShownMove:
        kind, text = "open", _("not proven yet")
        if move.value is not None:
            winner = self._winner(move.value)
            kind = winner.value if winner else "draw"
            text = _worth_text(winner, move.plies, move.within)
        return ShownMove(
            name=cell_name(self.ruleset, move.cell),
            path=place_of(self.position.marked(move.cell)).path,
            kind=kind,
            text=text,
            plies=move.plies or move.within,
            is_best=move.cell in self._best,
        )

    def _winner(self, value: Value) -> Mark | None:
        if value is Value.DRAW:
            return None
        return self.to_move if value is Value.WIN else self.to_move.other


def _worth_text(winner: Mark | None, plies: int | None, within: int | None) -> str:
    if winner is None:
        return _("Draw")
    return _("%(name)s wins %(span)s") % {"name": winner.upper(), "span": span(plies, within)}


def _best_of(analysis: Analysis | None) -> frozenset[Cell]:
    """The moves that are proven to be the best; none where all of them are."""
    if analysis is None or not analysis.is_certain or len(analysis.best) == len(analysis.moves):
        return frozenset()
    return frozenset(analysis.best)
