"""Proves what the engine's files say of first marks and openings, and writes them anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.notation import cell_name, ruleset_text
from games.core.rules import Cell, Ruleset
from games.engine import Limits
from games.engine.openings import balanced, first_cells
from games.engine.openings.first_cells import (
    UNKNOWN,
    FirstCell,
    distinct_cells,
    landscape,
    short_text,
)
from games.management.arguments import CountArgument, board_argument, seconds_argument
from games.management.terminal import BriefCommand, ProgressLine

DATA = Path(first_cells.__file__).parents[1] / "data"
FIRST_CELLS, OPENINGS = DATA / "first_cells.txt", DATA / "openings.txt"
SECONDS_AN_OPENING = 60.0
MAX_OPENINGS = 60  # that are kept of a board


class Command(BriefCommand):
    help = _(
        "Prove what each first cell of boards is worth, or which positions after three marks are "
        "draws, and keep it with the engine."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "boards", metavar="M,N,K", type=board_argument, nargs="*",
            help=_("The boards (default: all that are kept)."),
        )  # fmt: skip
        parser.add_argument(
            "--seconds", type=seconds_argument, default=10.0,
            help=_("Seconds for one first cell (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--openings", type=CountArgument(1, 10**9), metavar="NODES",
            help=_("Prove openings instead, with NODES positions for each."),
        )  # fmt: skip
        parser.add_argument(
            "--check", action="store_true",
            help=_("Prove again what is kept of first cells, write nothing, and fail where it "
                   "differs."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if nodes := options["openings"]:
            if options["check"]:
                raise CommandError(_("--check is for first cells, not openings."), returncode=2)
            for board in options["boards"] or balanced.boards():
                self._prove_openings(landscape(board), nodes)
            return
        wrong = []
        for board in options["boards"] or first_cells.boards():
            prove = self._check if options["check"] else self._prove
            wrong += prove(landscape(board), options["seconds"])
        if wrong:
            raise CommandError(_("Not as kept: %(cells)s") % {"cells": ", ".join(wrong)})

    def _prove(self, board: Ruleset, seconds: float) -> list[str]:
        """Try again what is not settled yet, and keep what is better than before."""
        cells = dict(_load_first_cells(board))
        tried = [cell for cell in distinct_cells(board) if not cells.get(cell, UNKNOWN).is_exact]
        for cell, found in self._proofs(board, tried, seconds):
            if cell not in cells or found.improves(cells[cell]):
                cells[cell] = found
        boards = first_cells.parse_file(FIRST_CELLS.read_text("utf-8")) | {board: cells}
        FIRST_CELLS.write_text(
            first_cells.file_text(boards, timezone.now().date().isoformat()), "utf-8"
        )
        words = (
            f"{cell_name(board, cell)}:{short_text(found)}" for cell, found in sorted(cells.items())
        )
        self.stdout.write(f"{ruleset_text(board)} {' '.join(words)}")
        self.stdout.flush()
        return []

    def _check(self, board: Ruleset, seconds: float) -> list[str]:
        """Return the cells whose kept worth is not proven again."""
        kept = _load_first_cells(board)
        known = [cell for cell, first in kept.items() if first.proven]
        proofs = self._proofs(board, known, seconds)
        wrong = [cell for cell, found in proofs if not _agree(found, kept[cell])]
        text = _("%(board)s: %(right)d of %(all)d as kept")
        values = {"board": ruleset_text(board), "right": len(known) - len(wrong), "all": len(known)}
        self.stdout.write(text % values)
        return [f"{ruleset_text(board)} {cell_name(board, cell)}" for cell in wrong]

    def _proofs(
        self, board: Ruleset, cells: list[Cell], seconds: float
    ) -> Iterator[tuple[Cell, FirstCell]]:
        from games.engine.openings.first_proofs import prove_first_cell  # loads the compiler

        with ProgressLine(sys.stderr, ruleset_text(board), len(cells)) as progress:
            for done, cell in enumerate(cells, start=1):
                yield cell, prove_first_cell(board, cell, Limits(seconds=seconds))
                progress.show(done)

    def _prove_openings(self, board: Ruleset, nodes: int) -> None:
        from tools.openings import prove_openings  # loads the compiler

        limits = Limits(seconds=SECONDS_AN_OPENING, nodes=nodes)
        found = prove_openings(board, limits, MAX_OPENINGS)
        boards = balanced.parse_file(OPENINGS.read_text("utf-8")) | {board: found}
        OPENINGS.write_text(balanced.file_text(boards), "utf-8")
        text = _("%(board)s: %(drawn)d of %(all)d are draws, %(left)d are not settled")
        values = {"board": ruleset_text(board), "drawn": found.drawn, "all": found.positions}
        self.stdout.write(text % {**values, "left": found.left})
        self.stdout.flush()


def _agree(found: FirstCell, kept: FirstCell) -> bool:
    """Return whether both have the same value and, if both distances are proven, the same one."""
    is_as_long = not (found.is_exact and kept.is_exact) or found.proven == kept.proven
    return found.value is kept.value and is_as_long


def _load_first_cells(board: Ruleset) -> dict[Cell, FirstCell]:
    return first_cells.parse_file(FIRST_CELLS.read_text("utf-8")).get(board, {})
