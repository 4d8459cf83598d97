"""The strong player's moves, its forced wins, and its limits; no test looks at a real clock."""

import subprocess
import sys
import threading
from random import Random

import pytest

from games.core.rules import Position, Ruleset, cells_of
from games.engine import Limits
from games.engine.kernels.deepening import SURE
from games.engine.players import uct
from games.engine.search.glance import blocking_cells, middle_of, passed, winning_cells
from games.engine.search.strong import forced_line, search
from tests.engine.clocks import FakeClock
from tests.engine.positions import board, quiet_position, random_position, spot

GOMOKU = Ruleset(15, 15, 5)
QUIET = Position.after(GOMOKU, [112, 113, 97, 98])


def limits(nodes=5_000, seed=1, **others):
    return Limits(nodes=nodes, seed=seed, clock=FakeClock(), **others)


def choose(position, given):
    return search(position, given).cell


@pytest.mark.parametrize("numbers", [(3, 3, 3), (4, 5, 3), (15, 15, 5), (19, 19, 19), (3, 19, 4)])
def test_an_empty_board_is_opened_in_the_middle(numbers):
    ruleset = Ruleset(*numbers)
    opened = {choose(Position(ruleset), limits(seed=seed)) for seed in range(40)}
    assert opened == set(middle_of(ruleset))


def test_it_completes_a_line_rather_than_blocks():
    position = board("xxxx.....", "oooo.....", *["........."] * 7, k=5)
    assert choose(position, limits()) == 4


def test_it_blocks():
    position = board("oxxx.....", "oooo.....", *["........."] * 7, k=5)
    assert choose(position, limits()) == 13


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
    k=5,
)


def test_it_stops_an_open_three_at_once():
    ends = {spot(OPEN_THREE, 3, column) for column in (0, 1, 5, 6)}
    assert choose(OPEN_THREE, limits()) in ends


def test_it_makes_an_open_four_of_an_open_three():
    position = passed(OPEN_THREE)
    found = search(position, limits())
    assert found.cell in {spot(position, 3, 1), spot(position, 3, 5)}
    assert found.worth == 30_000 - 3


FOURS = board(
    "...........",
    "...........",
    "..oxxx.....",
    "......x....",
    "......x....",
    "......xo...",
    "...........",
    ".....o.....",
    "...........",
    "........o..",
    "...........",
    k=5,
)


def check_line(position, line):
    """That every threat of *line* leaves one reply, and that the last leaves none that helps."""
    for number, cell in enumerate(line):
        is_attacker = number % 2 == 0
        assert is_attacker or not winning_cells(position), "the defender completes a line first"
        position = position.play(cell)
        if not is_attacker:
            continue
        if position.is_won:
            assert number == len(line) - 1
            return
        threats = blocking_cells(position)
        assert not winning_cells(position)
        if number + 1 < len(line):
            assert threats
            assert line[number + 1] in threats
            if len(threats) > 1:
                assert position.play(line[number + 1]).wins_at(line[number + 2])
            continue
        assert len(threats) > 1
        return


def test_a_win_by_fours_is_found_with_its_line():
    line = forced_line(FOURS, limits())
    assert line
    check_line(FOURS, line)
    assert choose(FOURS, limits()) == line[0]


def wins_by_fours(position, known):
    """Whether the side to move wins by threats alone, by the rules and in a few lines."""
    if position not in known:
        blocks = blocking_cells(position)
        known[position] = bool(winning_cells(position)) or any(
            goes_on_by_a_four(position, cell, known)
            for cell in cells_of(position.free)
            if blocks in ([], [cell])
        )
    return known[position]


def goes_on_by_a_four(position, cell, known):
    after = position.play(cell)
    replies = winning_cells(passed(after))
    return len(replies) > 1 or any(wins_by_fours(after.play(reply), known) for reply in replies)


@pytest.mark.parametrize("numbers", [(6, 6, 4), (7, 7, 5), (9, 9, 5), (8, 6, 4), (5, 5, 3)])
def test_forced_wins_are_those_of_the_readable_search(numbers):
    random = Random(5)
    found = 0
    while found < 12:
        position = random_position(random, Ruleset(*numbers))
        if winning_cells(position) or blocking_cells(position):
            continue
        line = forced_line(position, limits(nodes=None))
        assert bool(line) == wins_by_fours(position, {})
        if line:
            found += 1
            check_line(position, line)


