"""What a review shows for every move: the list of steps, and the points of the graph.

Written here and not by a template, since a game may have 361 moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from typing import Protocol

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.board.tags import seat_mark
from games.core.rules import Mark
from games.models import Game
from games.review.graph import Graph, Point
from games.review.words import LABELS, Judged, LabelWord
from games.text.phrases import phrase
from games.text.seat_names import seat_name
from games.text.wording import seconds_text

register = template.Library()


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


@register.simple_tag
def review_steps(
    game: Game, steps: Sequence[NumberedMove], judged: Sequence[Judged], shown: int
) -> SafeString:
    """The moves as links to the positions after them, judged if they are. *shown* is a number."""
    marks = {mark: _mark(game, mark) for mark in Mark}
    players = {mark: _player(game, mark) for mark in Mark}
    labels = {label: _label(word) for label, word in LABELS.items()}
    items = []
    for step, one in zip_longest(steps, judged):
        told = labels[one.label] + _reason(one) if one else players[step.mark]
        move = f'<span class="step__move">{marks[step.mark]}{step.name}</span>'
        is_given = step.number <= game.setup
        spent = phrase("given") if is_given else seconds_text(step.spent_ms)
        items.append(_step(step, move + told, spent, is_shown=step.number == shown))
    return _safe("".join(items))


def _step(step: NumberedMove, told: str, spent: str, *, is_shown: bool) -> str:
    number = step.number
    current = ' aria-current="step"' if is_shown else ""
    return (
        f'<li><a class="step" href="?ply={number}" data-ply="{number}"{current}>'
        f'<span class="step__number">{number}.</span>{told}'
        f'<span class="step__time">{escape(spent)}</span></a></li>\n'
    )


def _mark(game: Game, mark: Mark) -> str:
    return f'{seat_mark(game, mark)}<span class="visually-hidden">{mark.upper()}</span>'


def _player(game: Game, mark: Mark) -> str:
    return f'<span class="step__who">{escape(seat_name(game, mark))}</span>'


def _label(label: LabelWord) -> str:
    start = f'<span class="step__label label label--{label.tone}">'
    return f'{start}<i aria-hidden="true">{label.glyph}</i>{escape(str(label.word))}</span>'


def _reason(judged: Judged) -> str:
    evaluation = f"<small>{escape(judged.evaluation)}</small>"
    return f'<span class="step__reason">{escape(judged.sentence)}{evaluation}</span>'


@register.simple_tag
def graph_points(graph: Graph, shown: int) -> SafeString:
    """A line through the point number *shown*, and every point."""
    x, end = graph.points[shown].x, graph.height - 4
    line = f'<line class="graph__now" id="graph-now" x1="{x}" x2="{x}" y1="4" y2="{end}"/>'
    radius = "4" if graph.all_points else "1.5"
    points = (_point(point, radius, is_shown=point.ply == shown) for point in graph.points)
    return _safe(line + "".join(points))


def _point(point: Point, radius: str, *, is_shown: bool) -> str:
    kind = "" if point.is_proven else " graph__point--estimated"
    state = " is-shown" if is_shown else ""
    return (
        f'<circle class="graph__point{kind}{state}" data-point="{point.ply}"'
        f' cx="{point.x}" cy="{point.y}" r="{radius}"/>'
    )


def _safe(text: str) -> SafeString:
    """What is put together here: numbers, names of cells and drawn marks, and escaped texts."""
    return mark_safe(text)  # nosec B308 B703
