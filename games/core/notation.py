"""Text forms of cells, rulesets, move lists and whole games: one parser beside each writer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.core.errors import BadNotation
from games.core.rules import Cell, Position, Ruleset

MAX_GAME_TEXT_LENGTH = 16_384  # characters; 361 moves and their tags fit into a quarter of it


def column_name(column: int) -> str:
    """Return the letter of a column, counted from 0 at the left: a, b, … s, i included."""
    return chr(ord("a") + column)


def cell_name(ruleset: Ruleset, cell: Cell) -> str:
    """Return the name of a cell: its column's letter and its row's number from the bottom."""
    row, column = divmod(cell, ruleset.m)
    return f"{column_name(column)}{ruleset.n - row}"


def parse_cell(ruleset: Ruleset, text: str) -> Cell:
    """Return the cell that *text* names. Raises BadNotation: bad_cell."""
    # Without ASCII, ignoring case would also take the long s and the kelvin sign for s and k.
    match = re.fullmatch(r"([a-s])([1-9][0-9]?)", text, re.ASCII | re.IGNORECASE)
    if not match:
        raise _bad_cell(ruleset, text)
    column = ord(match[1].lower()) - ord("a")
    row = ruleset.n - int(match[2])
    if column >= ruleset.m or row < 0:
        raise _bad_cell(ruleset, text)
    return row * ruleset.m + column


def _bad_cell(ruleset: Ruleset, text: str) -> BadNotation:
    last = cell_name(ruleset, ruleset.m - 1)
    return BadNotation("bad_cell", f"cells of this board are called a1 to {last}, not {text[:8]!r}")


def ruleset_text(ruleset: Ruleset) -> str:
    """Return, for example, "5,5,4"."""
    return f"{ruleset.m},{ruleset.n},{ruleset.k}"


def parse_ruleset(text: str) -> Ruleset:
    """Read what `ruleset_text` writes. Raises BadNotation or BadRuleset: bad_ruleset."""
    match = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})", text, re.ASCII)
    if not match:
        raise BadNotation("bad_ruleset", f'it is written as "15,15,5", not {text[:16]!r}')
    return Ruleset(int(match[1]), int(match[2]), int(match[3]))


def moves_text(ruleset: Ruleset, cells: Iterable[Cell]) -> str:
    """Return the names of cells with the number of each pair of moves: "1. b2 a3 2. c3"."""
    words = []
    for ply, cell in enumerate(cells):
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(cell_name(ruleset, cell))
    return " ".join(words)


def parse_moves(ruleset: Ruleset, text: str) -> tuple[Cell, ...]:
    """Read what `moves_text` writes; numbers are optional, legality is checked.

    Raises BadNotation (bad_cell, bad_move_number) or IllegalMove.
    """
    cells: list[Cell] = []
    for word in text.split():
        if word.endswith("."):
            if word != f"{len(cells) // 2 + 1}." or len(cells) % 2:
                number = len(cells) // 2 + 1
                raise BadNotation("bad_move_number", f"{number}. comes before each pair of moves")
        else:
            cells.append(parse_cell(ruleset, word))
    Position.after(ruleset, cells)
    return tuple(cells)


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as it stands in a file: its ruleset, its moves and tags such as players."""

    ruleset: Ruleset
    cells: tuple[Cell, ...]
    tags: Mapping[str, str] = field(default_factory=dict)


def game_text(game: GameText) -> str:
    """Return the file form, like PGN for chess: [Name "value"] lines, a blank line, the moves."""
    tags = {**game.tags, "Ruleset": ruleset_text(game.ruleset)}
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", moves_text(game.ruleset, game.cells), ""])


def parse_game(text: str) -> GameText:
    """Read what `game_text` writes.

    Raises BadNotation (too_long, bad_game, bad_tag, bad_ruleset, bad_cell, bad_move_number),
    BadRuleset or IllegalMove.
    """
    if len(text) > MAX_GAME_TEXT_LENGTH:
        raise BadNotation("too_long", f"a game has at most {MAX_GAME_TEXT_LENGTH} characters")
    head, separator, body = text.partition("\n\n")
    if not separator:
        raise BadNotation("bad_game", "an empty line stands between tags and moves")
    tags = dict(_parse_tag(line) for line in head.split("\n"))
    if "Ruleset" not in tags:
        raise BadNotation("bad_game", 'a tag names the ruleset: [Ruleset "3,3,3"]')
    ruleset = parse_ruleset(tags.pop("Ruleset"))
    return GameText(ruleset, parse_moves(ruleset, body), tags)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _parse_tag(line: str) -> tuple[str, str]:
    match = re.fullmatch(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]', line)
    if not match:
        raise BadNotation("bad_tag", '[Name "value"] stands on a line of its own')
    return match[1], re.sub(r"\\(.)", r"\1", match[2])
