"""Matches on 15,15,5 against OpenSpiel's Monte Carlo search, alternate seats, random openings.

BENCH_GAMES sets how many games (40 unless told), BENCH_SIMULATIONS the other's playouts a move
(1000), BENCH_SECONDS what our strong player has for a move (0.02).
"""

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO

from bench.engine.peers import ABSENT
from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits
from games.engine.search.strong import search

RULESET = Ruleset(15, 15, 5)
OPENING, NEAR_MIDDLE = 2, 3  # random marks at the start, within so many rows and columns
GAMES = int(os.environ.get("BENCH_GAMES", "40"))
SIMULATIONS = int(os.environ.get("BENCH_SIMULATIONS", "1000"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "0.02"))


class Peer:
    """OpenSpiel's player in a process of its own."""

    def __init__(self, out: IO[str], into: IO[str]) -> None:
        self._out, self._into = out, into

    def choose(self, cells: list[Cell]) -> Cell:
        print(json.dumps(cells), file=self._into, flush=True)
        return int(self._out.readline())


@contextmanager
def peer(seed: int) -> Iterator[Peer | None]:
    """Start the other player; None if it is not installed."""
    script = Path(__file__).with_name("peer_open_spiel_player.py")
    board = f"{RULESET.m},{RULESET.n},{RULESET.k}"
    command = [os.environ.get("PEER_PYTHON", sys.executable), str(script), board]
    with subprocess.Popen(
        [*command, str(SIMULATIONS), str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        if process.stdout.readline().strip() == "ready":
            yield Peer(process.stdout, process.stdin)
            process.stdin.close()
        elif process.wait() == ABSENT:
            yield None
        else:
            raise RuntimeError(f"{script.name} ended with {process.returncode}")


def opening(random: Random) -> list[Cell]:
    """Return some random cells near the middle."""
    middle_row, middle_column = RULESET.n // 2, RULESET.m // 2
    near = range(-NEAR_MIDDLE, NEAR_MIDDLE + 1)
    cells = [
        (middle_row + down) * RULESET.m + middle_column + right for down in near for right in near
    ]
    return random.sample(cells, OPENING)


def play(other: Peer, cells: list[Cell], seat: int, seed: int) -> tuple[float, int, float]:
    """Play a game; return our result (1, ½ or 0), its plies, and our longest time for a move."""
    position, longest = Position.after(RULESET, cells), 0.0
    while not position.is_over:
        if position.ply % 2 == seat:
            started = time.perf_counter()
            cell = search(position, Limits(seconds=SECONDS, seed=seed)).cell
            longest = max(longest, time.perf_counter() - started)
        else:
            cell = other.choose(cells)
        position, cells = position.play(cell), [*cells, cell]
    result = 0.5 if not position.is_won else float((position.ply - 1) % 2 == seat)
    return result, position.ply, longest


def run() -> None:
    random = Random(3)
    search(Position.after(RULESET, [112, 113]), Limits(seconds=60, nodes=1000))  # loads kernels
    with peer(seed=1) as other:
        if other is None:
            print("OpenSpiel: skipped, not installed.")
            return
        results, longest = [], 0.0
        for number in range(GAMES):
            if number % 2 == 0:
                cells = opening(random)
            result, plies, thought = play(other, cells, number % 2, random.getrandbits(32))
            results.append(result)
            longest = max(longest, thought)
            print(f"game {number + 1}: {result} in {plies} plies", file=sys.stderr, flush=True)
    points, error = sum(results), 1.96 * math.sqrt(0.25 / len(results))
    print(
        f"strong at {SECONDS * 1000:.0f} ms a move against OpenSpiel MCTS-{SIMULATIONS}: ", end=""
    )
    print(
        f"{points:g} of {len(results)} ({points / len(results):.0%}, ±{error:.0%} at most); ",
        end="",
    )
    print(f"the longest thought took {longest * 1000:.0f} ms")
