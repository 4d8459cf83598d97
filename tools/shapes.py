"""How much shapes count on large boards, by results of the strong player's games against itself.

The sum that `deepening.estimate` makes of a position is taken for the logarithm of the odds of the
side to move, and its numbers are fitted to how the games ended: a logistic regression, as chess
programs tune theirs (Österlund, "Texel's tuning method", 2014). Only positions in which nothing is
forced are used, as the search estimates no others: nobody can complete a line, and the side to move
has no win by fours. No time is limited, so the same number gives the same game again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Cell, Position, Ruleset
from games.engine.kernels import deepening
from games.engine.kernels.forcing import forced_win, new_forcing
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard, board_of
from games.engine.kernels.patterns import (
    COMPLETE,
    COMPLETES,
    FOUR_AND_THREE,
    KINDS,
    ONE_FOUR,
    ONE_THREE,
    TWO_THREES,
    WINS_NEXT,
    shapes_table,
)
from tools.balance import candidates, play_game

# Log odds in one unit of the sum before it is divided by UNITS: the scale of the search's margins.
LOGITS = 1 / 3_200
RIDGE = 1e-3  # keeps the counts of rare shapes near 0
STEPS = 25  # of Newton's method, which has settled long before
FOURS, POSITIONS = deepening.FOURS_AT_LEAF, deepening.FORCING_AT_LEAF

THREATS = {
    "to face a win": -deepening.TO_FACE_A_WIN,
    "own three": deepening.OWN_THREE,
    "their three": -deepening.THEIR_THREE,
    "own two threes": deepening.OWN_TWO_THREES,
    "own two threes against fours": deepening.OWN_TWO_THREES_AGAINST_FOURS,
    "their four and three": -deepening.THEIR_FOUR_AND_THREE,
}


def present_counts(ruleset: Ruleset) -> dict[str, int]:
    """Return the counts that the search uses now, by name, in the order of `terms`.

    A shape is named by its kind (see `kernels.patterns`).
    """
    counts = shapes_table()
    shapes = {f"shape {kind}": int(counts[kind]) for kind in _kinds(ruleset.k)}
    return shapes | THREATS


def terms(board: PatternBoard, side: int) -> NDArray[np.float64]:
    """Return how often each of `present_counts` applies for *side*, to move."""
    other, at_level = 1 - side, board.at_level
    free = board.places[board.marks[board.places] == FREE]
    own, theirs = (_shapes(board.kinds[free, one], board.k) for one in (side, other))
    shapes = deepening.OWN_SHAPES * own - deepening.HALVES_OF_THEIR_SHAPES / 2 * theirs
    has_threes = bool(at_level[side, TWO_THREES])
    faces_fours = bool(at_level[other, ONE_FOUR] + at_level[other, FOUR_AND_THREE])
    faces_win = bool(at_level[other, WINS_NEXT])
    threats = [
        faces_win,
        min(at_level[side, ONE_THREE], deepening.MAX_OWN_THREES),
        min(at_level[other, ONE_THREE], deepening.MAX_THEIR_THREES),
        not faces_win and has_threes and not faces_fours,
        not faces_win and has_threes and faces_fours,
        not faces_win and at_level[other, FOUR_AND_THREE] > 0,
    ]
    return np.concatenate([shapes, threats])


def _kinds(k: int) -> range:
    """Return the kinds that occur with *k*, without those of lost and complete lines."""
    return range(COMPLETE - 2 * (k - 1), COMPLETE)


def _shapes(kinds: NDArray[np.int32], k: int) -> NDArray[np.int64]:
    """Return how often each kind occurs, in four directions from each of some cells."""
    each = kinds[:, None] >> np.arange(0, 16, 4) & (KINDS - 1)
    return np.bincount(each.ravel(), minlength=KINDS)[_kinds(k)]


def examples(
    ruleset: Ruleset, games: int
) -> Iterator[tuple[list[NDArray[np.float64]], list[float]]]:
    """Yield, for each game, the terms of its quiet positions and the results (1, ½ or 0) for the
    side to move in them.
    """
    for number, opening in enumerate(islice(candidates(ruleset), games)):
        moves = play_game(ruleset, opening, Random(f"shapes {number}"))
        end = Position.after(ruleset, moves)
        found = list(_quiet_positions(ruleset, moves, len(opening)))
        results = [0.5 if not end.is_won else float((end.ply - ply) % 2) for ply, _ in found]
        yield [of_position for _, of_position in found], results


def _quiet_positions(
    ruleset: Ruleset, moves: tuple[Cell, ...], start: int
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield the ply and the terms of each position in which nothing is forced."""
    stop = np.zeros(1, np.uint8)
    for ply in range(start, len(moves)):
        board = board_of(Position.after(ruleset, moves[:ply]))
        at_level = board.at_level
        if at_level[0, WINS_NEXT] or at_level[:, COMPLETES].any():
            continue
        forcing = new_forcing(ruleset.cells, stop)
        if forced_win(board, forcing, 0, FOURS, POSITIONS) == NOWHERE:
            yield ply, terms(board, 0)


def fitted(of_positions: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the counts under which *results* are likeliest, by Newton's method.

    *of_positions* has a row of terms for each result.
    """
    rows = of_positions * LOGITS
    weights = np.zeros(rows.shape[1])
    ridge = RIDGE * np.eye(rows.shape[1]) * LOGITS**2
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-rows @ weights))
        bend = (rows * (expected * (1 - expected))[:, None]).T @ rows + ridge
        weights += np.linalg.solve(bend, rows.T @ (results - expected) - ridge @ weights)
    return weights
