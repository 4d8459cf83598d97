"""`manage.py verify_puzzles`: proves every puzzle again, in another way than it was found.

Exit code 0: all hold; 1: some do not, and are named.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.learn.puzzles.verification import faults_of
from games.management.arguments import seconds_argument
from games.management.terminal import BriefCommand
from games.models import Puzzle

CHUNK = 1_000  # puzzles in memory at a time
SECONDS = 10.0


class Command(BriefCommand):
    help = "Prove all puzzles again, by brute force on up to 16 cells and by the prover on more."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds",
            type=seconds_argument,
            default=SECONDS,
            help="Seconds for each puzzle on more than 16 cells (default: %(default)s).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        verified = broken = 0
        # Board by board, so that only one board's table is in memory at a time.
        for puzzle in Puzzle.objects.order_by("m", "n", "k", "pk").iterator(CHUNK):
            verified += 1
            if faults := faults_of(puzzle, options["seconds"]):
                broken += 1
                self.stdout.write(f"{puzzle}: {'; '.join(faults)}")
        if options["verbosity"]:
            puzzles = ngettext(
                "%(number)d puzzle verified", "%(number)d puzzles verified", verified
            )
            self.stdout.write(
                _("%(puzzles)s, %(broken)d broken.")
                % {"puzzles": puzzles % {"number": verified}, "broken": broken}
            )
        if broken:
            sys.exit(1)
