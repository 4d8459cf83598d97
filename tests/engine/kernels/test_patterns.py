"""Kinds and levels against their definitions, worked out by trying marks."""

from itertools import combinations, product
from random import Random

import pytest

from games.core.rules import Position, cells_of
from games.engine.kernels import patterns
from games.engine.kernels.pattern_board import board_of
from games.engine.kernels.patterns import kind_of, kinds_of, kinds_table
from tests.engine.positions import random_position, random_ruleset

FREE, OWN, BLOCKED = range(3)


def kind_by_trying(neighbours, k):
    """The kind of the cell between the 2k - 2 *neighbours* by the definition."""
    middle = k - 1
    line = [*neighbours[:middle], OWN, *neighbours[middle:]]
    free = [place for place, sign in enumerate(line) if sign == FREE]

    def completed(filled):
        def has(place):
            return line[place] == OWN or place in filled

        return any(all(has(start + i) for i in range(k)) for start in range(k))

    for short in range(k):
        if any(completed(filled) for filled in combinations(free, short)):
            break
    else:
        return 0
    if short == 0:
        return patterns.COMPLETE
    is_open = any(
        sum(completed((*filled, last)) for last in free if last not in filled) > 1
        for filled in combinations(free, short - 1)
    )
    return max(0, patterns.COMPLETE - 2 * short + is_open)


def masks(neighbours):
    return tuple(
        sum(1 << i for i, each in enumerate(neighbours) if each == sign) for sign in (OWN, BLOCKED)
    )


def some_neighbours(k, number):
    random = Random(k)
    if 3 ** (2 * k - 2) <= number:
        return product((FREE, OWN, BLOCKED), repeat=2 * k - 2)
    weights = [(5, 3, 2), (1, 1, 1), (3, 6, 1)]
    return (
        random.choices((FREE, OWN, BLOCKED), random.choice(weights), k=2 * k - 2)
        for _ in range(number)
    )


@pytest.mark.parametrize(("k", "number"), [(3, 81), (4, 729), (5, 400), (6, 150), (7, 60), (9, 30)])
def test_kinds_are_what_trying_shows(k, number):
    for neighbours in some_neighbours(k, number):
        assert kind_of(*masks(neighbours), k) == kind_by_trying(neighbours, k)


@pytest.mark.parametrize(
    ("drawing", "kind"),
    [
        ("...._....", 8),
        ("...o_....", 7),
        ("...o_o...", 0),
        ("..xx_....", patterns.OPEN_THREE),
        ("..xx_o...", 11),
        (".xxx_....", patterns.OPEN_FOUR),
        ("oxxx_....", patterns.FOUR),
        ("oxxx_o...", 0),
        (".x.x_x...", patterns.FOUR),
        ("x.xx_.x..", patterns.OPEN_FOUR),  # two places between marks
        ("xxxx_....", patterns.COMPLETE),
        ("xxxx_xxxx", patterns.COMPLETE),
    ],
)
def test_the_shapes_that_players_know(drawing, kind):
    neighbours = [".xo".index(sign) for sign in drawing if sign != "_"]
    assert kind_of(*masks(neighbours), 5) == kind


@pytest.mark.parametrize("k", [3, 4, 5, 6])
def test_the_table_holds_the_kinds_of_both_sides(k):
    random, bits = Random(k), 2 * k - 2
    table = kinds_table(k)
    for _ in range(2000):
        first, second = random.getrandbits(bits), random.getrandbits(bits)
        assert table[first | second << bits] == kinds_of(first, second, k)


def test_there_is_no_table_where_it_would_be_too_large():
    assert kinds_table(7).size == 0


def level_by_trying(position, cell):
    """0, ONE_FOUR, WINS_NEXT or COMPLETES: what marking *cell* threatens to complete."""
    own = position.own | 1 << cell
    empty = [line & ~own for line in position.ruleset.lines_through[cell]]
    empty = [left for left in empty if not left & position.opposing]
    if 0 in empty:
        return patterns.COMPLETES
    completing = {left for left in empty if left.bit_count() == 1}
    return (patterns.QUIET, patterns.ONE_FOUR, patterns.WINS_NEXT)[min(2, len(completing))]


def test_levels_say_what_a_mark_threatens():
    random = Random(3)
    for _ in range(300):
        position = random_position(random, random_ruleset(random, random.choice([4, 7, 12, 19])))
        board = board_of(position)
        swapped = Position(position.ruleset, own=position.opposing, opposing=position.own)
        for side, seen in enumerate((position, swapped)):
            for cell in cells_of(position.free):
                level = int(board.levels[board.places[cell], side])
                if level < patterns.ONE_FOUR:
                    level = patterns.QUIET
                level = patterns.ONE_FOUR if level == patterns.FOUR_AND_THREE else level
                assert level == level_by_trying(seen, cell)
