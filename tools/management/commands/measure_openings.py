"""Measures openings of boards where nothing is proven, and keeps those that are even."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.core.notation import cell_name, ruleset_text
from games.core.rules import Ruleset
from games.engine.arena.elo import score
from games.engine.openings import measured
from games.engine.openings.measured import MeasuredOpening, MeasuredOpenings
from games.management.arguments import CountArgument, board_argument
from games.management.terminal import BriefCommand, ProgressLine
from games.management.whole_files import write_whole
from tools import balance

FILE = Path(measured.__file__).parents[1] / "data" / "measured_openings.txt"
FRESH = "again"  # a seed for other games than those by which openings were chosen


class Command(BriefCommand):
    help = (
        "Find openings from which the strong player scores about half against itself and does not "
        "draw too often, and keep them with the engine. A search that was interrupted is continued."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "boards", metavar="M,N,K", type=board_argument, nargs="*",
            help=_("The boards (default: all that are kept)."),
        )  # fmt: skip
        parser.add_argument(
            "--keep", type=CountArgument(1, 1_000), default=24,
            help=_("Stop once a board has this many openings (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--tries", type=CountArgument(1, 10**6), default=10**6,
            help=_("Stop after this many more candidates on a board."),
        )  # fmt: skip
        parser.add_argument(
            "--games", type=CountArgument(60, 10**6), default=400,
            help=_("Games from each opening that is kept (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--check", action="store_true",
            help=_("Play other games from the kept openings, write nothing, and fail if they show "
                   "that an opening is not good."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        work = self._check if options["check"] else self._measure
        worse = [
            f"{ruleset_text(board)} {_words(board, one)}"
            for board in options["boards"] or sorted(_load_openings())
            for one in work(board, **options)
        ]
        if worse:
            raise CommandError(_("Not as good: %(openings)s") % {"openings": "; ".join(worse)})

    def _measure(
        self, board: Ruleset, *, keep: int, tries: int, games: int, **options: Any
    ) -> list[MeasuredOpening]:
        """Search for openings of *board* and keep those that are good. Return none as bad."""
        found = _load_openings().get(board, MeasuredOpenings())
        before = found.tried
        with ProgressLine(sys.stderr, ruleset_text(board)) as progress:
            # Candidates always come in the same order, so those already tried are skipped.
            for moves in islice(balance.candidates(board), before, before + tries):
                if len(found.kept) >= keep:
                    break
                one = balance.measured(board, moves, games)
                more = (one,) if one.games == games and balance.is_good(one) else ()
                found = MeasuredOpenings(found.kept + more, found.tried + 1)
                # After each candidate, so that the command can be stopped at any time.
                _keep(board, found)
                progress.show(found.tried)
        text = _("%(board)s: %(kept)d openings are good, of %(tried)d")
        values = {"board": ruleset_text(board), "kept": len(found.kept), "tried": found.tried}
        self.stdout.write(text % values)
        return []

    def _check(self, board: Ruleset, *, games: int, **options: Any) -> Iterator[MeasuredOpening]:
        """Play other games from the kept openings of *board*. Yield those that are bad."""
        kept, off = _load_openings().get(board, MeasuredOpenings()).kept, 0.0
        for one in kept:
            again = balance.measured(board, one.moves, games, FRESH, to_the_end=True)
            self.stdout.write(f"{ruleset_text(board)} {_words(board, again)}")
            self.stdout.flush()
            off += abs(again.points / again.games - 0.5)
            if not balance.may_be_good(again):
                yield again
        text = _("%(board)s: %(kept)d openings are on average %(off).1f percentage points off half")
        average = 100 * off / max(1, len(kept))
        values = {"board": ruleset_text(board), "kept": len(kept), "off": average}
        self.stdout.write(text % values)


def _words(board: Ruleset, one: MeasuredOpening) -> str:
    """Return, for example, "h8 h9 j10: 48.3 % of 400 (43.4 to 53.2), 12 drawn"."""
    cells = " ".join(cell_name(board, cell) for cell in one.moves)
    found = score(one.points, one.games)
    return _(
        "%(cells)s: %(share).1f %% of %(games)d (%(least).1f to %(most).1f), %(drawn)d drawn"
    ) % {
        "cells": cells,
        "share": 100 * found.share,
        "games": one.games,
        "least": 100 * found.least,
        "most": 100 * found.most,
        "drawn": one.drawn,
    }


def _load_openings() -> dict[Ruleset, MeasuredOpenings]:
    return measured.parse_file(FILE.read_text("utf-8"))


def _keep(board: Ruleset, found: MeasuredOpenings) -> None:
    boards = _load_openings() | {board: found}
    write_whole(FILE, measured.file_text(boards))
