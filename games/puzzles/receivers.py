"""Slips in graded games become puzzles. Connected by apps.py."""

from typing import Any

from django.dispatch import receiver

from games.core.rules import Cell
from games.engine.analysis.grades import Grades
from games.models import Game
from games.puzzles.making import add_from_game
from games.review.signals import graded


@receiver(graded)
def make_puzzles_of_slips(
    game: Game, cells: tuple[Cell, ...], grades: Grades, **kwargs: Any
) -> None:
    add_from_game(game, cells, grades)
