"""A question as its page shows it: the board to choose on, the answers, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _

from games.board.drawing import UNIT
from games.board.looks import Looks
from games.board.plain import PlainBoard
from games.core.notation import parse_cell
from games.core.rules import Cell, Mark
from games.learn.lessons import searches
from games.learn.lessons.content import Lesson
from games.learn.lessons.questions import METHODS, LessonChoice, LessonQuestion
from games.learn.lessons.reasons import reason

TELLING_LENGTHS = frozenset({"finish", "hold", "best", "who", "who_after", "skipped"})
SHOW = "show"  # sent in place of an answer by whoever gives up


@dataclass(frozen=True, slots=True)
class CellSpot:
    """A cell to choose: where it is on the board, what stands in it, and *name*, how it looks."""

    x: int
    y: int
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One of the replies that a search looks at in turn."""

    number: int
    name: str
    cells: tuple[Cell, ...]
    text: str
    is_skipped: bool


class ShownQuestion:
    """Question *number* of *lesson*, with the *answer* that was given, if any was."""

    def __init__(self, lesson: Lesson, number: int, answer: str, looks: Looks) -> None:
        self.lesson, self.number = lesson, number
        self.question: LessonQuestion = lesson.questions[number - 1]
        self.chosen: LessonChoice | None = self.question.judge(answer)
        # Where a stored proof is missing there is no answer to be shown.
        self.gave_up = answer == SHOW and bool(self.question.right)
        self._looks = looks

    @property
    def is_right(self) -> bool:
        return self.chosen is not None and self.chosen.is_right

    @property
    def is_wrong(self) -> bool:
        return self.chosen is not None and not self.chosen.is_right

    @property
    def is_over(self) -> bool:
        """Whether the answer is shown."""
        return self.is_right or self.gave_up

    @property
    def reason(self) -> str:
        """Why the answer is right or wrong."""
        if self.gave_up:
            return reason(self.question, self.question.right[0].value)
        return reason(self.question, self.chosen.value) if self.chosen else ""

    @property
    def tells_length(self) -> bool:
        """Whether the reason may say in how many moves a side wins."""
        return bool(self.reason) and self.question.kind in TELLING_LENGTHS

    @property
    def verdict(self) -> str:
        if self.is_right and self.chosen:
            return _("Right: %(answer)s.") % {"answer": self.chosen.text}
        if self.gave_up:
            right = ", ".join(choice.text for choice in self.question.right)
            return _("The answer: %(answer)s.") % {"answer": right}
        return _("No, not %(answer)s.") % {"answer": self.chosen.text} if self.chosen else ""

    @property
    def next_number(self) -> int | None:
        return self.number + 1 if self.number < len(self.lesson.questions) else None

    @property
    def board(self) -> PlainBoard:
        """The position; to choose on while the answer is open."""
        question = self.question
        is_playable = question.is_on_board and not self.is_over
        ruleset = question.place.ruleset
        return PlainBoard(
            ruleset, Mark.X, question.shown_moves, self._looks, is_playable=is_playable
        )

    @property
    def spots(self) -> list[CellSpot]:
        """The cells to choose from; with numbers where the question is about their order."""
        if not self.question.is_on_board:
            return []
        is_ordered = self.question.kind == "skipped"
        return [
            self._spot(choice, str(number) if is_ordered else "")
            for number, choice in enumerate(self.question.choices, start=1)
        ]

    def _spot(self, choice: LessonChoice, text: str) -> CellSpot:
        ruleset = self.question.place.ruleset
        row, column = divmod(parse_cell(ruleset, choice.value), ruleset.m)
        name = "ask"
        if self.is_over:
            is_shown = choice.is_right and (self.gave_up or choice == self.chosen)
            name, text = ("right", "✓") if is_shown else ("seen", text)
        elif choice == self.chosen:
            name = "wrong"
        return CellSpot(column * UNIT, row * UNIT, text, name)

    @property
    def replies(self) -> list[Reply]:
        """The replies in the order in which alpha-beta looks at them."""
        if self.question.kind != "skipped":
            return []
        return [
            self._reply(number, choice)
            for number, choice in enumerate(self.question.choices, start=1)
        ]

    def _reply(self, number: int, choice: LessonChoice) -> Reply:
        question = self.question
        cell = parse_cell(question.place.ruleset, choice.value)
        text = "?"
        if self.is_over or choice == self.chosen:
            worth = searches.worth_of(question.position, (*question.cells, cell))
            text = _("skipped") if choice.is_right else question.worth_text(worth)
        is_skipped = self.is_over and choice.is_right
        return Reply(number, choice.value, (*question.shown_moves, cell), text, is_skipped)

    @property
    def counts(self) -> dict[str, str]:
        """How many positions each method looks at from the question's, for the lesson's text."""
        position = self.question.position
        # Minimax without a table looks at every game: on a larger board nobody would wait for it.
        if position.ruleset.cells > 9:
            return {}
        names = (*METHODS, "minimax_with_table")
        return {name: intcomma(searches.counts(position, name).nodes) for name in names}
