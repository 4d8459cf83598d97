"""Games that Perfect begins on 15,15,5: against every level, and where stored proofs have gaps.

Two defenders look for gaps. They begin with one of the 35 first answers, in turn, and then play
replies that Perfect's proof leaves open, or else replies that it need not answer one by one. One
takes any such cell, the other the most urgent. Before that, both complete and block lines. Every
other game of a level begins with one of the 35 answers, too.

BENCH_BRAIN names another opponent, a program that speaks Gomocup's protocol. It plays one game
after each of the 35 answers, with BENCH_BRAIN_SECONDS of its own for a move (1).

Times are those of the processor. BENCH_GAMES sets how many games each opponent plays (20 unless
told; defenders play 5 more), BENCH_SECONDS what Perfect has for a move (0.5).
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

from games.core.notation import moves_text
from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits, choose
from games.engine.players.levels import LEVELS
from games.engine.proving.finding import find_turn
from games.engine.proving.first_moves import first_answers
from games.engine.proving.stored import proofs_of
from games.engine.proving.walk import ProofTurn, ThirdMoveTurn, begin
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.worth import estimates_of
from tools.brains import brain

RULESET = Ruleset(15, 15, 5)
GAMES = int(os.environ.get("BENCH_GAMES", "20"))
MORE_GAMES_OF_DEFENDERS = 5
SECONDS = float(os.environ.get("BENCH_SECONDS", "0.5"))
SECONDS_FOR_GAPS = 2.0
BRAIN = os.environ.get("BENCH_BRAIN", "")
SECONDS_OF_BRAIN = int(os.environ.get("BENCH_BRAIN_SECONDS", "1"))

Opponent = Callable[[Position, Position, Random], Cell]  # the position before X's move, and after


def run() -> None:
    choose("perfect", Position.after(RULESET, [112, 0]), Limits(seconds=60))  # loads the kernels
    answers = cycle(first_answers(RULESET))
    print(f"{SECONDS} s of a core for each of Perfect's moves\n")
    print("| opponent | won | drawn | lost | the longest game, plies | CPU a move |")
    print("|---|---|---|---|---|---|")
    for name, opponent, number in _opponents():
        ended, longest, times = Counter[str](), 0, list[float]()
        for game in range(number):
            given = next(answers) if name not in LEVELS or game % 2 else None
            moves, how = _play(opponent, given, game, times)
            ended[how] += 1
            longest = max(longest, len(moves))
            print(f"{name} {game}: {how}: {moves_text(RULESET, moves)}", file=sys.stderr)
        counts = " | ".join(str(ended[how]) for how in ("won", "drawn", "lost"))
        mean = sum(times) / len(times)
        print(f"| {name} | {counts} | {longest} | {mean:.2f} s |", flush=True)


def _opponents() -> Iterator[tuple[str, Opponent, int]]:
    for level in LEVELS:
        yield level, _level(level), GAMES
    yield "gaps, any cell", _any_gap, GAMES + MORE_GAMES_OF_DEFENDERS
    yield "gaps, the most urgent cell", _urgent_gap, GAMES + MORE_GAMES_OF_DEFENDERS
    if BRAIN:
        with brain(BRAIN, RULESET, SECONDS_OF_BRAIN) as name_cell:
            number = len(first_answers(RULESET))
            yield "the brain", lambda before, position, random: name_cell(position), number


def _play(
    opponent: Opponent, given: Cell | None, number: int, times: list[float]
) -> tuple[tuple[Cell, ...], str]:
    """Return the moves of a game, and how Perfect fared; add its times for moves to *times*."""
    random = Random(number)
    before, position, moves = Position(RULESET), Position(RULESET), list[Cell]()
    while not position.is_over:
        if position.ply % 2 == 0:
            started = time.process_time()
            cell = choose("perfect", position, _limits(SECONDS, random))
            times.append(time.process_time() - started)
        elif position.ply == 1 and given is not None:
            cell = given
        else:
            cell = opponent(before, position, random)
        before, position = position, position.play(cell)
        moves.append(cell)
    how = "drawn" if not position.is_won else "won" if position.ply % 2 else "lost"
    return tuple(moves), how


def _level(name: str) -> Opponent:
    seconds = SECONDS if name == "perfect" else float("inf")  # others are bounded by positions
    return lambda before, position, random: choose(name, position, _limits(seconds, random))


def _any_gap(before: Position, position: Position, random: Random) -> Cell:
    needed = _needed(position)
    return random.choice(_gaps(before, position)) if needed is None else needed


def _urgent_gap(before: Position, position: Position, random: Random) -> Cell:
    needed = _needed(position)
    if needed is not None:
        return needed
    estimates = estimates_of(position)
    return max(_gaps(before, position), key=lambda cell: estimates[cell])


def _needed(position: Position) -> Cell | None:
    cells = winning_cells(position) or blocking_cells(position)
    return cells[0] if cells else None


def _gaps(before: Position, position: Position) -> list[Cell]:
    """Return the free cells to which the proof has no answer; all of them outside of proofs."""
    free = position.legal_moves()
    limits = Limits(SECONDS_FOR_GAPS, clock=time.process_time)
    found = find_turn(before, limits)
    if found is None or position != before.play(found.cell):
        return list(free)
    if len(found.moves) == 1:
        return list(free)
    turn: ProofTurn = begin(proofs_of(position.ruleset)[found.moves[1]])
    for reply in found.moves[3::2]:
        turn = turn.after(reply)
    answered = turn.marks()[0]
    if isinstance(turn, ThirdMoveTurn) and not turn.is_whole:
        return [found.to_position[cell] for cell in turn.required - turn.answered]
    others = {found.to_position[cell] for cell in answered}
    return [cell for cell in free if cell not in others] or list(free)


def _limits(seconds: float, random: Random) -> Limits:
    return Limits(seconds, seed=random.getrandbits(32), clock=time.process_time)
