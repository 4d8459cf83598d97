"""Proves as `manage.py prove` does, and asks a brain for moves where its own searches find none.

A brain is a program that speaks the protocol of the Gomocup tournament. It is believed nothing:
what it leads to is searched and kept as any other proof.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.management.arguments import CountArgument, ruleset_of
from games.management.commands import prove
from mnk.errors import Broken, Unsupported, Unusable
from tools.brains import brain


class Command(prove.Command):
    help = _("Prove as “manage.py prove” does, with the moves of a brain where it finds none.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--brain", metavar="COMMAND", required=True,
            help=_("How to start the program, which speaks Gomocup’s protocol."),
        )  # fmt: skip
        parser.add_argument(
            "--seconds", type=CountArgument(1, 3600), default=60,
            help=_("How long it may think about a move (default: %(default)s)."),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        ruleset = ruleset_of(options["m"], options["n"], options["k"])
        try:
            with brain(options["brain"], ruleset, options["seconds"]) as self.guide:
                super().handle(*args, **options)
        except (Broken, Unsupported, Unusable) as error:
            raise CommandError(str(error)) from error
