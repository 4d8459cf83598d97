"""`manage.py fairness M N K`: proves who wins after each first mark, and which rules are fair."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits
from games.engine.openings.first_cells import (
    distinct_cells,
    first_cells,
    landscape,
    note_proof,
    short_text,
)
from games.learn.fairness.queries import Scores, learn_from_store
from games.learn.fairness.showing import ShownBoard
from games.learn.proofs import store
from games.management.arguments import add_ruleset, ruleset_of, seconds_argument
from games.management.terminal import BriefCommand, ProgressLine


class Command(BriefCommand):
    help = _(
        "Prove what each first cell of a board is worth, and keep the proofs. Cells that are "
        "proven already are skipped. The map shows d for a draw, and w11 for a win of the first "
        "player in 11 moves of both."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_ruleset(parser)
        parser.add_argument(
            "--seconds", type=seconds_argument, default=10.0,
            help=_("Seconds for one cell (default: %(default)s)."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        board = landscape(ruleset)
        learn_from_store([board])
        known = first_cells(board)
        self._prove(
            board, [c for c in distinct_cells(board) if not known[c].proven], options["seconds"]
        )
        self._keep(board)
        self._report(ruleset)

    def _prove(self, board: Ruleset, cells: list[Cell], seconds: float) -> None:
        from games.engine.openings.first_proofs import prove_first_cell  # loads the compiler

        with (
            ProgressLine(sys.stderr, _("First cells"), len(cells)) as progress,
            suppress(KeyboardInterrupt),  # what has been proven is kept
        ):
            for done, cell in enumerate(cells, start=1):
                note_proof(board, cell, prove_first_cell(board, cell, Limits(seconds=seconds)))
                progress.show(done)

    def _keep(self, board: Ruleset) -> None:
        """Store what is proven in the database, where pages of all server processes read it."""
        known = first_cells(board)
        for cell in distinct_cells(board):
            if proven := known[cell].proven:
                after = Position(board).play(cell)
                store.keep(after, proven.after_move(), known[cell].nodes)

    def _report(self, ruleset: Ruleset) -> None:
        shown = ShownBoard(ruleset, Scores())
        words = [short_text(first) for first in first_cells(ruleset)]
        width = max(map(len, words))
        for start in range(0, len(words), ruleset.m):
            row = words[start : start + ruleset.m]
            self.stdout.write(" ".join(each.rjust(width) for each in row))
        counts = shown.counts
        text = _("%(drawn)d drawn, %(won)d won, %(lost)d lost")
        values = {"drawn": counts["draw"], "won": counts["x"], "lost": counts["o"]}
        left = _(", %(open)d open") % {"open": counts["open"]} if counts["open"] else ""
        self.stdout.write(text % values + left)
        for rule in shown.rules:
            self.stdout.write(f"{rule.name}: {rule.title}. {rule.why}".rstrip())
        self.stdout.write(shown.proof)
