"""Fits the counts of shapes to results of games; they are put into the kernels by hand."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.rules import Ruleset
from games.management.arguments import CountArgument, board_argument
from games.management.terminal import BriefCommand, ProgressLine
from tools import shapes


class Command(BriefCommand):
    help = (
        "Let the strong player play against itself, and tell the counts of shapes and threats "
        "under which the results are likeliest, beside those that it uses now."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "board", metavar="M,N,K", type=board_argument, nargs="?", default=Ruleset(15, 15, 5),
            help=_("The board (default: 15,15,5)."),
        )  # fmt: skip
        parser.add_argument(
            "--games", type=CountArgument(1, 10**6), default=6_000,
            help=_("How many games are played (default: %(default)s)."),
        )  # fmt: skip

    def handle(self, *args: Any, board: Ruleset, games: int, **options: Any) -> None:
        rows, results = [], []
        with ProgressLine(sys.stderr, "shapes") as progress:
            for number, (of_positions, of_game) in enumerate(shapes.examples(board, games), 1):
                rows += of_positions
                results += of_game
                progress.show(number)
        found = shapes.fitted(np.array(rows), np.array(results))
        for (name, now), fitted in zip(shapes.present_counts(board).items(), found, strict=True):
            values = {"name": name, "fitted": round(fitted), "now": now}
            self.stdout.write(_("%(name)s: %(fitted)d, now %(now)d") % values)
