"""The player for large boards: forced wins, then a search as deep as the limits allow.

It sees shapes (open threes, fours, double threats) on any board up to 19×19 and for any k, finds
wins by continuous threats, and deepens a principal variation search until the budget is spent.
The kernels say how, and name their sources: `kernels.patterns`, `kernels.pattern_board`,
`kernels.forcing`, `kernels.deepening`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Budget, Limits
from games.engine.kernels.deepening import (
    SURE,
    WIN,
    SearchState,
    new_search,
    principal_variation_search,
)
from games.engine.kernels.forcing import LONGEST, Forcing, forced_win, new_forcing
from games.engine.kernels.parts import FEW, SMALL, Part
from games.engine.kernels.pattern_board import NOWHERE, PatternBoard, board_of, cell_of
from games.engine.kernels.patterns import COMPLETES, WINS_NEXT
from games.engine.kernels.watchdog import Flag, watched
from games.engine.search.glance import middle_of
from games.engine.search.threat_trees import ThreatTree
from games.engine.search.threes import THREES, can_search, search_threes

DEEPEST_ITERATION = 60
UNLIMITED = 1 << 60  # nodes
LATE = 0.8  # share of the budget after which no deeper search is begun
# First come wins by fours: so many in a row, in so many positions and a quarter of the limits.
MAX_FORCING_MOVES, MAX_FORCING_NODES, SHARE_OF_FORCING = 16, 30_000, 4
# Then wins by threes, in a 40th of the limits: each position takes as long as ten others.
MAX_NODES_OF_THREES, MIN_NODES_OF_THREES, SHARE_OF_THREES = 1_500, 200, 40
CENTRE, NOISE = 16, 2  # what speaks for the middle of the board, and how much chance adds


@dataclass(frozen=True, slots=True)
class CellChoice:
    """A cell and what the search knows of it."""

    cell: Cell
    worth: int  # an estimate for the side to move, unless beyond SURE: a win or a loss was seen
    depth: int  # plies of the last complete iteration; 0 if none was needed or possible
    nodes: int  # positions looked at, without those of the search for wins by threes


def search(position: Position, limits: Limits) -> CellChoice:
    """Return the best cell that the limits allow to find in an unfinished position."""
    STRONG.ensure_ready()
    THREES.ensure_ready()
    random = limits.random()
    if not position.own | position.opposing:
        return CellChoice(random.choice(middle_of(position.ruleset)), 0, 0, 0)
    board = board_of(position)
    if at_once := _at_once(board):
        places, worth = at_once
        return CellChoice(cell_of(board, random.choice(places)), worth, 0, 0)
    noise = np.random.default_rng(random.getrandbits(64))
    with watched(limits) as stop:
        return _deepen(position, board, limits, stop, noise)


def forced_line(position: Position, limits: Limits) -> tuple[Cell, ...]:
    """Return the moves of a win by fours for the side to move, up to the last of its threats.

    Every reply in it is the only one that does not lose at once, so the win is proven. Empty if
    none is found with at most LONGEST threats and within the limits.
    """
    STRONG.ensure_ready()
    board = board_of(position)
    limit = _nodes(limits)
    with watched(limits) as stop:
        forcing = new_forcing(position.ruleset.cells, stop)
        # With few threats first, so that the shortest win is found.
        for threats in range(LONGEST + 1):
            if forced_win(board, forcing, 0, threats, limit - int(forcing.spent[0])) != NOWHERE:
                places = forcing.line.tolist()
                return tuple(cell_of(board, place) for place in places[: places.index(NOWHERE)])
            if stop[0] or forcing.spent[0] > limit:
                break
    return ()


def _use() -> None:
    for ruleset in (SMALL, Ruleset(9, 9, 5)):
        position = Position(ruleset).play(0)
        search(position, FEW)
        forced_line(position, FEW)


STRONG = Part("the search for large boards", _use)


def _at_once(board: PatternBoard) -> tuple[list[int], int] | None:
    """Return the places that need no search (complete, block, threaten twice), and their worth."""
    if places := _at_level(board, 0, COMPLETES):
        return places, WIN - 1
    if places := _at_level(board, 1, COMPLETES):
        return places, 2 - WIN if len(places) > 1 else 0
    if places := _at_level(board, 0, WINS_NEXT):
        return places, WIN - 3
    return None


def _at_level(board: PatternBoard, side: int, level: int) -> list[int]:
    free = board.places[board.marks[board.places] == 0]
    found: list[int] = free[board.levels[free, side] == level].tolist()
    return found


def _deepen(
    position: Position, board: PatternBoard, limits: Limits, stop: Flag, noise: np.random.Generator
) -> CellChoice:
    """Search to depth 1, 2, 3, … for as long as it pays."""
    budget = Budget(limits)
    cells = position.ruleset.cells
    forcing = new_forcing(cells, stop)
    state = new_search(
        len(board.marks), cells, _nodes(limits), _bias(position.ruleset, board, noise)
    )
    if won := _win_by_fours(board, forcing, _nodes(limits)):
        place, worth = won
        return CellChoice(cell_of(board, place), worth, 0, int(forcing.spent[0]))
    if tree := _win_by_threes(position, _nodes(limits), stop):
        return CellChoice(tree.cell, WIN - tree.within, 0, int(forcing.spent[0]))
    best, worth, completed = _most_urgent(board, state), 0, 0
    for depth in range(1, min(DEEPEST_ITERATION, int(board.free[0])) + 1):
        found = principal_variation_search(board, forcing, state, 0, -WIN, WIN, depth, 0)
        # Also if the depth was not finished: the best cell so far is searched first, so whatever
        # has replaced it is better.
        if state.best[0] != NOWHERE:
            best = int(state.best[0])
        if state.aborted[0]:
            break
        worth, completed = found, depth
        budget.nodes = int(state.spent[0] + forcing.spent[0])
        if abs(worth) > SURE or budget.share_spent > LATE:
            break
    return CellChoice(
        cell_of(board, best), worth, completed, int(state.spent[0] + forcing.spent[0])
    )


def _win_by_fours(board: PatternBoard, forcing: Forcing, nodes: int) -> tuple[int, int] | None:
    """Return the first place and the worth of a win by fours; short wins are looked for first."""
    most = min(MAX_FORCING_NODES, nodes // SHARE_OF_FORCING)
    for fours in range(1, MAX_FORCING_MOVES + 1):
        left = most - int(forcing.spent[0])
        if left <= 0 or forcing.stop[0]:
            return None
        place = forced_win(board, forcing, 0, fours, left)
        if place != NOWHERE:
            return int(place), WIN - 2 * fours - 3
    return None


def _win_by_threes(position: Position, nodes: int, stop: Flag) -> ThreatTree | None:
    """Return a win by threes, if there are nodes enough to look for one."""
    most = min(MAX_NODES_OF_THREES, nodes // SHARE_OF_THREES)
    if most < MIN_NODES_OF_THREES or not can_search(position.ruleset):
        return None
    return search_threes(position, most, stop)


def _nodes(limits: Limits) -> int:
    return UNLIMITED if limits.nodes is None else limits.nodes


def _bias(ruleset: Ruleset, board: PatternBoard, noise: np.random.Generator) -> NDArray[np.int64]:
    """Return what speaks for each place of an empty board: to be near the centre, and chance."""
    rows, columns = np.divmod(np.arange(ruleset.cells), ruleset.m)
    away = np.maximum(abs(2 * rows - ruleset.n + 1), abs(2 * columns - ruleset.m + 1))
    bias = np.zeros(len(board.marks), np.int64)
    bias[board.places] = np.maximum(0, CENTRE - away) + noise.integers(0, NOISE, ruleset.cells)
    return bias


def _most_urgent(board: PatternBoard, state: SearchState) -> int:
    """Return what to mark if there is no time to search at all."""
    free = board.places[board.marks[board.places] == 0]
    return int(free[np.argmax(board.shapes[free].sum(axis=1) + state.bias[free])])
