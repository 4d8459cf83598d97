"""Worths are fitted to what the search adds up, and to how games ended."""

import numpy as np
import pytest

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.engine.kernels.deepening import MAX_ESTIMATE, UNITS, estimate
from games.engine.kernels.pattern_board import board_of
from games.engine.kernels.patterns import COMPLETES
from tests.management.calling import run
from tools import worths
from tools.balance import candidates, play_game

BOARD = Ruleset(9, 9, 5)


def test_the_terms_add_up_to_the_estimate_of_the_search():
    present = list(worths.present_worths(BOARD).values())
    opening = next(candidates(BOARD))
    moves = play_game(BOARD, opening, "terms")
    for ply in range(len(moves)):
        board = board_of(Position.after(BOARD, moves[:ply]))
        if board.at_level[:, COMPLETES].any():
            continue  # a line that can be completed is not estimated
        for side in range(2):
            worth = worths.terms(board, side) @ present // UNITS
            assert estimate(board, side) == max(-MAX_ESTIMATE, min(MAX_ESTIMATE, worth))


def test_positions_count_where_nothing_is_forced(monkeypatch):
    line = [parse_cell(BOARD, name) for name in "d5 a1 e5 a3 f5 a5 c5 a7 b5".split()]
    monkeypatch.setattr(worths, "candidates", lambda ruleset: [()])
    monkeypatch.setattr(worths, "play_game", lambda *game: tuple(line))
    ((rows, results),) = worths.examples(BOARD, 1)
    # Up to the three: then X could make two fours, and had completed a line for certain.
    assert results == [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    faces_win = [row[list(worths.present_worths(BOARD)).index("to face a win")] for row in rows]
    assert faces_win == [0, 0, 0, 0, 0, 1]


def test_of_a_drawn_game_both_sides_have_half(monkeypatch):
    small = Ruleset(5, 5, 5)
    rows = ["xxoox", "ooxxo", "xxoox", "ooxxo", "xxoox"]
    mine = [5 * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "x"]
    theirs = [cell for cell in range(25) if cell not in mine]
    moves = [cell for pair in zip(mine, theirs, strict=False) for cell in pair] + mine[12:]
    assert Position.after(small, moves).is_full
    monkeypatch.setattr(worths, "candidates", lambda ruleset: [()])
    monkeypatch.setattr(worths, "play_game", lambda *game: tuple(moves))
    ((_, results),) = worths.examples(small, 1)
    assert results
    assert set(results) == {0.5}


def test_the_worths_are_found_by_which_results_came_about():
    random = np.random.default_rng(1)
    true = np.array([400.0, -800.0, 1_500.0])
    rows = random.integers(-3, 4, (40_000, 3))
    odds = 1 / (1 + np.exp(-rows @ true * worths.LOGITS))
    results = (random.random(len(odds)) < odds).astype(float)
    assert worths.fitted(rows, results) == pytest.approx(true, abs=100)


def test_a_threat_that_always_wins_has_a_number():
    rows = np.array([[1.0], [1.0], [-1.0]])
    (worth,) = worths.fitted(rows, np.array([1.0, 1.0, 0.0]))
    assert 0 < worth < float("inf")


def test_the_command_tells_each_worth_beside_the_present_one():
    out, code = run("fit_worths", "9,9,5", "--games", 2)[:2]
    assert code == 0
    names = [line.split(":")[0] for line in out.splitlines()]
    assert names == list(worths.present_worths(BOARD))
