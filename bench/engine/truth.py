"""Answers compared with those found in another way; both counts of errors must be 0."""

import time
from collections.abc import Iterable

import numpy as np

from games.core.rules import TIC_TAC_TOE, Position, Ruleset
from games.engine import Limits
from games.engine.search.full_table import full_table, number_of
from games.engine.search.inquiry import Inquiry
from games.engine.search.proof import MANY, solve
from games.engine.search.prover import Prover
from games.engine.search.value import Value
from games.text.solved_games import known_value
from tests.engine.positions import plain_distance, quiet_positions, random_positions, reachable

SAMPLE = 10_000
SAMPLED = ("4,3,3", "4,4,3", "4,4,4")
LATE = ("5,5,4", "6,5,4", "8,4,4", "6,6,5", "8,6,5", "8,8,5", "9,7,6", "16,4,5")
LATE_SAMPLE, LATE_FREE = 200, 8
PUBLISHED = (
    "3,3,3", "4,3,3", "5,3,3", "4,4,3", "5,5,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "7,4,4",
    "8,4,4", "6,5,4", "6,6,4", "7,5,4", "7,6,4", "7,7,4", "8,5,4", "8,8,4", "5,5,5", "6,5,5",
    "6,6,5", "7,5,5", "7,6,5", "8,5,5", "7,7,5", "9,5,5", "8,6,5", "6,6,6", "7,7,6", "9,6,6",
)  # fmt: skip
FOREVER = np.zeros(1, np.uint8)
PATIENCE = Limits(seconds=120)


def run() -> None:
    print("| positions | how many | wrong values | right value, wrong distance |")
    print("|---|---|---|---|")
    every = [position for position in reachable(TIC_TAC_TOE) if not position.is_over]
    compare("3,3,3, all", TIC_TAC_TOE, every)
    for numbers in SAMPLED:
        ruleset = ruleset_of(numbers)
        sample = random_positions(ruleset, SAMPLE, seed=1)
        compare(f"{numbers}, random", ruleset, sample)
    for numbers in LATE:
        ruleset = ruleset_of(numbers)
        late = quiet_positions(ruleset, LATE_SAMPLE, seed=1, ply=ruleset.cells - LATE_FREE)
        compare(f"{numbers}, {LATE_FREE} cells free", ruleset, late, by_table=False)
    published()


def ruleset_of(numbers: str) -> Ruleset:
    return Ruleset(*map(int, numbers.split(",")))


def compare(
    name: str, ruleset: Ruleset, positions: Iterable[Position], by_table: bool = True
) -> None:
    """Print how many answers differ from a full table, or else from plain minimax."""
    table = full_table(ruleset) if by_table else None
    prover = Prover(ruleset)
    asked = wrong_values = wrong_distances = 0
    for position in positions:
        truth = plain_distance(position) if table is None else int(table[number_of(position)])
        found = distance(prover, position)
        asked += 1
        if np.sign(found) != np.sign(truth):
            wrong_values += 1
        elif found != truth:
            wrong_distances += 1
    print(f"| {name} | {asked:,} | {wrong_values} | {wrong_distances} |", flush=True)


def distance(prover: Prover, position: Position) -> int:
    inquiry = Inquiry(prover, position)
    inquiry.settle(MANY, FOREVER)
    return 0 if inquiry.value is Value.DRAW else int(inquiry.value or 0) * (inquiry.plies or 0)


def published() -> None:
    print("\n| board | published | proven here | plies | positions | processor time |")
    print("|---|---|---|---|---|---|")
    for numbers in PUBLISHED:
        ruleset = ruleset_of(numbers)
        known = known_value(ruleset)
        started = time.process_time()
        proof = solve(Position(ruleset), PATIENCE)
        seconds = time.process_time() - started
        value = "not proven" if proof.value is None else proof.value.name.lower()
        print(
            f"| {numbers} | {known.value if known else '–'} | {value} | {proof.plies or '–'} "
            f"| {proof.nodes:,} | {seconds * 1000:,.1f} ms |",
            flush=True,
        )
