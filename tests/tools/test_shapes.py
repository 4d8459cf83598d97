"""What shapes count is fitted to what the search adds up, and to how games ended."""

from random import Random

import numpy as np
import pytest

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.engine.kernels.deepening import MAX_ESTIMATE, UNITS, estimate
from games.engine.kernels.pattern_board import board_of
from games.engine.kernels.patterns import COMPLETES
from tests.management.calling import run
from tools import shapes
from tools.balance import candidates, play_game

BOARD = Ruleset(9, 9, 5)


def test_the_terms_add_up_to_the_estimate_of_the_search():
    present = list(shapes.present_counts(BOARD).values())
    opening = next(candidates(BOARD))
    moves = play_game(BOARD, opening, Random("terms"))
    for ply in range(len(moves)):
        board = board_of(Position.after(BOARD, moves[:ply]))
        if board.at_level[:, COMPLETES].any():
            continue  # a line that can be completed is not estimated
        for side in range(2):
            count = shapes.terms(board, side) @ present / UNITS
            # The search works in whole numbers.
            assert abs(estimate(board, side) - np.clip(count, -MAX_ESTIMATE, MAX_ESTIMATE)) < 2


def test_positions_count_where_nothing_is_forced(monkeypatch):
    line = [
        parse_cell(BOARD, name) for name in ["d5", "a1", "e5", "a3", "f5", "a5", "c5", "a7", "b5"]
    ]
    monkeypatch.setattr(shapes, "candidates", lambda ruleset: [()])
    monkeypatch.setattr(shapes, "play_game", lambda *game: tuple(line))
    ((rows, results),) = shapes.examples(BOARD, 1)
    # Up to the three: then X could make two fours, and had completed a line for certain.
    assert results == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    faces_win = [row[list(shapes.present_counts(BOARD)).index("to face a win")] for row in rows]
    assert faces_win == [0, 0, 0, 0, 0, 1]


def test_of_a_drawn_game_both_sides_have_half(monkeypatch):
    small = Ruleset(5, 5, 5)
    rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"]
    mine = [5 * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "x"]
    theirs = [cell for cell in range(25) if cell not in mine]
    moves = [cell for pair in zip(mine, theirs, strict=False) for cell in pair] + mine[12:]
    assert Position.after(small, moves).is_full
    monkeypatch.setattr(shapes, "candidates", lambda ruleset: [()])
    monkeypatch.setattr(shapes, "play_game", lambda *game: tuple(moves))
    ((_, results),) = shapes.examples(small, 1)
    assert results
    assert set(results) == {0.5}


def test_the_counts_are_found_by_which_results_came_about():
    random = np.random.default_rng(1)
    true = np.array([400.0, -800.0, 1_500.0])
    rows = random.integers(-3, 4, (40_000, 3))
    odds = 1 / (1 + np.exp(-rows @ true * shapes.LOGITS))
    results = (random.random(len(odds)) < odds).astype(float)
    assert shapes.fitted(rows, results) == pytest.approx(true, abs=100)


def test_a_threat_that_always_wins_has_a_number():
    rows = np.array([[1.0], [1.0], [-1.0]])
    (count,) = shapes.fitted(rows, np.array([1.0, 1.0, 0.0]))
    assert 0 < count < float("inf")


def test_the_command_tells_each_count_beside_the_present_one():
    out, code = run("fit_shapes", "9,9,5", "--games", 2)[:2]
    assert code == 0
    names = [line.split(":")[0] for line in out.splitlines()]
    assert names == list(shapes.present_counts(BOARD))
