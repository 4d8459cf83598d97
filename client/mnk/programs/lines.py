"""Programs that read a question and write a cell, in one of two dialects.

`json`: one line of JSON in, the cell's name out. `codingame`: as the puzzle of that name on
CodinGame, for 3×3. A program lives as long as its game.
"""

from __future__ import annotations

import json
import sys
import time

from mnk.errors import Broken, Unsupported
from mnk.game import Game
from mnk.programs.process import Process
from mnk.programs.program import GameTable, Player

CODINGAME_SECONDS = 0.1  # that CodinGame gives for a move, 1 s for the first
START_SECONDS = 5.0  # that a program may take longer for its first answer


class JsonLines:
    """A program that reads a line of JSON for each move: see `question`."""

    def __init__(self, command: str) -> None:
        self.name = command

    def plays(self, m: int, n: int, k: int) -> bool:
        return True

    def sit(self, table: GameTable) -> Player:
        return _JsonPlayer(Process(self.name))


class _JsonPlayer:
    def __init__(self, process: Process) -> None:
        self._process = process
        self._extra = START_SECONDS

    def choose(self, game: Game, seconds: float) -> str:
        deadline = time.monotonic() + seconds + self._extra
        self._process.pass_over()
        self._process.say(question(game))
        answer = self._process.hear(deadline)
        self._extra = 0.0
        return answer.strip('"')

    def close(self) -> None:
        self._process.end()


def question(game: Game) -> str:
    """Return the line that stands for *game*: its board, its moves in order, the rows from the top
    with "." for free cells, the free cells, whose turn it is, and the seconds on the clock or null.
    """
    asked = {
        "m": game.m,
        "n": game.n,
        "k": game.k,
        "to_move": game.to_move,
        "rows": ["".join(mark or "." for mark in row) for row in game.rows],
        "moves": list(game.moves),
        "free": list(game.free),
        "seconds": game.seconds,
    }
    return json.dumps(asked, separators=(",", ":"))


class Codingame:
    """A program for CodinGame's tic-tac-toe: the opponent's cell, the valid ones, "row col" out."""

    def __init__(self, command: str) -> None:
        self.name = command

    def plays(self, m: int, n: int, k: int) -> bool:
        return (m, n, k) == (3, 3, 3)

    def sit(self, table: GameTable) -> Player:
        if not self.plays(table.m, table.n, table.k):
            raise Unsupported("The codingame dialect is for 3×3.")
        return _CodingamePlayer(Process(self.name))


class _CodingamePlayer:
    """A player that hears the opponent's last move alone, and so cannot begin in mid-game."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._expected: tuple[str, ...] = ()  # the moves that the program knows of

    def choose(self, game: Game, seconds: float) -> str:
        known = len(self._expected)
        if game.moves[:known] != self._expected or len(game.moves) - known > 1:
            raise Broken("In this dialect a program cannot take up a game in the middle.")
        began = time.monotonic()
        extra = 0.0 if known else START_SECONDS
        self._process.pass_over()
        self._process.say(*codingame_question(game))
        answer = self._process.hear(began + seconds + extra)
        if known and (took := time.monotonic() - began) > CODINGAME_SECONDS:
            print(f"That took {took * 1000:.0f} ms; CodinGame gives 100.", file=sys.stderr)
        cell = _named(game, answer)
        self._expected = (*game.moves, cell)
        return cell

    def close(self) -> None:
        self._process.end()


def codingame_question(game: Game) -> list[str]:
    """Return the opponent's cell or -1 -1, the number of valid cells, and each of these."""

    def row_and_column(cell: str) -> str:
        row, column = divmod(game.index(cell), game.m)
        return f"{row} {column}"

    last = row_and_column(game.moves[-1]) if game.moves else "-1 -1"
    return [last, str(len(game.free)), *map(row_and_column, game.free)]


def _named(game: Game, answer: str) -> str:
    """Return the cell that "row col" stands for. Raises Broken."""
    words = answer.split()[:2]
    if len(words) == 2 and all(word.isdecimal() for word in words):
        row, column = map(int, words)
        if row < game.n and column < game.m:
            return game.name(row * game.m + column)
    raise Broken(f"It answered {answer[:60]!r}, which is no row and column.")
