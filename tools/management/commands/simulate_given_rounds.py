"""Shows what a player gains by opponents who give up, by the present rule and the former one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from games.core.rating import Strength
from games.management.arguments import CountArgument
from games.management.terminal import BriefCommand
from tools.given_rounds import RULES, WAYS, gain

# The player whom they help: as new as they are, or with a certain rating.
STARTS = (Strength(), Strength(1500, 60))


class Command(BriefCommand):
    help = "Let accounts lose rounds to another one on purpose, and print what that one gains."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--accounts", type=CountArgument(1, 1_000), default=5,
            help=_("How many lose by turns (default: %(default)s)."),
        )  # fmt: skip
        parser.add_argument(
            "--rounds", type=CountArgument(1, 10_000), default=30,
            help=_("How many rounds they lose (default: %(default)s)."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        size = {"rounds": options["rounds"], "accounts": options["accounts"]}
        for way, unplayed in WAYS.items():
            for start in STARTS:
                found = {
                    name: gain(rule, unplayed, start=start, **size) for name, rule in RULES.items()
                }
                told = ", ".join(
                    f"{name} {one.winner.rating:.0f} ±{2 * one.winner.deviation:.0f}"
                    for name, one in found.items()
                )
                self.stdout.write(
                    f"{way}, from {start.rating:.0f} ±{2 * start.deviation:.0f}: {told}; "
                    f"accomplices {found['as it is'].accomplice:.0f}"
                )
