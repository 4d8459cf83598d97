"""Proves as `manage.py prove` does, and asks a brain for moves where its own searches find none.

A brain is a program that speaks the protocol of the Gomocup tournament. It is believed nothing:
what it leads to is searched and kept as any other proof.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Position, cells_of
from games.management.arguments import CountArgument
from games.management.commands import prove
from mnk.errors import Broken, Unsupported, Unusable
from mnk.game import Game
from mnk.programs.gomocup import Gomocup
from mnk.programs.program import GameTable, Player, ask


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
        seconds = options["seconds"]
        table = GameTable(options["m"], options["n"], options["k"], turn_seconds=seconds)
        try:
            player = Gomocup(options["brain"], seconds).sit(table)
            try:
                self.guide = BrainGuide(player, table)
                super().handle(*args, **options)
            finally:
                player.close()
        except (Broken, Unsupported, Unusable) as error:
            raise CommandError(str(error)) from error


class BrainGuide:
    """Names the cell that a player marks for the side to move."""

    def __init__(self, player: Player, table: GameTable) -> None:
        self._player, self._table = player, table

    def __call__(self, position: Position) -> Cell:
        """Return that cell. Raises Broken."""
        table, ruleset = self._table, position.ruleset
        moves = tuple(cell_name(ruleset, cell) for cell in _some_order(position))
        game = Game(table.m, table.n, table.k, moves)
        return parse_cell(ruleset, ask(self._player, game, table.turn_seconds)[0])


def _some_order(position: Position) -> Iterator[Cell]:
    """Yield the cells of a position in an order in which they may have been marked."""
    sides = cells_of(position.own), cells_of(position.opposing)
    first, second = sides if position.ply % 2 == 0 else reversed(sides)
    for ply in range(position.ply):
        yield (second if ply % 2 else first)[ply // 2]
