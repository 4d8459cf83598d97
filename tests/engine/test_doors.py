"""Any position and any limits at the doors of the kernels.

FUZZ_POSITIONS sets how many; with NUMBA_BOUNDSCHECK=1 (and a NUMBA_CACHE_DIR of its own) a kernel
that reads beside its arrays is caught too:

    FUZZ_POSITIONS=50000 NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=/tmp/checked make test \
        ARGS=tests/engine/test_doors.py
"""

import os
from random import Random

import pytest

from games.core.rules import Position
from games.engine import Limits
from games.engine.player import ImpossiblePosition, check_possible
from games.engine.players.uct import choose as choose_by_uct
from games.engine.players.uct import play_at_random
from games.engine.search.proof import solve
from games.engine.search.prover import Prover
from games.engine.search.strong import forced_line, search
from games.engine.search.value import Value
from tests.engine.clocks import FakeClock
from tests.engine.positions import plain_distance, quiet_position, random_position, random_ruleset

POSITIONS = int(os.environ.get("FUZZ_POSITIONS", "1000"))
MAX_BITS = 12  # of a prover's table: so small that it must forget
FEW_FREE = 7  # cells


def any_position(random):
    """Unfinished, but as often as not one that no game reaches."""
    ruleset = random_ruleset(random, random.choice([3, 4, 6, 9, 15, 19]))
    share, sides = random.random() * 0.6, [0, 0]
    for cell in range(ruleset.cells):
        if random.random() < share:
            sides[random.randrange(2)] |= 1 << cell
    own, opposing = sides
    is_over = Position(ruleset, own, opposing).is_over or Position(ruleset, opposing, own).is_won
    if is_over or random.random() < 0.5:
        return random_position(random, ruleset)
    return Position(ruleset, own, opposing)


def any_limits(random):
    return Limits(
        seconds=random.choice([0.0, 1.0, 100.0]),
        nodes=random.choice([0, 1, 3, 20, 100, 400]),
        seed=random.choice([None, 0, random.getrandbits(64)]),
        clock=FakeClock(),
    )


def a_cell_of_the_strong_player(position, limits, random):
    assert search(position, limits).cell in position.legal_moves()


def a_forced_line(position, limits, random):
    for cell in forced_line(position, limits):
        position = position.play(cell)


def a_cell_of_uct(position, limits, random):
    exploration = random.choice([0.0, 1.4, 1e12])
    cell = choose_by_uct(position, limits, random.choice([1, 2, 10, 50]), exploration)
    assert cell in position.legal_moves()


def random_games(position, limits, random):
    playouts = random.choice([0, 1, 20])
    assert play_at_random(position, limits, playouts).playouts <= playouts


def a_proof(position, limits, random):
    try:
        check_possible(position)
    except ImpossiblePosition:
        with pytest.raises(ImpossiblePosition):
            solve(position, limits)
        return
    prover = Prover(position.ruleset, random.randint(1, MAX_BITS))
    for _ in range(2):  # the second time it remembers
        proof = solve(position, limits, prover)
        assert limits.nodes is None or proof.nodes <= limits.nodes
        if proof.plies is not None:
            assert proof.plies % 2 == (proof.value is Value.WIN)
        end = position
        for cell in proof.line:
            end = end.play(cell)


def test_whatever_comes_in_something_legal_comes_out():
    random = Random(2)
    doors = (a_cell_of_the_strong_player, a_forced_line, a_cell_of_uct, random_games, a_proof)
    for number in range(POSITIONS):
        doors[number % len(doors)](any_position(random), any_limits(random), random)


def late_position(random):
    """Unfinished, on any board, with so few cells free that plain minimax looks through all."""
    while True:
        ruleset = random_ruleset(random, random.choice([3, 4, 6, 8, 12]))
        free = random.randint(1, min(FEW_FREE, ruleset.cells))
        position = quiet_position(ruleset, ruleset.cells - free, random)
        if position is not None:
            return position


def test_what_is_proven_late_in_any_game_is_true():
    random = Random(3)
    for _ in range(POSITIONS // 10):
        position = late_position(random)
        nodes, bits = random.choice([3, 50, 10_000]), random.randint(1, MAX_BITS)
        proof = solve(position, Limits(seconds=1000, nodes=nodes), Prover(position.ruleset, bits))
        truth = plain_distance(position)
        assert proof.value in (None, (truth > 0) - (truth < 0))
        assert proof.plies in (None, abs(truth))
