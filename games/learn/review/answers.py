"""Why a move lost something: the answer that shows it, to be drawn mark by mark on its board."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.engine.analysis.grades import Grades
from games.engine.analysis.labels import Code
from games.engine.analysis.shapes import Shape

# After these moves the answer is the mover's own: what could have been played instead.
MISSED = frozenset({Code.LEAVES_WIN, Code.MISSES_LINE, Code.WIN_TO_DRAW, Code.WINS_SLOWER})
# After these moves the answer is the opponent's.
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
    """One mark of an answer, numbered from 1."""

    number: int
    name: str
    is_x: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """Another reply to the first mark, and how it goes on."""

    name: str
    moves: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The marks that show what was wrong with move number *number*, of which some are *shown*.

    They follow the position after *start* moves. The move's cell is *crossed* out, unless a mark
    stands there; an answer that *is_own* is the mover's, and begins in place of the move.
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
    """Return whether there is an answer to the move of that number, from 1."""
    return bool(start_and_line(grades, number))


def answer_to(
    grades: Grades, number: int, shown: int, ruleset: Ruleset, first: Mark
) -> Answer | None:
    """Return the answer to the move of that number, with so many of its marks *shown*, if there
    is one.
    """
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
    played = line[1:2]
    replies = tuple(
        AnswerReply(cell_name(ruleset, reply), " ".join(cell_name(ruleset, cell) for cell in after))
        for reply, after in move.answers.items()
        if (reply,) != played
    )
    is_own = start < number
    return Answer(number, start, line, shown, move.cell, is_own, move.threat, marks, replies)


def start_and_line(grades: Grades, number: int) -> tuple[int, tuple[Cell, ...]] | None:
    """Return after how many moves the answer begins, and its marks."""
    if not 1 <= number <= len(grades.moves):
        return None
    code = grades.moves[number - 1].reason.code
    if code in MISSED and (line := grades.evaluations[number - 1].line):
        return number - 1, line
    if code in LOST and (line := grades.evaluations[number].line):
        return number, line
    return None
