"""Balanced openings are draws by every search, one of each kind."""

from random import Random

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical
from games.engine import Limits, Value
from games.engine.openings import balanced as book
from games.engine.openings.balanced import openings
from games.engine.search.full_table import full_table, number_of
from games.engine.search.prover import Prover
from tools.openings import TABLE_BITS, prove_openings, prove_value


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 3, 3)])
def test_brute_force_finds_as_many_draws(numbers):
    ruleset = Ruleset(*numbers)
    table, found = full_table(ruleset), openings(ruleset)
    draws = [p for p in book.candidates(ruleset) if table[number_of(p)] == 0]
    assert (found.positions, found.drawn, found.left) == (
        len(book.candidates(ruleset)),
        len(draws),
        0,
    )
    assert {canonical(Position.after(ruleset, one.moves)) for one in found.kept} == set(draws)


def test_a_sample_of_what_is_kept_is_drawn():
    chance = Random(13)
    for board in book.boards():
        kept = openings(board).kept
        for one in chance.sample(kept, min(2, len(kept))):
            position = Position.after(board, one.moves)
            found = prove_value(position, Limits(seconds=60), Prover(board, TABLE_BITS))
            assert found == (Value.DRAW, one.nodes), (board, one)


def test_no_opening_stands_twice():
    for board in book.boards():
        kept = [canonical(Position.after(board, one.moves)) for one in openings(board).kept]
        assert len(set(kept)) == len(kept)


def test_they_are_found_and_written_as_they_are_kept():
    board = Ruleset(4, 3, 3)
    found = prove_openings(board, Limits(seconds=60), 60)
    assert found == openings(board)
    assert book.parse_file(book.file_text({board: found})) == {board: found}


def test_no_more_are_kept_than_wanted_and_those_the_hardest():
    board = Ruleset(4, 3, 3)
    few = prove_openings(board, Limits(seconds=60), 5).kept
    others = [one for one in openings(board).kept if one not in few]
    assert len(few) == 5
    assert min(one.nodes for one in few) >= max(one.nodes for one in others)


def test_a_board_that_stands_has_the_same_openings_turned():
    high = Ruleset(3, 4, 3)
    table = full_table(high)
    assert openings(high).kept
    for one in openings(high).kept:
        assert table[number_of(Position.after(high, one.moves))] == 0


def test_boards_with_no_balanced_opening_say_so():
    assert openings(Ruleset(4, 4, 3)).none_is_drawn
    assert not openings(Ruleset(15, 15, 5)).none_is_drawn
