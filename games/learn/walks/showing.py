"""A turn of a walk as its page shows it: cell by cell, with what O's move there leads to.

A first answer is O's answer to X's first move, a reply any move of O's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.core.notation import cell_name, column_name
from games.core.rules import Cell, Mark, Position, Ruleset
from games.learn.positions.addresses import board_name
from games.learn.positions.showing import ShownCell, ShownMove, rows_of
from games.learn.walks.boards import path_of_walk
from games.learn.walks.turns import FirstAnswer, WalkedTurn
from games.text.solved_games import PROVER, known_value
from games.text.wording import listed_text, span

HEATS = 5  # shades of cells; walk.css has no more
MAX_TOUGHEST = 5


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """A first answer: *known* of *all* replies to X's next move are proven."""

    name: str
    path: str
    file_path: str
    known: int
    all: int
    is_proven: bool
    worth: str


class ShownTurn:
    """A turn: O is to move, or X has won."""

    def __init__(self, ruleset: Ruleset, turn: WalkedTurn) -> None:
        self.ruleset, self.turn = ruleset, turn
        self._replies = turn.moves[1::2]
        self._firsts = {cell: answer for answer in turn.answers for cell in answer.cells}

    @property
    def is_over(self) -> bool:
        return self.turn.is_over

    @property
    def headline(self) -> str:
        if self.is_over:
            return _("%(name)s has won") % {"name": Mark.X.upper()}
        if not self._replies:
            return _("Choose O’s first move")
        return _("X answers %(cell)s") % {"cell": self._name(self.turn.moves[-1])}

    @property
    def text(self) -> str:
        if self.is_over:
            return ""
        if not self._replies and self.turn.open:
            return _("X begins in the centre. The cells without a question mark lead into a proof.")
        if not self._replies:
            cell = self._name(self.turn.moves[-1])
            return _("X plays %(cell)s, and wins whatever O answers.") % {"cell": cell}
        if self.turn.open:
            names = listed_text(*map(self._name, sorted(self.turn.open)))
            return _("Not proven yet: %(cells)s.") % {"cells": names}
        return _("Whatever O plays, X wins %(span)s.") % {"span": _span(self.turn.most)}

    @property
    def refusal(self) -> str:
        """Why the walk ends before a move of its address; empty if it does not."""
        if self.turn.refused is None:
            return ""
        name = self._name(self.turn.refused)
        return _("%(cell)s is not proven yet. Choose another cell.") % {"cell": name}

    @property
    def moves(self) -> list[tuple[str, str]]:
        """The moves so far: mark and cell."""
        moves = enumerate(self.turn.moves)
        return [(Mark.X.at(ply).value, self._name(cell)) for ply, cell in moves]

    @property
    def back_path(self) -> str:
        """The path of the turn before O's last move; empty at the start."""
        return path_of_walk(self.ruleset, self._replies[:-1]) if self._replies else ""

    @property
    def start_path(self) -> str:
        return path_of_walk(self.ruleset)

    @property
    def columns(self) -> list[str]:
        return [column_name(column) for column in range(self.ruleset.m)]

    @cached_property
    def rows(self) -> list[tuple[int, Sequence[ShownCell]]]:
        """The board from the top, each row with its number."""
        moves = self.turn.moves
        position = Position.after(self.ruleset, moves)
        marks = dict.fromkeys(moves[::2], Mark.X.value) | dict.fromkeys(moves[1::2], Mark.O.value)
        line = position.winning_line()
        return rows_of(
            self.ruleset,
            [
                ShownCell(
                    self._name(cell),
                    marks.get(cell, ""),
                    None if cell in marks or self.is_over else self._move(cell),
                    is_won=cell in line,
                    is_last=cell == moves[-1],
                )
                for cell in range(self.ruleset.cells)
            ],
        )

    @property
    def has_counts(self) -> bool:
        """Whether cells say in how many moves X wins."""
        return any(move.moves for move in self._linked)

    @property
    def has_uncounted(self) -> bool:
        """Whether cells only say that X wins, because the moves are not counted."""
        return any(move.kind == "x" and not move.moves for move in self._linked)

    @property
    def has_threat(self) -> bool:
        """Whether there are cells where O ignores what X threatens."""
        return any(move.kind == "rest" for move in self._linked)

    @property
    def _linked(self) -> list[ShownMove]:
        return [cell.move for _, row in self.rows for cell in row if cell.move and cell.move.path]

    @cached_property
    def toughest(self) -> list[ShownMove]:
        """The replies after which O holds out longest, if they differ: the longest first."""
        counted = [move for move in self._linked if move.heat]
        return sorted(counted, key=lambda move: -(move.moves or 0))[:MAX_TOUGHEST]

    def _move(self, cell: Cell) -> ShownMove:
        name = self._name(cell)
        if cell in self.turn.open:
            return ShownMove(name, "", "open", _("not proven yet"))
        path = path_of_walk(self.ruleset, (*self._replies, cell))
        first = self._firsts.get(cell)
        if first and not first.is_whole:  # is_best makes it stand out among cells without a proof
            return ShownMove(name, path, "open", _proven_replies(first), is_best=True)
        is_answered = cell in self.turn.marks
        count = self.turn.marks[cell] if is_answered else self.turn.elsewhere
        kind, heat = ("x", self._heat(count)) if is_answered else ("rest", 0)
        return ShownMove(name, path, kind, _worth(count), count, heat=heat)

    def _heat(self, count: int | None) -> int:
        """Return how dark a reply is shown that takes X so many marks; 0 if all take as many."""
        least, most = self._least_and_most
        if count is None or least == most:
            return 0
        return 1 + (count - least) * HEATS // (most - least + 1)

    @cached_property
    def _least_and_most(self) -> tuple[int, int]:
        """How many marks X needs after the replies that it answers one by one."""
        counts = [each for each in self.turn.marks.values() if each is not None]
        return min(counts, default=0), max(counts, default=0)

    @property
    def answers(self) -> list[ShownAnswer]:
        """The first answers that have a stored proof, whole or in part, without mirror images."""
        return [self._answer(answer) for answer in self.turn.answers if answer.required]

    def _answer(self, answer: FirstAnswer) -> ShownAnswer:
        cell, name = answer.cells[0], self._name(answer.cells[0])
        file_path = reverse("games:proof_file", args=[board_name(self.ruleset), name])
        path = path_of_walk(self.ruleset, (cell,))
        return ShownAnswer(
            name,
            path,
            file_path,
            known=answer.answered,
            all=answer.required,
            is_proven=answer.is_whole,
            worth=_worth(answer.most),
        )

    @property
    def others(self) -> str:
        """The names of the first answers without a stored proof."""
        cells = (answer.cells[0] for answer in self.turn.answers if not answer.required)
        return listed_text(*map(self._name, cells))

    @property
    def number_proven(self) -> int:
        return sum(answer.is_whole for answer in self.turn.answers)

    @property
    def source(self) -> str:
        """Who has published that X wins; empty where the proof here is the first that is known."""
        known = known_value(self.ruleset)
        return known.source if known and known.source != PROVER else ""

    def _name(self, cell: Cell) -> str:
        return cell_name(self.ruleset, cell)


def _worth(count: int | None) -> str:
    return _("%(name)s wins %(span)s") % {"name": Mark.X.upper(), "span": _span(count)}


def _span(count: int | None) -> str:
    """Return in how many moves X wins at most: *count* of its own marks, from O's turn on."""
    return span(None, None if count is None else 2 * count)


def _proven_replies(answer: FirstAnswer) -> str:
    numbers = {"known": answer.answered, "all": answer.required}
    return _("%(known)d of %(all)d replies proven") % numbers
