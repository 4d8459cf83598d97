"""The rules of a duel, and the positions it is about."""

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.core.rules import TIC_TAC_TOE
from games.core.symmetry import canonical
from games.engine.search.table import move_worth, table, worth
from games.learn.puzzles.duel import race
from games.learn.puzzles.duel.race import (
    MAX_RACE,
    PARTS,
    PENALTY,
    DuelReason,
    DuelResult,
    Runner,
    chosen_positions,
    deadline_of,
    is_right,
    result_of,
)

DONE = 20


def finished(ms: int, wrong: int = 0) -> Runner:
    return Runner(DONE, wrong, ms)


@pytest.mark.parametrize(
    ("first", "second", "elapsed", "result"),
    [
        (Runner(), Runner(), 10, None),
        (Runner(3), Runner(9), MAX_RACE - 1, None),
        (Runner(3), Runner(9), MAX_RACE, DuelResult(1, DuelReason.SOLVED)),
        (Runner(9, 2), Runner(9, 1), MAX_RACE, DuelResult(1, DuelReason.SOLVED)),
        (Runner(9, 2), Runner(9, 2), MAX_RACE, DuelResult(None, DuelReason.SOLVED)),
        (finished(40_000), finished(41_000), 41_000, DuelResult(0, DuelReason.TIME)),
        (finished(40_000, 1), finished(41_000), 41_000, DuelResult(1, DuelReason.TIME)),
        (finished(40_000), finished(35_000, 1), 40_000, DuelResult(None, DuelReason.TIME)),
        # Who is behind may still be faster, until the time that counts is used up.
        (finished(40_000, 1), Runner(19), 45_000, None),
        (finished(40_000, 1), Runner(19), 45_001, DuelResult(0, DuelReason.TIME)),
        (Runner(19, 2), finished(40_000, 1), 40_000, DuelResult(1, DuelReason.TIME)),
        (finished(MAX_RACE - 1, 9), Runner(19), MAX_RACE, DuelResult(0, DuelReason.SOLVED)),
        (Runner(19, has_left=True), Runner(), 5_000, DuelResult(1, DuelReason.LEFT)),
    ],
)
def test_who_has_won(first, second, elapsed, result):
    assert result_of(first, second, elapsed) == result
    mirrored = result_of(second, first, elapsed)
    seat = None if mirrored is None or mirrored.winner is None else 1 - mirrored.winner
    assert (mirrored and DuelResult(seat, mirrored.reason)) == result


def test_a_race_ends_at_its_deadline_and_not_before():
    chance = random.Random(3)
    for _ in range(200):
        one = finished(chance.randrange(MAX_RACE), chance.randrange(5))
        other = Runner(chance.randrange(DONE), chance.randrange(5))
        deadline = deadline_of(one, other)
        assert result_of(one, other, deadline)
        if deadline > (one.finished or 0):
            assert result_of(one, other, deadline - 1) is None


def test_a_duel_has_positions_of_all_kinds_and_no_two_alike():
    positions = chosen_positions(random.Random(1))
    assert len({canonical(position) for position in positions}) == DONE == len(positions)
    plies = Counter(
        TIC_TAC_TOE.cells + 1 - worth(each) - each.ply if worth(each) else 0 for each in positions
    )
    assert plies == PARTS
    assert chosen_positions(random.Random(2)) != positions


def test_two_who_are_first_at_once_have_no_two_positions_alike(monkeypatch):
    both = threading.Barrier(2)

    def slow_table(ruleset):
        both.wait(timeout=30)
        return table(ruleset)

    monkeypatch.setattr(race, "table", slow_table)
    race._positions.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda seed: chosen_positions(random.Random(seed)), range(2)))
    monkeypatch.undo()
    found.append(chosen_positions(random.Random(2)))
    kinds = race._positions().values()
    assert all(len(set(positions)) == len(positions) for positions in kinds)
    assert all(len({canonical(each) for each in positions}) == DONE for positions in found)


def test_every_move_is_judged_as_the_table_has_it():
    for seed in range(50):
        for position in chosen_positions(random.Random(seed)):
            right = [cell for cell in position.legal_moves() if is_right(position, cell)]
            assert 0 < len(right) < len(position.legal_moves())
            for cell in position.legal_moves():
                wins = move_worth(position, cell) > 0
                assert (cell in right) == (wins if worth(position) > 0 else _holds(position, cell))


def _holds(position, cell):
    return move_worth(position, cell) == 0


def test_a_wrong_answer_costs_what_the_page_says():
    assert Runner(wrong=3).total(1_000) == 1_000 + 3 * PENALTY
