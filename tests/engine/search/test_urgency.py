from games.core.rules import Position, Ruleset, cells_of
from games.engine.search.worth import urgencies
from tests.engine.positions import unfinished


def test_urgent_cells_build_long_lines_or_block_them():
    position = Position.after(Ruleset(7, 7, 5), [22, 0, 23, 6, 24, 48])
    for side in (position, Position(position.ruleset, position.opposing, position.own)):
        found = urgencies(side)
        assert max(found, key=found.__getitem__) in {21, 25}


def test_to_build_counts_twice_as_much_as_to_block():
    rows = Position.after(Ruleset(19, 3, 19), [0, 19])  # no line goes down or across
    found = urgencies(rows)
    assert (found[1], found[20], found[39]) == (2 * 4**2, 4**2, 2 * 4)


def test_every_legal_move_is_weighed_in_the_order_of_the_cells():
    for position in unfinished(ruleset=Ruleset(5, 4, 3)):
        assert tuple(urgencies(position)) == cells_of(position.free)
