"""Whether Perfect keeps wins and draws on boards of up to 25 cells when it hardly gets a core.

First come the positions that its proofs take, then games from won and drawn positions beside busy
loops.
"""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from games.core.rules import Position, Ruleset
from games.engine import Limits, choose
from games.engine.kernels.watchdog import watched
from games.engine.players.proving import free_of_clock
from games.engine.search.inquiry import Inquiry, keeping_move
from games.engine.search.principal_line import by_urgency
from games.engine.search.proof import nodes_of, prover_for, solve
from games.engine.search.value import Value

HARD = ((5, 4, 4), (5, 5, 4), (6, 4, 4))
HARD_POSITIONS, LAST_HARD_PLY = 3000, 11  # of each board; the last plies are the easiest
BOARDS = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 4, 3), (4, 4, 4), *HARD)
GAMES, LOAD = 1000, 30
SECONDS_A_MOVE = (0.01, 0.01, 0.05, 0.15)
OPPONENTS = ("guard", "searcher")
# The loops leave the games next to nothing, and yet do not disturb other work on the machine.
NICENESS_OF_LOOPS, NICENESS_OF_GAMES = 19, 10
BUSY = "import os; os.nice({nice})\nwhile os.getppid() == {parent}: sum(range(100000))"
AMPLE = Limits(seconds=1000)


def run() -> None:
    choose("perfect", Position(Ruleset(4, 4, 4)), AMPLE)  # loads the kernels
    proofs()
    with load(LOAD):
        games()


def proofs() -> None:
    print("| board | positions | most for the value | most for a move that keeps it |")
    print("|---|---|---|---|")
    chance = random.Random(7)
    for board in (Ruleset(*numbers) for numbers in HARD):
        taken = [nodes_taken(position) for position in positions(chance, board)]
        values, moves = zip(*taken, strict=True)
        print(f"| {board.m},{board.n},{board.k} | {len(taken)} | {max(values)} | {max(moves)} |")


def positions(chance: random.Random, ruleset: Ruleset) -> Iterator[Position]:
    for _ in range(HARD_POSITIONS):
        yield random_position(chance, ruleset, LAST_HARD_PLY)


def random_position(chance: random.Random, ruleset: Ruleset, last_ply: int) -> Position:
    position = Position(ruleset)
    for _ in range(chance.randint(0, last_ply)):
        after = position.play(chance.choice(position.legal_moves()))
        if after.is_over:
            break
        position = after
    return position


def nodes_taken(position: Position) -> tuple[int, int]:
    """Return how many positions it takes to find the value, and then a move that keeps it."""
    spent = Limits(seconds=0)
    prover = prover_for(position, spent, nodes_of(free_of_clock(position, spent)))
    inquiry = Inquiry(prover, position)
    with watched(AMPLE) as stop:
        inquiry.find_value(nodes_of(AMPLE), stop)
        known = prover.nodes
        if inquiry.value in (Value.WIN, Value.DRAW):
            cells = by_urgency(position)
            keeping_move(prover, position, inquiry.value, cells, nodes_of(AMPLE), stop)
    return known, prover.nodes - known


def games() -> None:
    chance, ended = random.Random(3), Counter[str]()
    os.nice(NICENESS_OF_GAMES)
    started = time.monotonic()
    for number in range(GAMES):
        ended[play(chance, number)] += 1
    seconds, busy = time.monotonic() - started, os.getloadavg()[0]
    print(f"\n{GAMES} games from won or drawn positions, {seconds:.0f} s, load {busy:.1f}:")
    print(", ".join(f"{how} {number}" for how, number in sorted(ended.items())))


def play(chance: random.Random, number: int) -> str:
    """Return how a game ends that Perfect begins in a won or drawn position."""
    ruleset = Ruleset(*BOARDS[number % len(BOARDS)])
    value: Value | None = None
    while value not in (Value.WIN, Value.DRAW):
        position = random_position(chance, ruleset, ruleset.cells // 2)
        value = solve(position, AMPLE).value
    seconds, opponent = chance.choice(SECONDS_A_MOVE), chance.choice(OPPONENTS)
    perfect = position.ply % 2
    while not position.is_over:
        level = "perfect" if position.ply % 2 == perfect else opponent
        limits = Limits(seconds=seconds if level == "perfect" else 1000, seed=number)
        position = position.play(choose(level, position, limits))
    has_won = position.is_won and position.ply % 2 != perfect
    if position.is_won and not has_won:
        return "LOST"
    return "won" if has_won else "drawn" if value is Value.DRAW else "WIN GIVEN AWAY"


@contextmanager
def load(number: int) -> Iterator[None]:
    """Keep *number* processes busy until the block ends."""
    code = BUSY.format(nice=NICENESS_OF_LOOPS, parent=os.getpid())
    loops = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()
