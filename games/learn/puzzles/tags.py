"""Puzzles in templates: the task of one, those from a position, and the puzzle of the day."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from games.core.rules import Cell, Position
from games.learn.puzzles import queries, wording
from games.learn.puzzles.showing import ShownPuzzle
from games.models import Puzzle
from games.models.learning.puzzle import THE_DAY

register = template.Library()


@register.filter
def puzzle_title(puzzle: Puzzle) -> str:
    return wording.title_of(puzzle)


@register.simple_tag
def puzzle_task(puzzle: Puzzle, moves: list[Cell]) -> str:
    """Return what is to be done after *moves* of the answer."""
    return wording.title_of(puzzle, has_begun=bool(moves))


@register.filter
def puzzle_counting(puzzle: Puzzle) -> str:
    return wording.counting_of(puzzle)


@register.inclusion_tag("learn/puzzles/_from_here.html")
def puzzles_from(position: Position) -> dict[str, Any]:
    """Return a panel with the puzzles of *position* and of the positions after one move.

    It is empty without any. It names their tasks and ratings, but no answers. One query.
    """
    return {"puzzles": queries.puzzles_from(position)}


@register.simple_tag
def daily_puzzle() -> ShownPuzzle | None:
    """Return the puzzle of the day, as everybody sees it. One query where it is stored."""
    found = queries.daily(timezone.now().date())
    return ShownPuzzle(found, THE_DAY) if found else None
