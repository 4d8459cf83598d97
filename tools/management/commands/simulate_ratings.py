"""Tests whether ratings find the order of players whose strength is known."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from games.core.notation import ruleset_text
from games.core.rules import MAX_SIDE, MIN_SIDE
from games.management.arguments import CountArgument, ruleset_of
from games.management.terminal import BriefCommand


class Command(BriefCommand):
    help = (
        "Rate players of known strength by rounds and by single games, and print how well either "
        "finds their order."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--players", type=CountArgument(3, 10_000), default=200,
            help=_("Number of players (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--rounds", type=CountArgument(1, 10_000), default=50,
            help=_("Rounds of two games that each plays (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--spread", type=CountArgument(1, 2_000), default=300,
            help=_("Standard deviation of the strengths (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--board", metavar=("M", "N", "K"), nargs=3, default=(6, 6, 4),
            type=CountArgument(MIN_SIDE, MAX_SIDE),
            help=_("Columns, rows and marks in a row (default: 6 6 4)."),
        )  # fmt: skip
        parser.add_argument(
            "--seed", type=CountArgument(0, 2**32), default=0,
            help=_("The first random seed (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--seeds", type=CountArgument(1, 1_000), default=10,
            help=_("Number of repetitions (default: %(default)s)."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        from tools import rating_simulation as simulation  # loads numpy

        ruleset = ruleset_of(*options["board"])
        if ruleset not in simulation.SHARES:
            known = ", ".join(map(ruleset_text, simulation.SHARES))
            sentence = _("What it is worth to begin was measured on %(boards)s.")
            raise CommandError(sentence % {"boards": known}, returncode=2)
        world = simulation.World(options["players"], options["rounds"], options["spread"])
        seeds = range(options["seed"], options["seed"] + options["seeds"])
        ways = (
            (_("paired"), simulation.paired),
            (_("unpaired"), simulation.unpaired(simulation.advantage(ruleset))),
        )
        for name, games in ways:
            found = simulation.correlation(games, world, seeds)
            text = _("%(name)-9s rank correlation %(mean).3f, at least %(least).3f")
            self.stdout.write(text % {"name": name, "mean": found.mean, "least": found.least})
