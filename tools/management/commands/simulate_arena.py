"""`python -m tools simulate_arena --players 100 --minutes 30`: an arena in simulated time.

It is played by the real services in a database of its own, which is removed. Exit code 1: somebody
waited in vain or met the same opponent twice in a row, the standing does not follow from the
rounds, or pairing took too long.
"""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import median
from typing import Any

from django.core.management.base import CommandError
from django.test.utils import setup_databases, teardown_databases

from games.management.arguments import CountArgument
from games.management.terminal import BriefCommand
from tools.arena_simulation import MAX_IDLE, Simulation, SimulationReport

MAX_PAIRING = 0.5  # seconds


class Command(BriefCommand):
    help = (
        "Play an arena of made-up players and print how long they wait and how long pairing takes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=CountArgument(2, 1000), default=100)
        parser.add_argument("--minutes", type=CountArgument(5, 180), default=30)
        parser.add_argument("--seed", type=CountArgument(0, 10**6), default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        databases = setup_databases(verbosity=0, interactive=False)
        try:
            report = Simulation(options["players"], options["minutes"], options["seed"]).run()
        finally:
            teardown_databases(databases, verbosity=0)
        self._print(report)
        longest = max(report.pairing, default=0)
        if report.waited_in_vain or report.again or not report.is_kept:
            raise CommandError("the pairing is wrong", returncode=1)
        if longest > MAX_PAIRING:
            raise CommandError("pairing takes too long", returncode=1)

    def _print(self, report: SimulationReport) -> None:
        idle, pairing = sorted(report.idle) or [0.0], sorted(report.pairing) or [0.0]
        self.stdout.write(f"rounds                         {report.rounds}")
        self.stdout.write(f"same opponent twice in a row   {report.again}")
        self.stdout.write(
            f"idle: median {median(idle):.0f} s, 99 % within {idle[len(idle) * 99 // 100]:.0f} s, "
            f"longest {idle[-1]:.0f} s"
        )
        self.stdout.write(f"over {MAX_IDLE:.0f} s in vain                {report.waited_in_vain}")
        self.stdout.write(
            f"a step that pairs, of one processor: median {median(pairing) * 1000:.0f} ms, "
            f"longest {pairing[-1] * 1000:.0f} ms"
        )
        self.stdout.write(f"standing is its rounds         {report.is_kept}")
