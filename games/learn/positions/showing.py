"""A position as its page shows it: cell by cell, with what a mark there is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.notation import cell_name, column_name, moves_text
from games.core.rules import Cell, Mark, Ruleset
from games.core.symmetry import keys_after, position_of
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.value import Value
from games.learn.positions.addresses import PositionAddress, place_of_image
from games.learn.positions.queries import PlayedMove, PositionPlays
from games.text.wording import moves_to_win, span

WIDTH = 95.0  # percent of the column, for the longest interval: so its end can be seen


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A free cell and what marking it leads to.

    *kind* is "x" or "o" (who wins), "draw" or "open"; in walks also "rest": O ignores X's threat.
    """

    name: str
    path: str
    kind: str
    text: str
    moves: int | None = None  # of the winner, until the line, or at most
    is_best: bool = False
    heat: int = 0  # how dark the cell is, to 5: how long the loser holds out after it


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of the board: with a *mark*, or with a *move*."""

    name: str
    mark: str = ""
    move: ShownMove | None = None
    is_won: bool = False
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class ShownBar:
    """A move's share of all games and its interval, in percent; then where they are drawn."""

    percent: int
    least: int
    most: int
    end: float
    span_from: float
    span_to: float


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A move, the names of its *images* in the position, and how it was played."""

    move: ShownMove
    images: tuple[str, ...]
    games: int = 0
    bar: ShownBar | None = None
    scored: int | None = None  # percent


def rows_of(ruleset: Ruleset, cells: Sequence[ShownCell]) -> list[tuple[int, Sequence[ShownCell]]]:
    """Return the rows of a board from the top, each with its number."""
    m, n = ruleset.m, ruleset.n
    return [(number, cells[(n - number) * m :][:m]) for number in range(n, 0, -1)]


class ShownPosition:
    """A position with the *analysis* of its moves, and how it was *played*, if those are known."""

    def __init__(
        self, place: PositionAddress, analysis: Analysis | None, played: PositionPlays | None
    ) -> None:
        self.place, self.ruleset = place, place.ruleset
        self.position = place.position
        self.analysis, self.played = analysis, played
        self.to_move = Mark.X.at(self.position.ply)
        self._best = _best_of(analysis)
        self._after = keys_after(self.position)
        self._moves = (
            {move.cell: self._shown_move(move) for move in analysis.moves} if analysis else {}
        )

    @property
    def headline(self) -> str:
        """Who wins or has won, that it is a draw, or that nothing is proven."""
        if self.position.is_won:
            return _("%(name)s has won") % {"name": self.to_move.other.upper()}
        if self.position.is_over:
            return _("Draw")
        value = self.analysis.value if self.analysis else None
        if self.analysis is None or value is None:
            return _("Not proven yet")
        if value is Value.DRAW:
            return _("Draw with best play")
        return _worth_text(self._winner(value), self.analysis.plies, self.analysis.within)

    @property
    def moves_text(self) -> str:
        return moves_text(self.ruleset, self.place.moves)

    @property
    def rows(self) -> list[tuple[int, Sequence[ShownCell]]]:
        """The board from the top, each row with its number."""
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
        return rows_of(self.ruleset, cells)

    def _marks(self) -> dict[Cell, str]:
        x, o = self.place.moves[::2], self.place.moves[1::2]
        return dict.fromkeys(x, Mark.X.value) | dict.fromkeys(o, Mark.O.value)

    @property
    def columns(self) -> list[str]:
        """The letters under the board."""
        return [column_name(column) for column in range(self.ruleset.m)]

    @property
    def moves(self) -> list[ShownRow]:
        """The moves, each once with its images: the most played first, then the best."""
        if self.analysis is None:
            return []
        images: dict[bytes, list[MoveWorth]] = defaultdict(list)
        for move in self.analysis.moves:
            images[self._after[move.cell]].append(move)
        played = self.played.moves if self.played else {}
        most = max((move.share.most for move in played.values()), default=1.0)
        rows = [
            (self._row(moves, played.get(key), most), moves[0]) for key, moves in images.items()
        ]
        rows.sort(key=lambda row: (row[0].games, row[1].rank), reverse=True)
        return [row for row, _best in rows]

    def _row(self, images: list[MoveWorth], played: PlayedMove | None, most: float) -> ShownRow:
        shown, *others = (self._moves[move.cell] for move in images)
        names = tuple(move.name for move in others)
        if played is None:
            return ShownRow(shown, names)
        share, scored = played.share, played.scored
        return ShownRow(
            shown,
            names,
            played.games,
            ShownBar(
                percent=round(100 * share.share),
                least=round(100 * share.least),
                most=round(100 * share.most),
                end=round(WIDTH * share.share / most, 1),
                span_from=round(WIDTH * share.least / most, 1),
                span_to=round(WIDTH * share.most / most, 1),
            ),
            None if scored is None else round(100 * scored),
        )

    def _shown_move(self, move: MoveWorth) -> ShownMove:
        kind, text, length = "open", _("not proven yet"), move.plies or move.within
        if move.value is not None:
            winner = self._winner(move.value)
            kind = winner.value if winner else "draw"
            text = _worth_text(winner, move.plies, move.within)
        return ShownMove(
            name=cell_name(self.ruleset, move.cell),
            path=place_of_image(position_of(self.ruleset, self._after[move.cell])).path,
            kind=kind,
            text=text,
            moves=moves_to_win(length) if length else None,
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
    """Return the moves that are proven to be best, but none if that is all of them."""
    if analysis is None or not analysis.is_certain or len(analysis.best) == len(analysis.moves):
        return frozenset()
    return frozenset(analysis.best)
