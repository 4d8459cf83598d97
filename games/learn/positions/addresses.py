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
    """A position, as the moves that lead to it. X begins."""

    ruleset: Ruleset
    moves: tuple[Cell, ...] = ()

    @property
    def position(self) -> Position:
        return Position.after(self.ruleset, self.moves)

    @property
    def settled(self) -> PositionAddress:
        """The address of the image that stands for this position, which alone has a page."""
        return place_of(self.position)

    @property
    def path(self) -> str:
        """The path of the page about this position."""
        return self.path_of("position", of_board="board")

    def path_of(self, name: str, *, of_board: str) -> str:
        """Return the path of the route *name*, or of the route *of_board* for the empty board."""
        return reverse(f"games:{name if self.moves else of_board}", args=self._args)

    @property
    def explain_path(self) -> str:
        """The path of the page about how the computer thinks about this position."""
        return self.explain_path_at(len(self.moves))

    def explain_path_at(self, ply: int) -> str:
        """Return the path of that page about the position after *ply* of the moves."""
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
    """Return the address of the page about *position*, of the image that stands for it."""
    return place_of_image(canonical(position))


def place_of_image(position: Position) -> PositionAddress:
    """Return the address of the page about *position*, which is the image that stands for all."""
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
    # findall passes over what is no cell, so the names together must be the whole text.
    names = CELL.findall(text)
    if len(text) > MAX_MOVES_LENGTH or "".join(names) != text:
        raise BadNotation("bad_cell")
    return tuple(parse_cell(ruleset, name) for name in names)


def cells_name(ruleset: Ruleset, cells: Iterable[Cell]) -> str:
    """Return the names of *cells* as an address has them."""
    return "".join(cell_name(ruleset, cell) for cell in cells)


def board_name(ruleset: Ruleset) -> str:
    """Return the name of a board as an address has it."""
    return f"{ruleset.m}x{ruleset.n}x{ruleset.k}"
