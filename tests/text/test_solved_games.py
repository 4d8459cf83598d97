"""What the site says about rulesets is what is published or can be proven."""

from itertools import chain, pairwise

import pytest

from games.core.rules import Ruleset, cells_of
from games.text.solved_games import TRUTHS, known_value

# Pairs of cells such that every line holds a pair: answering in the partner draws.
PAIRINGS = {
    (5, 5, 5): "0 1 5 10 6 12 11 16 13 14 7 8 4 20 2 17 15 18 3 23 21 22 9 19",
    (9, 6, 6): "3 4 12 21 1 11 13 14 23 33 22 31 19 20 24 25 10 28 30 32 0 40 2 42 29 38 6 46 "
    "15 51 5 50 37 45 39 41 7 47 48 49 8 16 34 43 9 18 17 26",
    (7, 7, 6): "1 2 8 15 16 24 9 23 17 41 18 19 10 31 11 12 7 47 26 40 22 25 32 39 5 35 30 36 "
    "37 38 13 43 29 33 44 45 14 21 20 27",
    (9, 9, 7): "2 3 20 29 30 40 21 39 19 49 22 23 31 58 32 33 12 42 38 41 11 51 50 59 24 60 "
    "46 47 52 53 6 54 56 57 15 55 25 65 48 64 8 16 13 14 28 37 18 68 26 34 43 61 35 44 66 67 "
    "27 36 74 75",
}


@pytest.mark.parametrize(
    ("numbers", "value"),
    [
        ((3, 3, 3), "draw"),
        ((4, 3, 3), "first"),
        ((19, 19, 3), "first"),
        ((4, 4, 4), "draw"),
        ((5, 4, 4), "draw"),
        ((8, 4, 4), "draw"),
        ((9, 4, 4), "first"),
        ((11, 4, 4), "first"),
        ((5, 5, 4), "draw"),
        ((6, 5, 4), "first"),
        ((6, 6, 4), "first"),
        ((5, 5, 5), "draw"),
        ((7, 7, 5), "draw"),
        ((8, 7, 5), "draw"),
        ((8, 8, 5), "draw"),
        ((9, 6, 5), "draw"),
        ((13, 13, 5), "first"),
        ((15, 15, 5), "first"),
        ((9, 6, 6), "draw"),
        ((7, 7, 6), "draw"),
        ((19, 19, 8), "draw"),
    ],
)
def test_published_values_are_known(numbers, value):
    known = known_value(Ruleset(*numbers))

    assert known is not None
    assert known.value == value
    assert known.source


@pytest.mark.parametrize(
    "numbers", [(12, 4, 4), (10, 10, 5), (19, 19, 5), (16, 15, 5), (19, 19, 7)]
)
def test_nothing_is_said_where_nothing_is_settled(numbers):
    assert known_value(Ruleset(*numbers)) is None


def test_turning_the_board_changes_nothing():
    for ruleset in _all_rulesets():
        turned = Ruleset(ruleset.n, ruleset.m, ruleset.k)
        assert known_value(ruleset) == known_value(turned)


def test_no_two_truths_contradict_each_other():
    for ruleset in _all_rulesets():
        values = {truth.value for truth in TRUTHS if truth.covers(ruleset)}
        assert len(values) <= 1, ruleset


@pytest.mark.parametrize("numbers", PAIRINGS)
def test_a_draw_by_pairing_has_its_pairing(numbers):
    ruleset = Ruleset(*numbers)
    cells = [int(word) for word in PAIRINGS[numbers].split()]
    pairs = [1 << a | 1 << b for a, b in zip(cells[::2], cells[1::2], strict=True)]

    assert len(cells) == len(set(cells))
    assert all(any(line & pair == pair for pair in pairs) for line in ruleset.lines)


@pytest.mark.parametrize("numbers", [(19, 3, 4), (3, 19, 4), (19, 6, 7), (12, 5, 6)])
def test_neighbours_pair_up_where_lines_go_one_way(numbers):
    ruleset = Ruleset(*numbers)
    step = 1 if ruleset.m > ruleset.n else ruleset.m
    length = max(ruleset.m, ruleset.n)
    starts = range(0, ruleset.cells, ruleset.m) if step == 1 else range(ruleset.m)
    pairs = set(
        chain.from_iterable(
            ((start + step * i, start + step * (i + 1)) for i in range(0, length - 1, 2))
            for start in starts
        )
    )

    for line in ruleset.lines:
        cells = cells_of(line)
        assert any(pair in pairs for pair in pairwise(cells))


def _all_rulesets():
    for m in range(3, 20):
        for n in range(3, 20):
            for k in range(3, max(m, n) + 1):
                yield Ruleset(m, n, k)
