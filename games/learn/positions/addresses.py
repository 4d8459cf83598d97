"""Positions in addresses: "6x6x4" is a board, "c4b3" are the moves that lead to one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from games.core.errors import BadNotation
from games.core.notation import cell_name, parse_cell, parse_ruleset
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import canonical, settled_moves

CELL = re.compile(r"[a-s][1-9][0-9]?", re.ASCII)
# Every cell of the largest board, by names of at most three characters.
MAX_MOVES_LENGTH = 3 * 361  # characters


@dataclass(frozen=True, slots=True)
class PositionAddress:
    """A position, and moves that lead to it. X begins."""

    ruleset: Ruleset
    moves: tuple[Cell, ...] = ()

    @property
    def position(self) -> Position:
        return Position.after(self.ruleset, self.moves)

    @property
    def settled(self) -> PositionAddress:
        """The address of the page about this position, or about the image that stands for it."""
        return place_of(self.position)

    @property
    def path(self) -> str:
        """The path of the page about this position."""
        return self.path_of("position", of_board="board")

    def path_of(self, name: str, *, of_board: str) -> str:
        """Return the path of the page *name* about this position; *of_board* for an empty board."""
        return reverse(f"games:{name if self.moves else of_board}", args=self._args)

    @property
    def explain_path(self) -> str:
        """The path of the page about how the computer thinks here."""
        return self.explain_path_at(len(self.moves))

    def explain_path_at(self, ply: int) -> str:
        """Return `explain_path` after *ply* of the moves; its page leads to the others."""
        return f"{self.path_of('explain_position', of_board='explain_board')}?ply={ply}"

    @property
    def play_path(self) -> str:
        """The path of the page for playing on from here."""
        if self.moves:
            return reverse("games:play_position", args=self._args)
        board = {"m": self.ruleset.m, "n": self.ruleset.n, "k": self.ruleset.k}
        return reverse("games:new", query=board)

    @property
    def _args(self) -> list[str]:
        names = cells_name(self.ruleset, self.moves)
        return [board_name(self.ruleset), *([names] if names else [])]


def place_of(position: Position) -> PositionAddress:
    """Return where the page about *position* is: the place of the image that stands for it."""
    return place_of_image(canonical(position))


def place_of_image(position: Position) -> PositionAddress:
    """Return where the page about *position* is, itself the image that stands for all."""
    return PositionAddress(position.ruleset, settled_moves(position))


def parse_place(board: str, moves: str) -> PositionAddress:
    """Return what an address names; each board has only one spelling.

    Raises BadNotation, BadRuleset or IllegalMove.
    """
    ruleset = parse_board(board)
    cells = parse_cells(ruleset, moves)
    Position.after(ruleset, cells)  # every move is legal
    return PositionAddress(ruleset, cells)


def parse_board(text: str) -> Ruleset:
    """Return the board that an address names. Raises BadNotation or BadRuleset."""
    ruleset = parse_ruleset(text.replace("x", ","))
    if text != board_name(ruleset):
        raise BadNotation("bad_ruleset")
    return ruleset


def parse_cells(ruleset: Ruleset, text: str) -> tuple[Cell, ...]:
    """Return the cells that an address names, one after the other. Raises BadNotation."""
    # findall passes over what is no cell, so what it has found must be all there is.
    names = CELL.findall(text)
    if len(text) > MAX_MOVES_LENGTH or "".join(names) != text:
        raise BadNotation("bad_cell")
    return tuple(parse_cell(ruleset, name) for name in names)


def cells_name(ruleset: Ruleset, cells: Iterable[Cell]) -> str:
    """Return what names cells in an address."""
    return "".join(cell_name(ruleset, cell) for cell in cells)


def board_name(ruleset: Ruleset) -> str:
    """Return what names a board in an address."""
    return f"{ruleset.m}x{ruleset.n}x{ruleset.k}"
