"""What is kept about first marks is what searches find, and what it means for the swap rule."""

from datetime import date

import pytest

from bench.engine.first_cells import values
from games.core.rules import Position, Ruleset
from games.engine import Limits, Value
from games.engine.openings import first_cells as book
from games.engine.openings import first_proofs
from games.engine.openings.first_cells import (
    Fairness,
    FirstCell,
    distinct_cells,
    drawn_first_cells,
    fairness_with_swap,
    first_cells,
    kinds,
    landscape,
    note_proof,
    representative,
)
from games.engine.openings.first_proofs import prove_first_cell
from games.engine.search.full_table import full_table, number_of
from games.engine.search.value import PROOF_VERSION, ForcedWin, Proven
from games.text.solved_games import known_value
from tests.engine.clocks import FakeClock

FAIR = ["6,5,4", "7,5,4", "8,5,4", "9,4,4", "9,5,4"]
UNFAIR = [
    "4,3,3",
    "5,3,3",
    "4,4,3",
    "5,4,3",
    "5,5,3",
    "6,6,3",
    "7,4,3",
    "7,7,3",
    "9,9,3",
    "19,19,3",
    "6,6,4",
    "7,6,4",
    "8,6,4",
    "7,7,4",
    "8,7,4",
    "8,8,4",
]


def ruleset_of(numbers):
    return Ruleset(*map(int, numbers.split(",")))


@pytest.mark.slow
@pytest.mark.parametrize("numbers", ["3,3,3", "4,3,3", "5,3,3", "4,4,3", "4,4,4", "5,3,4"])
def test_brute_force_agrees(numbers):
    ruleset = ruleset_of(numbers)
    table = full_table(ruleset)
    for cell, first in enumerate(first_cells(ruleset)):
        worth = -int(table[number_of(Position(ruleset).play(cell))])  # to the owner, from there
        assert first.value == (worth > 0) - (worth < 0)
        assert first.proven.plies == (abs(worth) + 1 if worth else None)


@pytest.mark.parametrize("numbers", ["6,5,4", "6,6,4", "6,6,5", "8,8,3"])
def test_the_search_finds_what_is_kept(numbers):
    ruleset = ruleset_of(numbers)
    kept = first_cells(ruleset)
    for cell in distinct_cells(ruleset):
        assert prove_first_cell(ruleset, cell, Limits(seconds=60)).proven == kept[cell].proven


@pytest.mark.slow
def test_proof_numbers_find_what_the_search_by_plies_leaves_open():
    ruleset = Ruleset(7, 7, 4)
    found = prove_first_cell(ruleset, 2, Limits(seconds=1000, nodes=3_000_000))
    assert found.value is first_cells(ruleset)[2].value is Value.LOSS
    assert found.proven.plies is None


def test_the_replies_on_a_large_board_share_the_time(monkeypatch):
    clock, given = FakeClock(), []

    def win_after_a_second(position, limits):
        given.append(limits.seconds)
        clock.now += 1.0
        return ForcedWin(0, within=1, line=(0,), by_fours=True)

    monkeypatch.setattr(first_proofs, "win_by_threats", win_after_a_second)
    found = prove_first_cell(Ruleset(15, 15, 4), 112, Limits(seconds=8, clock=clock))
    assert given == [8, 7, 6, 5, 4, 3, 2, 1]
    assert found.proven is None


@pytest.mark.parametrize("numbers", ["4,3,3", "6,5,3", "19,3,3", "10,7,3", "16,11,3"])
def test_with_three_in_a_row_no_first_mark_is_a_draw(numbers):
    ruleset = ruleset_of(numbers)
    assert values(ruleset) <= {Value.WIN, Value.LOSS}
    assert fairness_with_swap(ruleset) is Fairness.UNFAIR


@pytest.mark.parametrize("numbers", UNFAIR)
def test_boards_that_the_swap_rule_hands_to_the_second_player(numbers):
    assert fairness_with_swap(ruleset_of(numbers)) is Fairness.UNFAIR


@pytest.mark.parametrize("numbers", FAIR)
def test_boards_that_the_swap_rule_makes_fair(numbers):
    assert fairness_with_swap(ruleset_of(numbers)) is Fairness.FAIR


def test_the_first_cells_of_6_5_4():
    found = [first.value for first in first_cells(Ruleset(6, 5, 4))]
    assert [found.count(value) for value in (Value.DRAW, Value.WIN, Value.LOSS)] == [14, 10, 6]


def test_what_is_kept_agrees_with_what_is_published():
    for board in book.boards():
        found = book.values_of(board)
        known = known_value(board)
        assert landscape(board) == board
        assert len(distinct_cells(board)) == kinds(board)
        if Value.WIN in found:
            assert known is not None
            assert known.value == "first"
        elif len(found) == kinds(board):
            assert known is None or known.value == "draw"


def test_a_board_is_known_however_it_is_turned():
    wide, high = Ruleset(6, 5, 4), Ruleset(5, 6, 4)
    turned = {column * 5 + row for row, column in (divmod(c, 6) for c in drawn_first_cells(wide))}
    assert set(drawn_first_cells(high)) == turned
    assert fairness_with_swap(wide) is fairness_with_swap(high) is Fairness.FAIR


def test_what_nobody_has_proven_is_open():
    assert fairness_with_swap(Ruleset(15, 15, 5)) is Fairness.OPEN
    assert drawn_first_cells(Ruleset(15, 15, 5)) == ()


def test_what_is_kept_is_read_as_it_is_written():
    text = f"# {PROOF_VERSION} 2026-11-22\n4,4,4 0:d:5 5:?:7\n9,9,4 40:w~11:0 41:w11:3 42:l:8\n"
    assert book.file_text(book.parse_file(text), "2026-11-22") == text


def test_what_is_kept_was_proven_by_this_version():
    version, day = book.stamp()
    assert version == PROOF_VERSION
    assert date.fromisoformat(day)


@pytest.fixture
def own_book(monkeypatch):
    known = dict(book._stored_cells())
    monkeypatch.setattr(book, "_stored_cells", lambda: known)


def test_what_is_learnt_counts_on_the_board_however_it_lies(own_book):
    board = Ruleset(19, 17, 5)
    note_proof(Ruleset(17, 19, 5), 0, FirstCell(Proven(Value.DRAW), 9))
    assert first_cells(board)[representative(board, 0)].value is Value.DRAW
    assert len(drawn_first_cells(board)) == 4


def test_a_weaker_proof_replaces_nothing(own_book):
    board = Ruleset(6, 5, 4)
    before = first_cells(board)
    note_proof(board, 14, FirstCell(Proven(Value.WIN), 1))
    assert first_cells(board) == before


def test_one_drawn_first_mark_makes_a_won_board_fair(own_book):
    board = Ruleset(12, 5, 4)
    note_proof(board, 30, FirstCell(Proven(Value.WIN)))
    assert fairness_with_swap(board) is Fairness.OPEN
    note_proof(board, 0, FirstCell(Proven(Value.DRAW)))
    assert fairness_with_swap(board) is Fairness.FAIR
