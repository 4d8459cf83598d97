"""Whether the attacker ever completes a line, by the search that follows the least resistance.

Every position has two numbers: how many positions at least must still be proven wins to prove it
one (its proof number), and how many must be proven none to disprove it. The search goes to where
the smaller numbers lead, leaves when they have grown beyond what another move would cost, and
remembers them: depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR
trees and its applications", 2002), with the margin of J. Pawlewicz and Ł. Lew ("Improving
depth-first PN-search: 1 + ε trick", 2007). A position is first given as many as it has moves
worth trying. No game repeats a position, so the numbers are never caught in a circle.

It finds long wins that the search by plies (see `solver`) looks for in vain, but says nothing of
their length. The knowledge of threats, forks, pairs, counting and symmetry is the same.

Data: of the moves at a depth, `cells[depth, i]` is the cell, `names[depth, i]` the key of the
position to which it leads once threats are answered (NOTHING if that is decided), and
`numbers[depth, i]` that position's two numbers in one: the proof number above bit 32, the
disproof number below. The table holds such pairs too.
"""

from __future__ import annotations

from games.engine.kernels.bits import CellSet, count, int64, uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.pairing import is_harmless
from games.engine.kernels.residual import (
    ATTACKER,
    NOTHING,
    ONE,
    Numbers,
    Sets,
    completing,
    mark,
    most_urgent,
)
from games.engine.kernels.solver import (
    ENDLESS,
    MOST_NODES,
    NO,
    NODES,
    STOPPED,
    UNKNOWN,
    YES,
    at_a_glance,
    by_forks_and_counting,
    find,
    key_of,
    worth_trying,
)
from games.engine.kernels.watchdog import Flag

INFINITE = 100_000_000
LOWER = (1 << 32) - 1  # the bits of the disproof number
PROVEN, DISPROVEN = INFINITE, INFINITE << 32  # as pairs
MARGIN = 4  # another move's number may be passed by a quarter before the search turns to it


@kernel
def ever_wins(
    side: int,
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
    cells: Numbers,
    names: Sets,
    numbers: Numbers,
    state: Numbers,
    stop: Flag,
) -> int:
    """YES or NO: whether the attacker completes a line from depth 0 on, *side* being to move.

    UNKNOWN if the search was stopped. Nobody has completed a line yet.
    """
    if state[NODES] >= state[MOST_NODES] or stop[0]:
        return UNKNOWN
    depth = answer_threats(side, int64(0), lines, counts, keys)
    side = side ^ (depth & 1)
    pair = estimate(
        side, depth, k, lines, counts, keys, weights, common, open_lines,
        table_keys, table_values, symmetries, names, int64(0), int64(0), state,
    )  # fmt: skip
    if pair != PROVEN and pair != DISPROVEN:
        pair = weigh(
            side, depth, int64(INFINITE), int64(INFINITE), k, lines, counts, keys, weights,
            common, open_lines, table_keys, table_values, symmetries, cells, names, numbers,
            state, stop,
        )  # fmt: skip
    if pair == PROVEN:
        return YES
    return NO if pair == DISPROVEN else UNKNOWN


