"""Proofs that take long: can whoever begins ever force a line?"""

import time

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.kernels.watchdog import watched
from games.engine.search.proof import MANY
from games.engine.search.prover import ENDLESS, Prover

BY_PLIES, BY_PROOF_NUMBERS = "plies", "proof numbers"
QUESTIONS = (
    ("8,4,4", BY_PLIES),
    ("8,4,4", BY_PROOF_NUMBERS),
    ("8,6,5", BY_PLIES),
    ("8,6,5", BY_PROOF_NUMBERS),
    ("9,4,4", BY_PROOF_NUMBERS),
    ("10,4,4", BY_PROOF_NUMBERS),
    ("11,4,4", BY_PROOF_NUMBERS),
    ("8,7,5", BY_PLIES),
)
PATIENCE = Limits(seconds=1800)
TABLE_BITS = 25  # half a gigabyte


def run() -> None:
    print("| board | search by | who begins can force a line | positions | processor time |")
    print("|---|---|---|---|---|")
    for numbers, way in QUESTIONS:
        ruleset = Ruleset(*map(int, numbers.split(",")))
        prover = Prover(ruleset, TABLE_BITS, full_size=True)
        started = time.process_time()
        wins = first_wins(prover, Position(ruleset), way)
        answer = {True: "yes", False: "no: a draw", None: "not proven"}[wins]
        seconds = time.process_time() - started
        print(f"| {numbers} | {way} | {answer} | {prover.nodes:,} | {seconds:,.2f} s |", flush=True)


def first_wins(prover: Prover, position: Position, way: str) -> bool | None:
    with watched(PATIENCE) as stop:
        if way == BY_PROOF_NUMBERS:
            return prover.ever_wins(position, mover=True, nodes=MANY, stop=stop)
        return prover.wins_within(position, mover=True, plies=ENDLESS, nodes=MANY, stop=stop)
