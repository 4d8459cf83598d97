"""What the searcher sees, and that it keeps to its limits; no test looks at a real clock."""

import threading

import pytest

from games.core.rules import Mark, Position, Ruleset, cells_of
from games.engine import Limits, choose
from games.engine.rules_player import middle_of
from games.engine.searcher import Searcher
from tests.engine.clocks import FakeClock

GOMOKU = Ruleset(15, 15, 5)
SIX = Ruleset(6, 6, 4)
QUIET = Position.after(GOMOKU, [112, 113, 97, 98])


def limits(nodes=3_000, seed=1, **others):
    return Limits(nodes=nodes, seed=seed, clock=FakeClock(), **others)


def board(*rows):
    """The position of a drawing: the side to move as x, the other as o."""
    text = "".join(rows)
    m, n = len(rows[0]), len(rows)
    masks = {mark: sum(1 << i for i, sign in enumerate(text) if sign == mark) for mark in "xo"}
    return Position(Ruleset(m, n, 5 if m >= 9 else 4), own=masks["x"], opposing=masks["o"])


def answer(position, **given):
    return Searcher(position, limits(**given)).choose()


def spot(position, row, column):
    return row * position.ruleset.m + column


@pytest.mark.parametrize(
    ("numbers", "cells"),
    [((3, 3, 3), [4]), ((4, 3, 3), [5, 6]), ((4, 4, 4), [5, 6, 9, 10]), ((19, 19, 5), [180])],
)
def test_the_middle(numbers, cells):
    assert middle_of(Ruleset(*numbers)) == cells


def test_an_empty_board_is_opened_in_the_middle():
    assert answer(Position(Ruleset(19, 19, 5))) == 180
    assert {answer(Position(SIX), seed=seed) for seed in range(40)} == {14, 15, 20, 21}


def test_it_completes_a_line_rather_than_blocks():
    position = board("xxx...", "ooo...", "......", "......", "......", "......")
    assert answer(position) == 3


def test_it_blocks():
    position = board("oxx...", "ooo...", "......", "......", "......", "......")
    assert answer(position) == 9


OPEN_THREE = board(
    ".........",
    ".........",
    ".........",
    "..ooo....",
    "....x....",
    ".....x...",
    ".........",
    ".........",
    ".........",
)


def test_it_stops_an_open_three_at_once():
    ends = {spot(OPEN_THREE, 3, column) for column in (0, 1, 5, 6)}
    assert answer(OPEN_THREE) in ends


def test_it_makes_an_open_four_of_an_open_three():
    position = Position(OPEN_THREE.ruleset, own=OPEN_THREE.opposing, opposing=OPEN_THREE.own)
    assert answer(position) in {spot(position, 3, 1), spot(position, 3, 5)}


def test_it_wins_by_a_double_threat():
    position = board(
        "o........",
        "....x....",
        "....x....",
        "....x....",
        "oxxx....o",
        "....o....",
        ".........",
        ".........",
        "o.......o",
    )
    assert answer(position) == spot(position, 4, 4)


def test_it_does_not_play_a_move_that_lets_the_other_side_force_a_win():
    position = board(
        "x........",
        "....o....",
        "....o....",
        "....o....",
        "xooo....x",
        "....x....",
        ".........",
        ".........",
        "x.......x",
    )
    after = position.play(answer(position))
    reply = after.play(choose("searcher", after, limits()))
    assert len([cell for cell in reply.legal_moves() if _wins_for_the_other(reply, cell)]) < 2


def _wins_for_the_other(position, cell):
    turned = Position(position.ruleset, own=position.opposing, opposing=position.own)
    return turned.wins_at(cell)


def test_it_answers_where_every_move_loses():
    position = board("......", ".oo...", ".oo...", "......", "x.....", ".....x")
    assert answer(position) in position.legal_moves()


def test_on_3x3_it_never_loses():
    # Enough nodes for every line of 3×3; its own choice of one line for each reply.
    assert not lost_lines(Position(Ruleset(3, 3, 3)), mine=True)
    assert not lost_lines(Position(Ruleset(3, 3, 3)), mine=False)


def lost_lines(position, mine):
    if position.is_over:
        return int(position.is_won and mine)
    cells = [answer(position, nodes=20_000)] if mine else position.legal_moves()
    return sum(lost_lines(position.play(cell), not mine) for cell in cells)


@pytest.mark.parametrize("numbers", [(4, 3, 3), (5, 5, 3), (6, 6, 4)])
def test_it_wins_games_that_the_first_player_wins(numbers):
    position = Position(Ruleset(*numbers))
    while not position.is_over:
        position = position.play(answer(position, nodes=20_000))
    assert position.is_won
    assert position.ply % 2 == 1


@pytest.mark.parametrize("mark", Mark)
def test_it_beats_the_rules_player_on_a_large_board(mark):
    position, side = Position(GOMOKU), list(Mark).index(mark)
    while not position.is_over:
        level = "searcher" if position.ply % 2 == side else "rules"
        position = position.play(choose(level, position, limits(nodes=1_500, seed=position.ply)))
    assert position.is_won
    assert (position.ply - 1) % 2 == side


# Limits.


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1_000])
def test_it_looks_at_no_more_positions_than_it_may(nodes):
    searcher = Searcher(OPEN_THREE, limits(nodes=nodes))
    assert searcher.choose() in OPEN_THREE.legal_moves()
    assert searcher.budget.nodes <= nodes


def test_it_looks_at_the_clock_before_every_position():
    clock = FakeClock(tick=0.001)
    searcher = Searcher(QUIET, Limits(seconds=0.5, seed=1, clock=clock))
    searcher.choose()
    assert clock.now < 0.502  # one look more, to know that the time is up
    assert clock.looks >= searcher.budget.nodes > 200


def test_it_stops_when_it_is_told_to():
    stop = threading.Event()

    class StoppingClock(FakeClock):
        def __call__(self):
            if self.looks == 300:
                stop.set()
            return super().__call__()

    clock = StoppingClock()
    searcher = Searcher(QUIET, Limits(seed=1, stop=stop, clock=clock))
    assert searcher.choose() in QUIET.legal_moves()
    assert clock.looks <= 302  # one more to know that it was told


def test_without_any_time_it_still_answers_sensibly():
    assert answer(OPEN_THREE, nodes=0) in cells_of(OPEN_THREE.free)
    blocked = board("oxx...", "ooo...", "......", "......", "......", "......")
    assert answer(blocked, nodes=0) == 9


def test_more_nodes_reach_deeper():
    shallow, deep = Searcher(QUIET, limits(nodes=500)), Searcher(QUIET, limits(nodes=10_000))
    shallow.choose()
    deep.choose()
    assert 0 < shallow.depth < deep.depth


def test_it_ends_early_when_the_rest_of_the_board_is_searched():
    position = Position.after(Ruleset(4, 4, 4), [0, 1, 2, 3, 5, 4, 7, 6, 8, 10, 9, 11])
    searcher = Searcher(position, limits(nodes=100_000))
    searcher.choose()
    assert searcher.budget.nodes < 1_000
