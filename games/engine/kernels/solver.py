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

The table: `table_keys[slot]` is a position's hash, `table_values[slot]` packs, from bit 16 up, the
best move's cell + 1, in bits 8 to 15 the plies that suffice (NEVER: none known), in bits 0 to 7
the plies that do not (ENDLESS: none do). Two neighbouring slots share
their positions; the newest stays longest.
"""

from __future__ import annotations

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
NODES, MOST_NODES, STOPPED, SYMMETRIC_DEPTH = 0, 1, 2, 3
STATE_SIZE = 4

UNKNOWN, YES, NO = -1, 1, 0

MOST_REFUGES = 6  # marks of the defender that are tried for being harmless at once


@kernel
def wins_within(
    side: int,
    depth: int,
    plies: int,
    k: int,
    lines: Sets,
    counts: Numbers,
    keys: Sets,
    weights: Numbers,
    common: Sets,
    open_lines: Sets,
    table_keys: Sets,
    table_values: Numbers,
    symmetries: Numbers,
    state: Numbers,
    stop: Flag,
) -> bool:
    """Whether the attacker, *side* being to move, completes a line within *plies* plies.

    Nobody has completed a line yet. If `state[STOPPED]` is set, the answer means nothing.
    """
    if state[NODES] >= state[MOST_NODES] or stop[0]:
        state[STOPPED] = 1
        return False
    state[NODES] += 1
    other = 1 - side
    plies_left = plies if plies == ENDLESS else plies - 1
    answer = at_a_glance(side, depth, plies, lines, counts)
    if answer != UNKNOWN:
        return answer == YES
    forced = completing(lines, counts, other, depth)
    if forced:
        mark(lines, counts, keys, side, depth, forced)
        return wins_within(
            other, depth + 1, plies_left, k, lines, counts, keys, weights, common, open_lines,
            table_keys, table_values, symmetries, state, stop,
        )  # fmt: skip
    answer = by_forks_and_counting(side, depth, k, lines, counts)
    if answer != UNKNOWN:
        return answer == YES

    key = key_of(side, depth, lines, counts, keys, symmetries, state)
    slot = find(table_keys, key)
    hint = int64(-1)
    if slot >= 0:
        known = table_values[slot]
        if (known >> 8) & 255 <= plies:
            return True
        if known & 255 >= plies:
            return False
        hint = (known >> 16) - 1
    elif side == ATTACKER and is_harmless(lines, counts, depth, k, open_lines):
        keep(table_keys, table_values, key, ENDLESS, False, int64(-1))
        return False

    cells = worth_trying(side, depth, k, lines, counts, weights, common)
    if side == DEFENDER and slot < 0 and plies == ENDLESS:
        best = refuge(
            depth, k, cells, lines, counts, keys, weights, open_lines, table_keys, table_values,
            symmetries, state,
        )  # fmt: skip
        if best >= 0:
            keep(table_keys, table_values, key, ENDLESS, False, best)
            return False
    best = int64(-1)
    while cells:
        if hint >= 0 and (cells >> uint64(hint)) & ONE:
            cell = hint
        else:
            cell = most_urgent(cells, weights, depth)
        hint = int64(-1)
        cells ^= ONE << uint64(cell)
        mark(lines, counts, keys, side, depth, ONE << uint64(cell))
        wins = wins_within(
            other, depth + 1, plies_left, k, lines, counts, keys, weights, common, open_lines,
            table_keys, table_values, symmetries, state, stop,
        )  # fmt: skip
        if state[STOPPED]:
            return False
        if wins == (side == ATTACKER):
            best = cell
            break
    wins = (best >= 0) == (side == ATTACKER)
    keep(table_keys, table_values, key, plies, wins, best)
    return wins


@kernel
def at_a_glance(side: int, depth: int, plies: int, lines: Sets, counts: Numbers) -> int:
    """YES or NO if threats or the number of plies decide, else UNKNOWN."""
    other = 1 - side
    lacking = shortest(lines, counts, ATTACKER, depth)
    if side == ATTACKER:
        if 2 * lacking - 1 > plies:
            return NO
        if lacking == 1:
            return YES
    else:
        if 2 * lacking > plies or completing(lines, counts, DEFENDER, depth):
            return NO
    if count(completing(lines, counts, other, depth)) >= 2:
        return YES if other == ATTACKER else NO
    return UNKNOWN


@kernel
def by_forks_and_counting(side: int, depth: int, k: int, lines: Sets, counts: Numbers) -> int:
    """YES or NO if a fork or the sum of chances decides, else UNKNOWN. No reply is forced."""
    if has_fork(lines, counts, side, depth):
        return YES if side == ATTACKER else NO
    room = 1 << k  # counting: see `pairing`; the side to move is one mark ahead
    if potential(lines, counts, ATTACKER, depth, k) * (2 if side == ATTACKER else 1) < room:
        return NO
    return UNKNOWN


@kernel
def key_of(
    side: int,
    depth: int,
    lines: Sets,
    counts: Numbers,
    keys: Sets,
    symmetries: Numbers,
    state: Numbers,
) -> CellSet:
    """The position's name in tables, near the start the same for symmetric ones."""
    key = keys[ATTACKER, depth] + keys[DEFENDER, depth]
    if depth <= state[SYMMETRIC_DEPTH]:
        key = least_key(lines, counts, keys, depth, symmetries)
    name: CellSet = key ^ TURN_SALTS[side]
    return name


