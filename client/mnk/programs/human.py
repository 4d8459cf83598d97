"""A person at the terminal, who types the cells."""

from __future__ import annotations

from mnk.errors import Broken
from mnk.game import Game
from mnk.programs.program import GameTable


class Human:
    """A person who plays on every board, and is asked until a free cell is typed."""

    name = "you"

    def plays(self, m: int, n: int, k: int) -> bool:
        return True

    def sit(self, table: GameTable) -> Human:
        return self

    def choose(self, game: Game, seconds: float) -> str:
        print(drawing(game))
        while True:
            try:
                answer = input(f"{game.to_move.upper()}: ").strip().lower()
            except EOFError as error:
                raise Broken("No more moves were typed.") from error
            if answer in game.free:
                return answer
            print(f"Type a free cell, such as {game.free[0]}.")

    def close(self) -> None:
        pass


def drawing(game: Game) -> str:
    """Return the board with the names of its rows and columns."""
    rows = [
        f"{game.n - number:>2}  " + " ".join((mark or ".").upper() for mark in row)
        for number, row in enumerate(game.rows)
    ]
    columns = " ".join(chr(ord("a") + column) for column in range(game.m))
    return "\n".join(["", *rows, f"    {columns}"])
