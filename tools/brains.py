"""Programs that speak the protocol of the Gomocup tournament, asked for single moves.

    with brain(command, ruleset, seconds) as name_cell:
        cell = name_cell(position)

Nothing that they say is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Position, Ruleset, cells_of
from games.engine.proving.guided import Guide
from mnk.game import Game
from mnk.programs.gomocup import Gomocup
from mnk.programs.program import GameTable, ask


@contextmanager
def brain(command: str, ruleset: Ruleset, seconds: int) -> Iterator[Guide]:
    """Start a program, which names the cell that it marks for the side to move.

    It has so many *seconds* for a move. Raises Broken, Unsupported or Unusable (`mnk.errors`).
    """
    table = GameTable(ruleset.m, ruleset.n, ruleset.k, turn_seconds=seconds)
    player = Gomocup(command, seconds).sit(table)

    def name_cell(position: Position) -> Cell:
        moves = tuple(cell_name(ruleset, cell) for cell in _some_order(position))
        game = Game(table.m, table.n, table.k, moves)
        return parse_cell(ruleset, ask(player, game, seconds)[0])

    try:
        yield name_cell
    finally:
        player.close()


def _some_order(position: Position) -> Iterator[Cell]:
    """Yield the cells of a position in an order in which they may have been marked."""
    sides = cells_of(position.own), cells_of(position.opposing)
    first, second = sides if position.ply % 2 == 0 else reversed(sides)
    for ply in range(position.ply):
        yield (second if ply % 2 else first)[ply // 2]