@kernel
def worth_trying(
    side: int, depth: int, k: int, lines: Sets, counts: Numbers, weights: Numbers, common: Sets
) -> CellSet:
    """The cells of which one is best; writes how urgent each is to `weights[depth]`."""
    cells = urgencies(lines, counts, side, depth, k, weights, common)
    spoils = spoiling(lines, counts, 1 - side, depth)
    if spoils != EVERYTHING:
        return cells & (spoils | threatening(lines, counts, side, depth))
    return undominated(cells, common)


@kernel
def refuge(
    depth: int,
    k: int,
    cells: CellSet,
    lines: Sets,
    counts: Numbers,
    keys: Sets,
    weights: Numbers,
    open_lines: Sets,
    table_keys: Sets,
    table_values: Numbers,
    symmetries: Numbers,
    state: Numbers,
) -> int:
    """One of the most urgent *cells* where a mark of the defender is enough for ever, or -1.

    What was looked at in vain is kept in the table with no plies, so that nobody looks again.
    """
    for _ in range(MOST_REFUGES):
        if not cells:
            break
        cell = most_urgent(cells, weights, depth)
        mark(lines, counts, keys, DEFENDER, depth, ONE << uint64(cell))
        cells ^= ONE << uint64(cell)
        if at_a_glance(ATTACKER, depth + 1, ENDLESS, lines, counts) != UNKNOWN:
            continue
        if completing(lines, counts, DEFENDER, depth + 1):
            continue
        if has_fork(lines, counts, ATTACKER, depth + 1):
            continue
        key = key_of(ATTACKER, depth + 1, lines, counts, keys, symmetries, state)
        slot = find(table_keys, key)
        if slot >= 0:
            if table_values[slot] & 255 == ENDLESS:
                return cell
        elif is_harmless(lines, counts, depth + 1, k, open_lines):
            keep(table_keys, table_values, key, ENDLESS, False, int64(-1))
            return cell
        else:
            keep(table_keys, table_values, key, int64(0), False, int64(-1))
    return int64(-1)


@kernel
def find(table_keys: Sets, key: CellSet) -> int:
    """The slot of the position *key*, or -1."""
    slot = int64(key & uint64(table_keys.shape[0] - 1))
    if table_keys[slot] == key:
        return slot
    if table_keys[slot ^ 1] == key:
        return slot ^ 1
    return int64(-1)


@kernel
def keep(
    table_keys: Sets, table_values: Numbers, key: CellSet, plies: int, wins: bool, best: int
) -> None:
    """Remember that the attacker wins within *plies* plies, or that it does not."""
    slot = find(table_keys, key)
    if slot < 0:
        slot = int64(key & uint64(table_keys.shape[0] - 1))
        table_keys[slot ^ 1] = table_keys[slot]
        table_values[slot ^ 1] = table_values[slot]
        table_keys[slot] = key
        table_values[slot] = NEVER << 8
    known = table_values[slot]
    suffices, fails = (known >> 8) & 255, known & 255
    if wins:
        suffices = min(suffices, plies, SOMETIME)
    else:
        fails = max(fails, plies)
    hint = best + 1 if best >= 0 else known >> 16
    table_values[slot] = hint << 16 | suffices << 8 | fails


@kernel
def move_all(
    table_keys: Sets, table_values: Numbers, larger_keys: Sets, larger_values: Numbers
) -> None:
    """Copy what is known to a larger table that is empty."""
    for old in range(table_keys.shape[0]):
        key = table_keys[old]
        if key:
            slot = int64(key & uint64(larger_keys.shape[0] - 1))
            if larger_keys[slot]:
                slot ^= 1
            larger_keys[slot] = key
            larger_values[slot] = table_values[old]
