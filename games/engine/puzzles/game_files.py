"""The puzzles that come with the engine: `games/engine/data/five_puzzles.txt`, under CC0.

A line is a game of the strong player against itself: the board, the game's number, its moves up to
the last puzzle, then each puzzle as marks:task:move, with :plies if it is a win. Other replies to a
win's first move make lines of their own.

    9,9,5 4 d4c5e6f5e4 4:stop_three:e7 5:fours:g3:7

Of game 4 on 9×9 that is the position after four marks, in which e7 alone stops a three, and the
one after five, in which g3 wins by fours in seven plies.

`python -m tools make_five_puzzles` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.resources import files

from games.core.notation import cell_name, parse_cell, parse_ruleset, ruleset_text
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import canonical
from games.engine.puzzles.tasks import LoneThreatMove, ThreatTask

HEAD = """\
# Puzzles of boards where five in a row win, from games of the strong player against itself, as
# `python -m tools make_five_puzzles` finds them. In the public domain (CC0). A line: the board, the
# game's number, its moves, then each puzzle as marks:task:move, with :plies of a win.
"""
NAME = re.compile(r"[a-z]+\d+")


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """A game's number and moves, and the lone moves found in it."""

    ruleset: Ruleset
    number: int
    moves: tuple[Cell, ...]
    found: tuple[LoneThreatMove, ...]


def five_puzzles() -> Iterator[LoneThreatMove]:
    """Yield all puzzles that come with the engine."""
    text = (files("games.engine") / "data" / "five_puzzles.txt").read_text("utf-8")
    for game in parse_games(text):
        yield from game.found


def parse_games(text: str) -> Iterator[PuzzleGame]:
    """Read what `game_line` writes, a line each; comments are passed over."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield _game(line)


def game_line(game: PuzzleGame) -> str:
    """Return, for example, "9,9,5 4 d4c5e6f5e4 4:stop_three:e7 5:fours:g3:7"."""
    ruleset = game.ruleset
    moves = "".join(cell_name(ruleset, cell) for cell in game.moves)
    return " ".join([ruleset_text(ruleset), str(game.number), moves, *map(_word, game.found)])


def in_order(games: Iterable[PuzzleGame]) -> Iterator[PuzzleGame]:
    """Yield *games* by board and number, without puzzles symmetric to one of an earlier game."""
    seen: set[Position] = set()
    for game in sorted(games, key=lambda game: (game.ruleset, game.number)):
        new = tuple(one for one in game.found if canonical(one.position) not in seen)
        seen.update(canonical(one.position) for one in new)
        if new:
            yield replace(game, moves=game.moves[: new[-1].position.ply], found=new)


def _game(line: str) -> PuzzleGame:
    board, number, names, *words = line.split()
    ruleset = parse_ruleset(board)
    moves = tuple(parse_cell(ruleset, name) for name in NAME.findall(names))
    return PuzzleGame(
        ruleset, int(number), moves, tuple(_parse_word(ruleset, moves, w) for w in words)
    )


def _word(found: LoneThreatMove) -> str:
    name = cell_name(found.position.ruleset, found.cell)
    word = f"{found.position.ply}:{found.task}:{name}"
    return word if found.plies is None else f"{word}:{found.plies}"


def _parse_word(ruleset: Ruleset, moves: tuple[Cell, ...], word: str) -> LoneThreatMove:
    marks, task, name, *plies = word.split(":")
    position = Position.after(ruleset, moves[: int(marks)])
    cell = parse_cell(ruleset, name)
    return LoneThreatMove(position, ThreatTask(task), cell, int(plies[0]) if plies else None)
