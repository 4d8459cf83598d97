"""`manage.py make_puzzles [M N K]`: puzzles from all positions of a small board.

Without a board it makes the puzzles that a new site begins with. Puzzles that exist already stay.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.learn.puzzles.making import MAX_CELLS, add_from_table, add_usual
from games.management.arguments import CountArgument, ruleset_of
from games.management.terminal import BriefCommand
from games.models import Puzzle
from games.text.wording import moves_to_win

MAX_PUZZLES = 1_000_000


class Command(BriefCommand):
    help = "Make a puzzle of every position of a board that has only one good move."

    def add_arguments(self, parser: ArgumentParser) -> None:
        side = CountArgument(MIN_SIDE, MAX_SIDE)
        parser.add_argument("board", metavar="M N K", type=side, nargs="*")
        parser.add_argument("--count", action="store_true", help="Only count the positions.")
        parser.add_argument(
            "--first", action="store_true", help="Do nothing if there are puzzles already."
        )
        parser.add_argument(
            "--limit", type=CountArgument(1, MAX_PUZZLES), help="Make at most this many."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = _ruleset(options["board"])
        if options["count"]:
            self._count(ruleset)
            return
        if options["first"] and Puzzle.objects.exists():
            return
        before = Puzzle.objects.count()
        if ruleset is None:
            add_usual()
        else:
            add_from_table(ruleset, options["limit"])
        if options["verbosity"]:
            made, now = Puzzle.objects.count() - before, Puzzle.objects.count()
            sentence = _("%(made)s puzzles made, %(now)s in total.")
            self.stdout.write(sentence % {"made": _number(made), "now": _number(now)})

    def _count(self, ruleset: Ruleset | None) -> None:
        if ruleset is None:
            raise CommandError(_("--count needs a board: M N K."), returncode=2)
        from games.engine.analysis.exhaustive import lone_moves  # loads numpy

        found = lone_moves(ruleset)
        self.stdout.write(_number(len(found)))
        for plies, number in found.numbers.items():
            sentence = _("win in %(moves)d: %(number)s") if plies else _("only draw: %(number)s")
            words = {"moves": moves_to_win(plies), "number": _number(number)}
            self.stdout.write("  " + sentence % words)


def _ruleset(sides: list[int]) -> Ruleset | None:
    if not sides:
        return None
    if len(sides) != 3:
        raise CommandError(_("A board is three numbers: M N K."), returncode=2)
    ruleset = ruleset_of(*sides)
    if ruleset.cells > MAX_CELLS:
        sentence = _("This works only on boards of up to %(most)d cells.")
        raise CommandError(sentence % {"most": MAX_CELLS}, returncode=2)
    return ruleset


def _number(number: int) -> str:
    return str(number_format(number, force_grouping=True))
