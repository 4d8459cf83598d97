"""Whether to take over the first mark: proven where it can be, by its lines elsewhere."""

import pytest

from games.core.rules import Position, Ruleset
from games.engine import Limits, choose
from games.engine.openings.first_cells import drawn_first_cells
from games.engine.players.swapping import first_mark, wants_first_mark

LIMITS = Limits(seconds=600.0, seed=1, nodes=100_000)


def wants(m: int, n: int, k: int, cell: int) -> bool:
    return wants_first_mark(Position(Ruleset(m, n, k)).play(cell), LIMITS)


@pytest.mark.parametrize(
    ("cell", "is_taken"), [(15, True), (7, True), (0, False)], ids=["centre", "inside", "corner"]
)
def test_a_proof_decides_on_small_boards(cell, is_taken):
    assert wants(6, 5, 4, cell) is is_taken


def test_where_every_first_mark_wins_any_is_taken():
    assert all(wants(4, 4, 3, cell) for cell in range(16))
    assert wants(19, 19, 3, 0)  # too large to prove, but the search sees it


@pytest.mark.parametrize(("cell", "is_taken"), [(112, True), (48, True), (0, False), (7, False)])
def test_large_boards_go_by_the_lines_through_the_mark(cell, is_taken):
    position = Position(Ruleset(15, 15, 5)).play(cell)
    assert wants_first_mark(position, Limits(seconds=600.0, seed=1, nodes=2_000)) is is_taken


def test_only_one_mark_can_change_hands():
    for moves in ((), (5, 6), (5, 6, 7)):
        with pytest.raises(ValueError, match="unpack"):
            wants_first_mark(Position.after(Ruleset(4, 4, 3), moves), LIMITS)


@pytest.mark.parametrize("numbers", [(6, 5, 4), (5, 6, 4), (7, 5, 4)])
def test_whoever_begins_offers_a_drawn_first_cell(numbers):
    ruleset = Ruleset(*numbers)
    offered = {first_mark(ruleset, Limits(seed=seed)) for seed in range(100)}
    assert offered == set(drawn_first_cells(ruleset))


@pytest.mark.parametrize("numbers", [(6, 6, 4), (15, 15, 5), (19, 19, 4), (4, 4, 3)])
def test_where_none_is_known_it_is_one_that_goes_for_little(numbers):
    ruleset = Ruleset(*numbers)
    lines = [len(through) for through in ruleset.lines_through]
    assert lines[first_mark(ruleset, Limits(seed=1))] < 0.75 * max(lines)


def test_levels_that_know_the_rule_begin_evenly_and_others_as_ever():
    empty = Position(Ruleset(6, 5, 4))
    drawn = drawn_first_cells(empty.ruleset)
    few = Limits(seconds=600.0, nodes=2_000, seed=1)
    assert choose("perfect", empty, few, swap=True) in drawn
    assert choose("perfect", empty, few) not in drawn
    assert choose("rules", empty, few, swap=True) == choose("rules", empty, few)
