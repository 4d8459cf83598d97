"""Berger's tables."""

from collections import Counter
from itertools import combinations

import pytest

from games.compete.round_robin.chart import berger_table


# The tables of FIDE's handbook (C.05, annex 1).
@pytest.mark.parametrize(
    ("players", "table"),
    [
        (4, ["1-4 2-3", "4-3 1-2", "2-4 3-1"]),
        (6, ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]),
    ],
)
def test_the_tables_are_those_of_the_handbook(players, table):
    found = berger_table(range(1, players + 1))
    assert [" ".join(f"{x}-{o}" for x, o in turn) for turn in found] == table


@pytest.mark.parametrize("players", range(2, 20))
def test_each_meets_each_and_nobody_twice_in_a_turn(players):
    table = berger_table(range(players))
    meetings = [tuple(sorted(pair)) for turn in table for pair in turn]
    assert sorted(meetings) == list(combinations(range(players), 2))
    for turn in table:
        assert len({one for pair in turn for one in pair}) == 2 * len(turn) == players // 2 * 2
    seats = Counter(x for turn in table for x, _ in turn)
    assert max(seats.values()) - min(seats[one] for one in range(players)) <= 1


@pytest.mark.parametrize("players", ["", "a"])
def test_fewer_than_two_meet_nobody(players):
    assert not any(berger_table(players))
