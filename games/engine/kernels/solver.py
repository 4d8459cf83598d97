"""The exact question behind every proof: does the attacker complete a line within some plies?

An AND/OR search over residuals (see `residual`): at the attacker's turn one good move is enough,
at the defender's every move must fail. It uses
- forced replies: a threat must be answered, two threats at once cannot be;
- forks: a side that can make two threats at once wins unless the other spoils it or threatens;
- harmless positions: the defender pairs cells or counts (see `pairing`), and looks for a mark
  that makes the position harmless before it goes deeper with any;
- domination: a cell that does less than another need not be tried;
- a table of what is known, shared by all questions about one ruleset: for a position the least
  plies known to suffice and the most known not to. Both are bounds, and kept as such;
- the board's symmetries while few marks are made.
Asked for growing numbers of plies, it gives exact distances.

The table: `keys[slot]` is a position's hash, `values[slot]` packs, from bit 16 up, the best move's
cell + 1, in bits 8 to 15 the plies that suffice (NEVER: none known), in bits 0 to 7 the plies that
do not (ENDLESS: none do). Two neighbouring slots share their positions; the newest stays longest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.engine.kernels.bits import CellSet, count, int64, uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.pairing import is_harmless
from games.engine.kernels.residual import (
    ATTACKER,
    DEFENDER,
    EVERYTHING,
    ONE,
    Numbers,
    Residuals,
    Sets,
    completing,
    has_fork,
    least_key,
    mark,
    most_urgent,
    potential,
    shortest,
    spoiling,
    threatening,
    undominated,
    urgencies,
)
from games.engine.kernels.watchdog import Flag

# Numbers of plies beyond any board's.
SOMETIME = 253  # of a win whose length nobody asked for
ENDLESS = 254  # however long it takes
NEVER = 255  # as the plies that suffice: no win is known
TURN_SALTS = np.array([0x9E3779B97F4A7C15, 0x2545F4914F6CDD1D], np.uint64)

# What `state` holds.
NODES, MAX_NODES, STOPPED, SYMMETRIC_DEPTH = 0, 1, 2, 3
STATE_SIZE = 4

UNKNOWN, YES, NO = -1, 1, 0

# Marks of the defender that are tried for being harmless at once. One hardly helps, three bring
# most of what is to be gained, all of them cost more than they save (docs/engine.md, Walls).
MAX_REFUGES = 6


class SolverTable(NamedTuple):
    """What is remembered of positions; the number of slots is a power of two."""

    keys: Sets
    values: Numbers


class ProofSearch(NamedTuple):
    """What all positions of one search share.

    Functions called for every position are given only the arrays that they need: each that is
    handed on costs some ten instructions, 4 to 15 % of a proof if it is always all of them.
    """

    k: int
    keys: Sets  # [side, depth]: see `residual`
    weights: Numbers  # [depth, cell]: see `residual.urgencies`
    common: Sets  # [cell]: scratch space of `residual.urgencies`
    open_lines: Sets  # scratch space of `pairing`
    symmetries: Numbers  # [symmetry, cell]: where the cell goes
    state: Numbers  # NODES, MAX_NODES, STOPPED, SYMMETRIC_DEPTH
    stop: Flag


@kernel
def wins_within(
    side: int, depth: int, plies: int, residuals: Residuals, table: SolverTable, search: ProofSearch
) -> bool:
    """Return whether the attacker, *side* being to move, completes a line within *plies* plies.

    Nobody has completed a line yet. If `state[STOPPED]` is set, the answer means nothing.
    """
    state = search.state
    if state[NODES] >= state[MAX_NODES] or search.stop[0]:
        state[STOPPED] = 1
        return False
    state[NODES] += 1
    other = 1 - side
    plies_left = plies if plies == ENDLESS else plies - 1
    answer = at_a_glance(side, depth, plies, residuals)
    if answer != UNKNOWN:
        return answer == YES
    forced = completing(residuals, other, depth)
    if forced:
        mark(residuals, search.keys, side, depth, forced)
        return wins_within(other, depth + 1, plies_left, residuals, table, search)
    answer = by_forks_and_counting(side, depth, search.k, residuals)
    if answer != UNKNOWN:
        return answer == YES

    key = key_of(side, depth, residuals, search.keys, search.symmetries, state)
    slot = find(table.keys, key)
    hint = int64(-1)
    if slot >= 0:
        known = table.values[slot]
        if (known >> 8) & 255 <= plies:
            return True
        if known & 255 >= plies:
            return False
        hint = (known >> 16) - 1
    elif side == ATTACKER and is_harmless(residuals, depth, search.k, search.open_lines):
        keep(table, key, ENDLESS, False, int64(-1))
        return False

    cells = worth_trying(side, depth, search.k, residuals, search.weights, search.common)
    if side == DEFENDER and slot < 0 and plies == ENDLESS:
        best = refuge(depth, cells, residuals, table, search)
        if best >= 0:
            keep(table, key, ENDLESS, False, best)
            return False
    best = int64(-1)
    while cells:
        cell = next_cell(cells, hint, search.weights, depth)
        hint = int64(-1)
        cells ^= ONE << uint64(cell)
        mark(residuals, search.keys, side, depth, ONE << uint64(cell))
        wins = wins_within(other, depth + 1, plies_left, residuals, table, search)
        if state[STOPPED]:
            return False
        if wins == (side == ATTACKER):
            best = cell
            break
    wins = (best >= 0) == (side == ATTACKER)
    keep(table, key, plies, wins, best)
    return wins


@kernel
def at_a_glance(side: int, depth: int, plies: int, residuals: Residuals) -> int:
    """Return YES or NO if threats or the number of plies decide, else UNKNOWN."""
    other = 1 - side
    lacking = shortest(residuals, ATTACKER, depth)
    if side == ATTACKER:
        # So many marks of its own, and one of the other side between any two of them.
        if 2 * lacking - 1 > plies:
            return NO
        if lacking == 1:
            return YES
    else:
        # One more, since the other side is to move first.
        if 2 * lacking > plies or completing(residuals, DEFENDER, depth):
            return NO
    if count(completing(residuals, other, depth)) >= 2:
        return YES if other == ATTACKER else NO
    return UNKNOWN


@kernel
def by_forks_and_counting(side: int, depth: int, k: int, residuals: Residuals) -> int:
    """Return YES or NO if a fork or counting decides, else UNKNOWN. No reply is forced."""
    if has_fork(residuals, side, depth):
        return YES if side == ATTACKER else NO
    room = 1 << k  # counting: see `pairing`; the side to move is one mark ahead
    if potential(residuals, ATTACKER, depth, k) * (2 if side == ATTACKER else 1) < room:
        return NO
    return UNKNOWN


@kernel
def key_of(
    side: int, depth: int, residuals: Residuals, keys: Sets, symmetries: Numbers, state: Numbers
) -> CellSet:
    """Return the position's name in tables, near the start the same for symmetric ones."""
    key = keys[ATTACKER, depth] + keys[DEFENDER, depth]
    if depth <= state[SYMMETRIC_DEPTH]:
        key = least_key(residuals, keys, depth, symmetries)
    name: CellSet = key ^ TURN_SALTS[side]
    return name


