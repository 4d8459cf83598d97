"""Draws that take minutes: the one question, whether who begins can ever force a line."""

import time

from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.kernels.watchdog import watched
from games.engine.prover import ENDLESS, Prover
from games.engine.solve import MANY, MOST_BITS

BOARDS = ("8,7,5",)
PATIENCE = Limits(seconds=1800)


def run() -> None:
    print("| board | who begins can force a line | positions | processor time |")
    print("|---|---|---|---|")
    for numbers in BOARDS:
        ruleset = Ruleset(*map(int, numbers.split(",")))
        prover = Prover(ruleset, MOST_BITS, full_size=True)
        started = time.process_time()
        with watched(PATIENCE) as stop:
            wins = prover.wins_within(
                Position(ruleset), mover=True, plies=ENDLESS, nodes=MANY, stop=stop
            )
        answer = {True: "yes", False: "no: a draw", None: "not proven"}[wins]
        seconds = time.process_time() - started
        print(f"| {numbers} | {answer} | {prover.nodes:,} | {seconds:,.0f} s |", flush=True)
