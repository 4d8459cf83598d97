"""What a review shows for every move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from django import template
from django.template.loader import render_to_string

from games.core.rules import Mark
from games.learn.review.words import LABELS, MoveComment
from games.models import Game
from games.text.phrases import phrase
from games.text.wording import seconds_text

register = template.Library()

NOT_JUDGED = (False, "", "", "")


class NumberedMove(Protocol):
    """A move, numbered from 1."""

    @property
    def number(self) -> int: ...
    @property
    def mark(self) -> Mark: ...
    @property
    def name(self) -> str: ...
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
    is_judged: bool
    label: str
    sentence: str
    evaluation: str


@register.inclusion_tag("learn/review/_steps.html")
def review_steps(
    game: Game, steps: Sequence[NumberedMove], judged: Sequence[MoveComment], shown: int
) -> dict[str, Any]:
    """Return the moves as links to the positions after them, judged if they are.

    *shown* is a number.

    Beside each a link to the page of the position it was made in, where all moves have their worth.
    """
    labels = {
        label: render_to_string("learn/review/_label.html", {"label": LABELS[label]})
        for label in {one.label for one in judged}
    }
    told = [(True, labels[one.label], one.sentence, one.evaluation) for one in judged]
    given = phrase("given")
    moves = [
        MoveRow(
            step.number,
            step.number - 1,
            step.number == shown,
            step.mark is Mark.X,
            step.name,
            given if step.number <= game.setup else seconds_text(step.spent_ms),
            *(one or NOT_JUDGED),
        )
        for step, one in zip_longest(steps, told)
    ]
    return {"game": game, "moves": moves}
