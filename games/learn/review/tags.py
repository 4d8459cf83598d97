"""What a review shows for every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from django import template
from django.template.loader import render_to_string

from games.core.rules import Mark
from games.learn.review.words import LabelWord
from games.models import Game
from games.text.phrases import phrase
from games.text.wording import seconds_text

register = template.Library()


class EvaluationBar(NamedTuple):
    """How a game stands, as a bar on a scale of 100: where it begins, and how long it is.

    The bar touches the middle, 50: to the right of it X is better, to the left O.
    """

    start: int
    length: int
    is_proven: bool


@dataclass(frozen=True, slots=True)
class MoveComment:
    """What is said of a move: its label, the reason for it, and how the game stood after it.

    *better* names the moves that were best, or that only look best if not *is_better_proven*. An
    answer is what `games.learn.review.answers` draws on the board.
    """

    label: LabelWord
    sentence: str
    evaluation: str
    is_estimated: bool = False
    better: str = ""
    is_better_proven: bool = True
    bar: EvaluationBar | None = None
    has_answer: bool = False
    lesson: str = ""  # the slug of the lesson about the threat


class NumberedMove(Protocol):
    """A move, numbered from 1."""

    @property
    def number(self) -> int: ...
    @property
    def mark(self) -> Mark: ...
    @property
    def cell_name(self) -> str: ...
    @property
    def spent_ms(self) -> int: ...


class MoveRow(NamedTuple):
    """A move as the list shows it, and the number of the position *before* it."""

    number: int
    before: int
    is_shown: bool
    is_x: bool
    name: str
    spent: str
    label: str
    comment: MoveComment | None


@register.inclusion_tag("learn/review/_steps.html")
def review_steps(
    game: Game, steps: Sequence[NumberedMove], judged: Sequence[MoveComment], shown: int
) -> dict[str, Any]:
    """Return the moves as links to the positions after them, with what is *judged* of them.

    *shown* is the number of the move after which the board is shown. Beside each move is a link to
    its answer, or else to the page of the position in which it was made.
    """
    labels = {
        (one.label, one.is_estimated): render_to_string(
            "learn/review/_label.html", {"label": one.label, "is_estimated": one.is_estimated}
        )
        for one in judged
    }
    given = phrase("given")
    moves = [
        MoveRow(
            step.number,
            step.number - 1,
            step.number == shown,
            step.mark is Mark.X,
            step.cell_name,
            given if step.number <= game.setup else seconds_text(step.spent_ms),
            labels[one.label, one.is_estimated] if one else "",
            one,
        )
        for step, one in zip_longest(steps, judged)
    ]
    return {"game": game, "moves": moves}
