"""All puzzles as plain data for a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.notation import cell_name
from games.core.rules import Mark, cells_of
from games.models import Puzzle
from games.puzzles.queries import all_puzzles


def puzzles_data() -> Iterator[dict[str, Any]]:
    """All that are shown; no query lasts from one to the next."""
    return map(puzzle_data, all_puzzles())


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """What everybody may know of a puzzle: neither its answer nor its source."""
    position, mover = puzzle.position, puzzle.to_move
    own = [cell_name(puzzle.ruleset, cell) for cell in cells_of(position.own)]
    opposing = [cell_name(puzzle.ruleset, cell) for cell in cells_of(position.opposing)]
    return {
        "id": puzzle.pk,
        "m": puzzle.m,
        "n": puzzle.n,
        "k": puzzle.k,
        "x": own if mover is Mark.X else opposing,
        "o": opposing if mover is Mark.X else own,
        "to_move": mover.value,
        "value": puzzle.value,
        "plies": puzzle.plies,
        "proof": puzzle.proof,
        "theme": puzzle.theme,
        "rating": round(puzzle.rating),
        "deviation": round(puzzle.deviation),
        "plays": puzzle.plays,
    }
