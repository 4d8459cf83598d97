"""Positions in which the side to move wins by threes: found in games of the strong player.

`python -m tests.engine.threat_positions` plays them anew, from the same seeds, and writes what
`known_positions` reads. Fours alone do not win them. One game gives three at most.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from games.core.notation import cell_name, parse_cell, parse_ruleset, ruleset_text
from games.core.rules import Position, Ruleset
from games.engine import Limits
from games.engine.search.strong import search
from games.engine.search.threat_trees import NodeKind
from games.engine.search.threes import win_by_threes

FILE = Path(__file__).with_name("threat_positions.txt")
NUMBERS = {(15, 15, 5): 300, (9, 9, 5): 100, (19, 19, 5): 60, (12, 10, 5): 40}
NODES_A_MOVE, NODES_OF_THREATS, RANDOM_MOVES, POSITIONS_A_GAME = 400, 1_500, 4, 3


def known_positions() -> list[Position]:
    """The stored positions."""
    positions = []
    for line in FILE.read_text().splitlines():
        board, *names = line.split()
        ruleset = parse_ruleset(board)
        positions.append(Position.after(ruleset, [parse_cell(ruleset, name) for name in names]))
    return positions


def found_in_games(ruleset: Ruleset) -> Iterator[list[int]]:
    """The moves to such positions, game by game."""
    for game in itertools.count():
        yield from itertools.islice(found_in_game(ruleset, game), POSITIONS_A_GAME)


def found_in_game(ruleset: Ruleset, number: int) -> Iterator[list[int]]:
    """The moves to such positions of one game, until fours win."""
    random = Random(f"{ruleset_text(ruleset)} {number}")
    cells: list[int] = []
    position = Position(ruleset)
    while not position.is_over:
        if position.ply < RANDOM_MOVES:
            near = [cell for cell in position.legal_moves() if is_central(ruleset, cell)]
            cell = random.choice(near)
        else:
            tree = win_by_threes(position, Limits(math.inf, nodes=NODES_OF_THREATS))
            if tree and tree.nodes[-1].kind is NodeKind.LINE:
                return
            if tree:
                yield list(cells)
            limits = Limits(math.inf, random.randrange(1 << 30), None, NODES_A_MOVE)
            cell = search(position, limits).cell
        cells.append(cell)
        position = position.play(cell)


def is_central(ruleset: Ruleset, cell: int) -> bool:
    row, column = divmod(cell, ruleset.m)
    return abs(2 * row - ruleset.n + 1) <= 6 and abs(2 * column - ruleset.m + 1) <= 6


def main() -> None:
    with FILE.open("w") as file:
        for numbers, number in NUMBERS.items():
            ruleset = Ruleset(*numbers)
            for found, cells in enumerate(found_in_games(ruleset), start=1):
                names = (cell_name(ruleset, cell) for cell in cells)
                print(ruleset_text(ruleset), *names, file=file, flush=True)
                sys.stderr.write(f"\r{ruleset_text(ruleset)} {found}")
                if found == number:
                    break


if __name__ == "__main__":
    main()
