"""The answer to a wrong move, drawn mark by mark on its board: the win it let through or missed."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.engine.analysis.grades import Grades
from games.engine.analysis.labels import Code
from games.engine.analysis.shapes import Shape

# The answer to these moves is the win that the mover missed. It begins instead of the move.
MISSED = frozenset({Code.LEAVES_WIN, Code.MISSES_LINE, Code.WIN_TO_DRAW, Code.WINS_SLOWER})
# The answer to these moves is the win that the opponent has now. It begins after the move.
LOST = frozenset(
    {
        Code.ALLOWS_WIN,
        Code.LEAVES_LINE,
        Code.DRAW_TO_LOSS,
        Code.WIN_TO_LOSS,
        Code.LOSES_SOONER,
    }
)


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """One mark of an answer; *number* counts from 1."""

    number: int
    name: str
    is_x: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """A reply to the first mark that the answer does not show, and the moves after that reply."""

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The marks that show what was wrong with move number *number*.

    They follow the position after *start* moves, and the first *shown* of them are drawn. The cell
    of the move, *crossed*, is crossed out unless one of them stands there. *is_own* says that the
    mover wins by the answer, which begins instead of the move.
    """

    number: int
    start: int
    line: tuple[Cell, ...]
    shown: int
    crossed: Cell
    is_own: bool
    threat: Shape | None
    marks: tuple[AnswerMark, ...]
    replies: tuple[AnswerReply, ...]

    @property
    def last(self) -> int:
        return len(self.line)

    @property
    def winner_is_x(self) -> bool:
        return self.marks[0].is_x


def has_answer(grades: Grades, number: int) -> bool:
    """Return whether there is an answer to move *number*, which counts from 1."""
    return bool(start_and_line(grades, number))


def answer_to(
    grades: Grades, number: int, shown: int, ruleset: Ruleset, first: Mark
) -> Answer | None:
    """Return the answer to move *number* with *shown* of its marks drawn; None if there is none."""
    found = start_and_line(grades, number)
    if found is None:
        return None
    start, line = found
    shown = max(1, min(shown, len(line)))
    move = grades.moves[number - 1]
    marks = tuple(
        AnswerMark(
            index + 1,
            cell_name(ruleset, cell),
            ((start + index) % 2 == 0) == (first is Mark.X),
            index < shown,
        )
        for index, cell in enumerate(line)
    )
    shown_reply = line[1:2]
    replies = tuple(
        AnswerReply(cell_name(ruleset, reply), " ".join(cell_name(ruleset, cell) for cell in after))
        for reply, after in move.answers.items()
        if (reply,) != shown_reply
    )
    is_own = start < number
    return Answer(number, start, line, shown, move.cell, is_own, move.threat, marks, replies)


def start_and_line(grades: Grades, number: int) -> tuple[int, tuple[Cell, ...]] | None:
    """Return after how many moves the answer to move *number* begins, and its marks, if any."""
    if not 1 <= number <= len(grades.moves):
        return None
    code = grades.moves[number - 1].reason.code
    if code in MISSED and (line := grades.evaluations[number - 1].line):
        return number - 1, line
    if code in LOST and (line := grades.evaluations[number].line):
        return number, line
    return None
