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
    """Return the task of *puzzle*; without its number of moves once *moves* have been made."""
    return wording.title_of(puzzle, has_begun=bool(moves))


@register.filter
def puzzle_counting(puzzle: Puzzle) -> str:
    """Return how the moves in the puzzle's title are counted; empty if it names no number."""
    return wording.counting_of(puzzle)


@register.inclusion_tag("learn/puzzles/_from_here.html")
def puzzles_from(position: Position) -> dict[str, Any]:
    """Return a panel with puzzles of *position* and of the positions after one move.

    It shows their tasks and ratings, but no answers. Without any puzzle it is empty. One query.
    """
    return {"puzzles": queries.puzzles_from(position)}


@register.simple_tag
def daily_puzzle() -> ShownPuzzle | None:
    """Return the puzzle of the day, turned as everybody sees it. One query once it is stored."""
    found = queries.daily(timezone.now().date())
    return ShownPuzzle(found, THE_DAY) if found else None
