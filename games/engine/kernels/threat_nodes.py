"""The positions that the search for wins by threes and fours has met.

Data: a node is a position with a side to move. Its numbers stand in `proof_numbers` and
`disproof_numbers`, its moves from `starts` on, with the node that each leads to (0 while nobody has
looked). `slots` finds a node by the key of its position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.bits import int64
from games.engine.kernels.forcing import Forcing, forced_win, typed
from games.engine.kernels.jit import kernel
from games.engine.kernels.pattern_board import FREE, NOWHERE, PatternBoard
from games.engine.kernels.patterns import ONE_FOUR
from games.engine.kernels.threat_proofs import NONE, Proofs, has_room, in_zone, keep_line

NODES, MOVES, MAX_NODES, REPLAYED = 0, 1, 2, 3  # of `state`
FEW_FOURS, MANY_FOURS = 2, 30  # in a row, looked for at every position, first the former
FOURS_AT_NODE = 50  # positions for each of them
OPEN_TWO, THREE = 10, 11  # kinds


class ThreeSearch(NamedTuple):
    """The positions that a search has met."""

    state: NDArray[np.int64]
    keys: NDArray[np.int64]  # [node], as all up to `tried`
    proof_numbers: NDArray[np.int64]
    disproof_numbers: NDArray[np.int64]
    defends: NDArray[np.int8]  # whether the defender is to move
    proofs: NDArray[np.int32]  # once it is won
    nulls: NDArray[np.int32]  # the defender's: the proof of what threatens; NONE if a line does
    starts: NDArray[np.int32]
    numbers: NDArray[np.int32]
    tried: NDArray[np.int32]  # the defender's: the proof against the reply that was refuted last
    move_places: NDArray[np.int32]
    move_costs: NDArray[np.int32]
    move_nodes: NDArray[np.int32]
    slots: NDArray[np.int32]
    worths: NDArray[np.int64]  # while moves are sorted


def new_three_search(cells: int, most: int) -> ThreeSearch:
    """Return room for *most* positions."""
    return ThreeSearch(
        state=np.array([1, 0, 0, 0], np.int64),
        keys=np.zeros(most, np.int64),
        proof_numbers=np.zeros(most, np.int64),
        disproof_numbers=np.zeros(most, np.int64),
        defends=np.zeros(most, np.int8),
        proofs=np.zeros(most, np.int32),
        nulls=np.zeros(most, np.int32),
        starts=np.zeros(most, np.int32),
        numbers=np.zeros(most, np.int32),
        tried=np.zeros(most, np.int32),
        move_places=np.zeros(24 * most + cells, np.int32),
        move_costs=np.zeros(24 * most + cells, np.int32),
        move_nodes=np.zeros(24 * most + cells, np.int32),
        slots=np.zeros(1 << (2 * most).bit_length(), np.int32),
        worths=np.zeros(cells, np.int64),
    )


@kernel
def clear(forcing: Forcing, search: ThreeSearch) -> None:
    """Forget all positions, so that the next search finds what it would find as the first."""
    search.state[NODES], search.state[MOVES] = 1, 0
    search.slots[:] = 0
    forcing.failed[:] = 0


@kernel
def find(search: ThreeSearch, key: int) -> int:
    """Return the node of a position; 0 if nobody has met it."""
    slots, mask = search.slots, search.slots.shape[0] - 1
    slot = key & mask
    while slots[slot] != 0:
        if search.keys[slots[slot]] == key:
            return int64(slots[slot])
        slot = (slot + 1) & mask
    return int64(0)


@kernel
def can_go_on(forcing: Forcing, proofs: Proofs, search: ThreeSearch) -> bool:
    """Return whether neither the limit nor the room nor the time is spent."""
    state = search.state
    return bool(
        forcing.stop[0] == 0
        and state[NODES] < state[MAX_NODES]
        and state[NODES] + 2 < search.keys.shape[0]
        and state[MOVES] + 2 * search.worths.shape[0] < search.move_places.shape[0]
        and has_room(proofs)
    )


@kernel
def by_fours(board: PatternBoard, forcing: Forcing, proofs: Proofs) -> int:
    """Return a proof of kind LINE, if a win by fours is soon found."""
    side = typed(0)
    for most in (FEW_FOURS, MANY_FOURS):
        limit = forcing.spent[0] + FOURS_AT_NODE
        if forced_win(board, forcing, side, typed(most), typed(FOURS_AT_NODE)) != NOWHERE:
            return keep_line(board, proofs, forcing.line)
        if forcing.spent[0] > limit:
            break
    return int64(NONE)


@kernel
def is_to_be_answered(board: PatternBoard, proofs: Proofs, null: int, place: int) -> bool:
    """Return whether a reply could spoil the null proof, or makes a four."""
    if board.marks[place] != FREE:
        return False
    return board.levels[place, 1] >= ONE_FOUR or in_zone(proofs, null, place)


@kernel
def prepares_fours(kinds: int) -> bool:
    """Return whether a place makes a three that is not open, and another or an open two."""
    threes, twos = 0, 0
    for direction in range(4):
        kind = kinds >> 4 * direction & 15
        if kind == THREE:
            threes += 1
        elif kind == OPEN_TWO:
            twos += 1
    return threes > 0 and threes + twos > 1


@kernel
def insert_move(
    search: ThreeSearch, node: int, number: int, place: int, worth: int, cost: int
) -> None:
    """Put a move among the *number* that the newest node has, those worth most first."""
    start, worths = search.state[MOVES], search.worths
    i = number
    while i > 0 and worths[i - 1] < worth:
        worths[i] = worths[i - 1]
        search.move_places[start + i] = search.move_places[start + i - 1]
        search.move_costs[start + i] = search.move_costs[start + i - 1]
        i -= 1
    worths[i] = worth
    search.move_places[start + i], search.move_costs[start + i] = place, cost
    search.move_nodes[start + number] = 0
