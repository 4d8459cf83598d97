import pytest
from hypothesis import given

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.players.rules import (
    COMPLETING_ORDER,
    RULES,
    candidates,
    choose,
    corners_of,
)
from games.engine.search.glance import blocking_cells, winning_cells
from tests.core.strategies import games
from tests.engine.positions import after

GUARDING_ORDER = ("win", "block", "block_early", "centre", "corner")


def test_it_wins_where_it_can():
    assert candidates(after(0, 3, 1, 4)) == [2]


def test_it_wins_rather_than_blocks():
    assert candidates(after(0, 3, 1, 4, 8)) == [5]


def test_it_blocks_where_it_must():
    assert candidates(after(0, 4, 1)) == [2]


def test_it_takes_the_centre_first():
    assert candidates(after()) == [4]
    assert candidates(after(0)) == [4]


def test_without_the_centre_it_takes_a_corner():
    assert candidates(after(4)) == [0, 2, 6, 8]
    assert candidates(after(4, 0, 8)) == [2, 6]


def test_without_corners_it_takes_a_side():
    assert candidates(after(4, 0, 8, 2, 1, 7, 6)) == [3, 5]


def test_on_a_large_board_it_takes_the_middle():
    ruleset = Ruleset(15, 15, 5)
    middle = {row * 15 + column for row in range(4, 11) for column in range(4, 11)}
    assert set(candidates(Position(ruleset))) == middle


def test_on_a_large_board_it_blocks_four():
    four = [0, 15, 1, 16, 2, 17, 3]
    assert candidates(after(*four, ruleset=Ruleset(15, 15, 5))) == [4]


@given(games())
def test_it_always_wins_or_blocks_where_that_is_possible(game):
    position = Position.after(*game)
    if position.is_over:
        return
    wins = winning_cells(position)
    blocks = blocking_cells(position)
    choice = choose(position, Limits(seed=1))
    assert choice in (wins or blocks or position.legal_moves())


@pytest.mark.parametrize("seed", range(5))
def test_it_never_marks_a_worse_cell_than_its_rules_say(seed):
    position = after(4, 0)
    assert choose(position, Limits(seed=seed)) in candidates(position)


@given(games())
def test_every_rule_leads_to_free_cells_only(game):
    position = Position.after(*game)
    if not position.is_over:
        for rule in RULES.values():
            assert set(rule(position)) <= set(position.legal_moves())


def test_guarding_it_blocks_before_it_must():
    ruleset = Ruleset(15, 15, 5)
    three, two = (112, 0, 113, 14, 114), (112, 0, 113)
    assert set(candidates(after(*three, ruleset=ruleset), GUARDING_ORDER)) == {111, 115}
    assert set(candidates(after(*two, ruleset=ruleset), GUARDING_ORDER)) == {111, 114}


def test_guarding_it_lets_short_lines_be():
    assert candidates(after(0), GUARDING_ORDER) == [4]
    assert candidates(after(4), GUARDING_ORDER) == [0, 2, 6, 8]
    assert candidates(after(4, 0, 8, 2, 1, 7, 6), GUARDING_ORDER) == [3, 5]


def test_guarding_it_still_wins_first():
    assert candidates(after(0, 3, 1, 4), GUARDING_ORDER) == [2]


def test_complete_or_block_opens_in_a_corner():
    assert candidates(after(), COMPLETING_ORDER) == [0, 2, 6, 8]
    assert candidates(after(0), COMPLETING_ORDER) == [4]


def test_complete_or_block_does_not_tell_a_win_from_a_block():
    assert candidates(after(0, 3, 1, 4), COMPLETING_ORDER) == [2, 5]


def test_without_a_rule_that_applies_every_cell_will_do():
    assert candidates(after(4), ["win", "block"]) == [0, 1, 2, 3, 5, 6, 7, 8]


def test_every_board_has_four_corners():
    assert corners_of(Ruleset(5, 4, 3)) == [0, 4, 15, 19]