def test_nothing_is_forced_in_a_quiet_position():
    assert forced_line(QUIET, limits()) == ()


def test_the_same_seed_and_nodes_give_the_same_choice():
    assert search(QUIET, limits()) == search(QUIET, limits())


def test_a_seed_is_not_needed():
    assert choose(QUIET, limits(seed=None)) in QUIET.legal_moves()


@pytest.mark.parametrize("nodes", [0, 1, 10, 1000])
def test_nodes_are_kept_to(nodes):
    found = search(QUIET, limits(nodes=nodes))
    assert found.nodes <= nodes + 2
    assert found.cell in QUIET.legal_moves()


def test_without_time_the_most_urgent_cell_is_marked():
    found = search(QUIET, limits(nodes=None, seconds=0.0))
    assert found.depth == 0
    assert found.cell in QUIET.legal_moves()


def test_a_stopped_search_ends():
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    found = search(QUIET, Limits(seconds=3600, seed=1, stop=stop))
    assert found.cell in QUIET.legal_moves()


def test_more_nodes_look_deeper():
    assert search(QUIET, limits(nodes=50_000)).depth > search(QUIET, limits(nodes=500)).depth


def test_the_last_cells_of_a_board_are_filled():
    position = Position(Ruleset(4, 4, 4))
    while not position.is_over:
        position = position.play(choose(position, limits(nodes=2_000)))
    assert not position.is_won  # 4,4,4 is a draw


@pytest.mark.parametrize("numbers", [(4, 3, 3), (5, 5, 3), (6, 6, 4)])
def test_it_wins_games_that_the_first_player_wins(numbers):
    position = Position(Ruleset(*numbers))
    while not position.is_over:
        position = position.play(choose(position, limits(nodes=20_000)))
    assert position.is_won
    assert position.ply % 2 == 1


def lost_lines(position, mine):
    if position.is_over:
        return int(position.is_won and mine)
    cells = [choose(position, limits())] if mine else position.legal_moves()
    return sum(lost_lines(position.play(cell), not mine) for cell in cells)


@pytest.mark.parametrize("mine", [True, False])
def test_on_3x3_it_never_loses(mine):
    assert lost_lines(Position(Ruleset(3, 3, 3)), mine) == 0


def test_it_beats_a_player_of_chance():
    random = Random(2)
    for numbers in ((15, 15, 5), (7, 6, 4), (19, 19, 6), (4, 4, 3)):
        position, strong = Position(Ruleset(*numbers)), random.randrange(2)
        while not position.is_over:
            chooses = position.ply % 2 == strong
            cell = choose(position, limits()) if chooses else random.choice(position.legal_moves())
            position = position.play(cell)
        assert position.is_won
        assert (position.ply - 1) % 2 == strong


LOADED = """
from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.kernels import deepening, forcing, uct
from games.engine.players.uct import choose
from games.engine.search import strong

position = Position.after(Ruleset(9, 9, 5), [40, 41, 31, 49, 30, 32])
print(strong.search(position, Limits(seconds=3600, nodes=3000, seed=1)))
print(strong.forced_line(position, Limits(seconds=3600)))
print(choose(position, Limits(seconds=3600, seed=1), 100))
for kernel in (deepening.principal_variation_search, forcing.win_by_fours, uct.grow):
    assert not kernel.stats.cache_misses, kernel
"""


def test_a_second_process_runs_the_same_kernels_from_the_disk():
    """Recursive kernels are known to crash there if they were compiled for other types."""
    run = [sys.executable, "-c", LOADED]
    choose(QUIET, limits(nodes=3_000))
    forced_line(QUIET, limits())
    uct.choose(QUIET, limits(), 100)
    done = subprocess.run(run, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize("nodes", [500, 4000])
def test_the_levels_always_finish_an_iteration(nodes):
    random = Random(nodes)
    for seed in range(3):
        position = quiet_position(Ruleset(15, 15, 5), 6, random)
        while not position.is_over and position.ply < 40:
            choice = search(position, Limits(seconds=1000, nodes=nodes, seed=seed))
            needed = choice.nodes > 0 and abs(choice.worth) < SURE
            assert choice.depth > 0 or not needed
            position = position.play(choice.cell)