@kernel
def worth_trying(
    side: int, depth: int, k: int, residuals: Residuals, weights: Numbers, common: Sets
) -> CellSet:
    """Return cells of which one is best; write to `weights[depth]` how urgent each is."""
    cells = urgencies(residuals, side, depth, k, weights, common)
    spoils = spoiling(residuals, 1 - side, depth)
    if spoils != EVERYTHING:
        return cells & (spoils | threatening(residuals, side, depth))
    return undominated(cells, common)


@kernel
def next_cell(cells: CellSet, hint: int, weights: Numbers, depth: int) -> int:
    """Return the *hint* if it is one of *cells*, else the most urgent of them."""
    if hint >= 0 and (cells >> uint64(hint)) & ONE:
        return hint
    return most_urgent(cells, weights, depth)


@kernel
def refuge(
    depth: int, cells: CellSet, residuals: Residuals, table: SolverTable, search: ProofSearch
) -> int:
    """Return one of the most urgent *cells* where a mark of the defender is enough for ever, or -1.

    What was looked at in vain is kept in the table with no plies, so that nobody looks again.
    """
    for _ in range(MAX_REFUGES):
        if not cells:
            break
        cell = most_urgent(cells, search.weights, depth)
        mark(residuals, search.keys, DEFENDER, depth, ONE << uint64(cell))
        cells ^= ONE << uint64(cell)
        if at_a_glance(ATTACKER, depth + 1, ENDLESS, residuals) != UNKNOWN:
            continue
        if completing(residuals, DEFENDER, depth + 1):
            continue
        if has_fork(residuals, ATTACKER, depth + 1):
            continue
        key = key_of(ATTACKER, depth + 1, residuals, search.keys, search.symmetries, search.state)
        slot = find(table.keys, key)
        if slot >= 0:
            if table.values[slot] & 255 == ENDLESS:
                return cell
        elif is_harmless(residuals, depth + 1, search.k, search.open_lines):
            keep(table, key, ENDLESS, False, int64(-1))
            return cell
        else:
            keep(table, key, int64(0), False, int64(-1))
    return int64(-1)


@kernel
def find(keys: Sets, key: CellSet) -> int:
    """Return the slot of the position *key*, or -1."""
    slot = int64(key & uint64(keys.shape[0] - 1))
    if keys[slot] == key:
        return slot
    if keys[slot ^ 1] == key:
        return slot ^ 1
    return int64(-1)


@kernel
def slot_for(table: SolverTable, key: CellSet) -> int:
    """Return the slot of the position *key*, else one that is made free for it, without a value."""
    slot = find(table.keys, key)
    if slot < 0:
        slot = int64(key & uint64(table.keys.shape[0] - 1))
        table.keys[slot ^ 1] = table.keys[slot]
        table.values[slot ^ 1] = table.values[slot]
        table.keys[slot] = key
        table.values[slot] = NEVER << 8
    return slot


@kernel
def keep(table: SolverTable, key: CellSet, plies: int, wins: bool, best: int) -> None:
    """Remember that the attacker wins within *plies* plies, or that it does not."""
    slot = slot_for(table, key)
    known = table.values[slot]
    suffices, fails = (known >> 8) & 255, known & 255
    if wins:
        suffices = min(suffices, plies, SOMETIME)
    else:
        fails = max(fails, plies)
    hint = best + 1 if best >= 0 else known >> 16
    table.values[slot] = hint << 16 | suffices << 8 | fails


@kernel
def move_all(table: SolverTable, larger: SolverTable) -> None:
    """Copy what is known to a larger table that is empty."""
    for old in range(table.keys.shape[0]):
        key = table.keys[old]
        if key:
            slot = int64(key & uint64(larger.keys.shape[0] - 1))
            if larger.keys[slot]:
                slot ^= 1
            larger.keys[slot] = key
            larger.values[slot] = table.values[old]