@kernel
def weigh(
    side: int,
    depth: int,
    most_proof: int,
    most_disproof: int,
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
    cells: Numbers,
    names: Sets,
    numbers: Numbers,
    state: Numbers,
    stop: Flag,
) -> int:
    """Search until one of the position's numbers has grown to what is given; returns both.

    No reply is forced and nothing is decided at a glance. If `state[STOPPED]` is set, the
    numbers are those of an unfinished search.
    """
    key = key_of(side, depth, lines, counts, keys, symmetries, state)
    moves = spread(
        side, depth, k, lines, counts, keys, weights, common, open_lines,
        table_keys, table_values, symmetries, cells, names, numbers, state,
    )  # fmt: skip
    while True:
        best, second, pair = sum_up(side, depth, moves, table_keys, table_values, names, numbers)
        proof, disproof = pair >> 32, pair & LOWER
        if state[NODES] >= state[MOST_NODES] or stop[0]:
            state[STOPPED] = 1
        decided = proof == 0 or disproof == 0
        if decided or proof >= most_proof or disproof >= most_disproof or state[STOPPED]:
            remember(table_keys, table_values, key, pair)
            return pair
        margin = min(INFINITE, second + second // MARGIN + 1)
        if side == ATTACKER:
            child_proof = min(most_proof, margin)
            child_disproof = most_disproof - (disproof - (numbers[depth, best] & LOWER))
        else:
            child_disproof = min(most_disproof, margin)
            child_proof = most_proof - (proof - (numbers[depth, best] >> 32))
        mark(lines, counts, keys, side, depth, ONE << uint64(cells[depth, best]))
        after = answer_threats(1 - side, depth + 1, lines, counts, keys)
        numbers[depth, best] = weigh(
            side ^ ((after - depth) & 1), after, child_proof, child_disproof, k, lines, counts,
            keys, weights, common, open_lines, table_keys, table_values, symmetries,
            cells, names, numbers, state, stop,
        )  # fmt: skip


@kernel
def spread(
    side: int,
    depth: int,
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
    cells: Numbers,
    names: Sets,
    numbers: Numbers,
    state: Numbers,
) -> int:
    """Write down the moves worth trying, as far as the first that decides; returns how many."""
    left = worth_trying(side, depth, k, lines, counts, weights, common)
    moves = int64(0)
    while left:
        cell = most_urgent(left, weights, depth)
        left ^= ONE << uint64(cell)
        cells[depth, moves] = cell
        mark(lines, counts, keys, side, depth, ONE << uint64(cell))
        after = answer_threats(1 - side, depth + 1, lines, counts, keys)
        names[depth, moves] = NOTHING
        numbers[depth, moves] = estimate(
            side ^ ((after - depth) & 1), after, k, lines, counts, keys, weights, common,
            open_lines, table_keys, table_values, symmetries, names, depth, moves, state,
        )  # fmt: skip
        moves += 1
        if numbers[depth, moves - 1] == (PROVEN if side == ATTACKER else DISPROVEN):
            break
    return moves


@kernel
def answer_threats(side: int, depth: int, lines: Sets, counts: Numbers, keys: Sets) -> int:
    """The depth after all forced replies, which are made."""
    while at_a_glance(side, depth, ENDLESS, lines, counts) == UNKNOWN:
        forced = completing(lines, counts, 1 - side, depth)
        if not forced:
            break
        mark(lines, counts, keys, side, depth, forced)
        side, depth = 1 - side, depth + 1
    return depth


@kernel
def estimate(
    side: int,
    depth: int,
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
    names: Sets,
    above: int,
    move: int,
    state: Numbers,
) -> int:
    """The numbers of a position in which no reply is forced, without a search.

    If it is not decided, its name is written to `names[above, move]`.
    """
    state[NODES] += 1
    answer = at_a_glance(side, depth, ENDLESS, lines, counts)
    if answer == UNKNOWN:
        answer = by_forks_and_counting(side, depth, k, lines, counts)
    if answer != UNKNOWN:
        return int64(PROVEN) if answer == YES else int64(DISPROVEN)
    key = key_of(side, depth, lines, counts, keys, symmetries, state)
    names[above, move] = key
    slot = find(table_keys, key)
    if slot >= 0:
        known: int = table_values[slot]
        return known
    if side == ATTACKER and is_harmless(lines, counts, depth, k, open_lines):
        pair = int64(DISPROVEN)
    else:
        moves = count(worth_trying(side, depth, k, lines, counts, weights, common))
        pair = int64(1) << 32 | moves if side == ATTACKER else moves << 32 | int64(1)
        if moves == 0:
            pair = int64(DISPROVEN) if side == ATTACKER else int64(PROVEN)
    if pair in (PROVEN, DISPROVEN):
        remember(table_keys, table_values, key, pair)
    return pair


@kernel
def sum_up(
    side: int,
    depth: int,
    moves: int,
    table_keys: Sets,
    table_values: Numbers,
    names: Sets,
    numbers: Numbers,
) -> tuple[int, int, int]:
    """The best move, the second best's number, and the position's own two numbers.

    What decides for the side to move is the least of its moves' numbers, and for the other
    side their sum.
    """
    best, least, second, total = int64(-1), int64(INFINITE), int64(INFINITE), int64(0)
    for move in range(moves):
        if names[depth, move] != NOTHING:
            slot = find(table_keys, names[depth, move])
            if slot >= 0:
                numbers[depth, move] = table_values[slot]
        proof, disproof = numbers[depth, move] >> 32, numbers[depth, move] & LOWER
        own, others = (proof, disproof) if side == ATTACKER else (disproof, proof)
        total = min(int64(INFINITE), total + others)
        if own < least or best < 0:
            best, least, second = int64(move), own, least
        elif own < second:
            second = own
    if least == 0:
        total = int64(INFINITE)
    elif least == INFINITE:
        total = int64(0)
    pair = least << 32 | total if side == ATTACKER else total << 32 | least
    return best, second, pair


@kernel
def remember(table_keys: Sets, table_values: Numbers, key: CellSet, pair: int) -> None:
    """Write a position's numbers over what was known of it; the newest stays longest."""
    slot = find(table_keys, key)
    if slot < 0:
        slot = int64(key & uint64(table_keys.shape[0] - 1))
        table_keys[slot ^ 1] = table_keys[slot]
        table_values[slot ^ 1] = table_values[slot]
        table_keys[slot] = key
    table_values[slot] = pair
