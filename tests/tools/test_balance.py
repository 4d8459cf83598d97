"""Openings are measured by games that can be played again."""

from itertools import islice, permutations

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical
from games.engine.openings.measured import MeasuredOpening
from games.engine.search import strong
from tools import balance
from tools.balance import (
    FIRST_LOOK,
    REACH,
    candidates,
    is_good,
    may_be_good,
    measured,
)

BOARD = Ruleset(9, 9, 5)


def results(won, drawn, lost):
    return MeasuredOpening((0, 1, 2), won, drawn, lost)


def test_candidates_are_a_few_marks_near_the_middle_each_kind_once():
    board = Ruleset(15, 15, 5)
    found = list(islice(candidates(board), 200))
    assert found == list(islice(candidates(board), 200))
    assert {len(moves) for moves in found} == {3, 4, 5}
    assert len({canonical(Position.after(board, moves)) for moves in found}) == len(found)
    middle = board.m // 2
    for cell in {cell for moves in found for cell in moves}:
        assert max(abs(cell % 15 - middle), abs(cell // 15 - middle)) <= REACH


def test_candidates_end_once_all_have_come():
    board = Ruleset(3, 3, 3)
    orders = (marks for count in (3, 4, 5) for marks in permutations(range(9), count))
    positions = {Position.after(board, marks) for marks in orders}
    found = [canonical(Position.after(board, moves)) for moves in candidates(board)]
    assert len(found) == len(set(found))
    assert set(found) == {canonical(position) for position in positions if not position.is_over}


@pytest.mark.parametrize(
    ("found", "is_kept"),
    [
        (results(50, 0, 50), True),
        (results(45, 0, 55), True),
        (results(44, 0, 56), False),
        (results(56, 0, 44), False),
        (results(17, 66, 17), True),
        (results(16, 68, 16), False),  # too often drawn
    ],
)
def test_a_good_opening_is_even_and_not_often_drawn(found, is_kept):
    assert is_good(found) is is_kept


@pytest.mark.parametrize(
    ("found", "may_be"),
    [
        (results(13, 0, 7), True),  # 65 % of so few: between 43 and 82
        (results(65, 0, 35), False),  # 55.3 to 73.6 %
        (results(35, 0, 65), False),
        (results(1, 18, 1), False),  # 90 % are drawn: between 70 and 97
        (results(2, 16, 2), True),  # 58 to 92 % are drawn
    ],
)
def test_what_is_certain_not_to_be_good_is_given_up(found, may_be):
    assert may_be_good(found) is may_be


def test_the_same_opening_has_the_same_games_and_others_with_another_seed(monkeypatch):
    seeds = []
    monkeypatch.setattr(balance, "first_players_points", lambda *game: seeds.append(game[2]) or 1.0)
    moves = next(candidates(BOARD))
    for again in ("", "", "again"):
        assert measured(BOARD, moves, 20, again, to_the_end=True).games == 20
    assert seeds[:20] == seeds[20:40]
    assert len(set(seeds)) == 40


def test_the_same_seed_gives_the_same_moves(monkeypatch):
    strong.STRONG.ensure_ready()  # which searches, too
    asked = []
    search = strong.search

    def watched(position, limits):
        asked.append((position, limits))
        return search(position, limits)

    monkeypatch.setattr(strong, "search", watched)
    points = [balance.first_players_points(BOARD, (40, 30, 41, 50), "seed") for _ in range(2)]
    half = len(asked) // 2
    assert asked[:half] == asked[half:]
    assert points[0] == points[1]
    assert len({limits.nodes for _, limits in asked}) > 1


def test_an_opening_that_wins_by_itself_is_soon_dropped():
    three_in_a_row = (39, 0, 40, 8, 41)  # O to move, who has nothing
    found = measured(BOARD, three_in_a_row, 60)
    assert found == MeasuredOpening(three_in_a_row, FIRST_LOOK, 0, 0)
