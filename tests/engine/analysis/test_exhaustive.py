"""All positions of a small board with just one good move."""

import pytest

from games.core.rules import Position, Ruleset
from games.core.symmetry import canonical, image, symmetries
from games.engine.analysis.exhaustive import lone_moves
from games.engine.search.glance import blocking_cells
from games.engine.search.table import move_worth, table
from games.engine.search.value import Value

# How many by plies until the line; 0 are the only moves that hold a draw.
COUNTS = [
    ((3, 3, 3), {0: 88, 1: 161, 3: 43, 5: 11}),
    ((4, 3, 3), {0: 642, 1: 6_182, 3: 592, 5: 174, 7: 13}),
    ((4, 4, 4), {0: 245_225, 1: 209_748, 3: 26_509, 5: 3_072, 7: 112}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "counts"), COUNTS)
def test_how_many_there_are(board, counts):
    found = lone_moves(Ruleset(*board))
    assert found.numbers == counts
    assert len(found) == sum(counts.values())


@pytest.mark.slow
@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3)])
def test_they_are_those_of_the_plain_table(board):
    ruleset = Ruleset(*board)
    found = {
        each.position: (each.cell, each.value, each.plies or None, each.block)
        for each in lone_moves(ruleset)
    }
    expected = dict(_by_table(ruleset))
    assert found == expected


def _by_table(ruleset):
    for own, opposing in table(ruleset):
        position = Position(ruleset, own, opposing)
        if position.is_over or position != canonical(position):
            continue
        worths = {cell: move_worth(position, cell) for cell in position.legal_moves()}
        best = max(worths.values())
        if best < 0:
            continue
        keeping = [
            cell for cell, worth in worths.items() if (worth > 0, worth < 0) == (best > 0, 0)
        ]
        same = {s[keeping[0]] for s in symmetries(ruleset) if image(position, s) == position}
        if set(keeping) != same or len(keeping) == len(worths):
            continue
        plies = ruleset.cells + 1 - best - position.ply if best else None
        block = not best and keeping[0] in blocking_cells(position)
        yield position, (keeping[0], Value.WIN if best else Value.DRAW, plies, block)


def test_how_many_of_the_draws_are_more_than_a_block():
    found = lone_moves(Ruleset(3, 3, 3))
    assert sum(each.block for each in found[:]) == 79
    assert sum(each.value is Value.DRAW and not each.block for each in found) == 9


def test_a_larger_board_is_refused():
    with pytest.raises(ValueError, match="20 cells"):
        lone_moves(Ruleset(5, 4, 4))
