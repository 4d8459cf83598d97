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

Data (`Moves`): of the moves at a depth, `cells[depth, i]` is the cell, `names[depth, i]` the key of
the position to which it leads once threats are answered (NOTHING if threats, forks or counting
decide that), and `numbers[depth, i]` that position's two numbers in one: the proof number from bit
32 up, the disproof number below. The table holds such pairs too.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.kernels.bits import CellSet, count, int64, uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.pairing import is_harmless
from games.engine.kernels.residual import (
    ATTACKER,
    NOTHING,
    ONE,
    Numbers,
    Residuals,
    Sets,
    completing,
    mark,
    most_urgent,
)
from games.engine.kernels.solver import (
    ENDLESS,
    MAX_NODES,
    NO,
    NODES,
    STOPPED,
    UNKNOWN,
    YES,
    ProofSearch,
    SolverTable,
    at_a_glance,
    by_forks_and_counting,
    find,
    key_of,
    slot_for,
    worth_trying,
)

INFINITE = 100_000_000
LOWER = (1 << 32) - 1  # the bits of the disproof number
PROVEN, DISPROVEN = INFINITE, INFINITE << 32  # as pairs
MARGIN = 4  # another move's number may be passed by a quarter before the search turns to it


class Moves(NamedTuple):
    """The moves of every position between the first and the one that is looked at."""

    cells: Numbers
    names: Sets
    numbers: Numbers


@kernel
def ever_wins(
    side: int, residuals: Residuals, table: SolverTable, search: ProofSearch, moves: Moves
) -> int:
    """Return YES or NO: whether the attacker completes a line from depth 0 on, *side* to move.

    UNKNOWN if the search was stopped. Nobody has completed a line yet.
    """
    if search.state[NODES] >= search.state[MAX_NODES] or search.stop[0]:
        return UNKNOWN
    depth = answer_threats(side, int64(0), residuals, search.keys)
    side = side ^ (depth & 1)
    pair, _ = first_look(side, depth, residuals, table, search)
    if pair != PROVEN and pair != DISPROVEN:
        most = int64(INFINITE)
        pair = weigh(side, depth, most, most, residuals, table, search, moves)
    if pair == PROVEN:
        return YES
    return NO if pair == DISPROVEN else UNKNOWN


@kernel
def weigh(
    side: int,
    depth: int,
    most_proof: int,
    most_disproof: int,
    residuals: Residuals,
    table: SolverTable,
    search: ProofSearch,
    moves: Moves,
) -> int:
    """Search until one of the position's numbers has grown to what is given; return both.

    No reply is forced and nothing is decided at a glance. If `state[STOPPED]` is set, the
    numbers are those of an unfinished search.
    """
    state = search.state
    key = key_of(side, depth, residuals, search.keys, search.symmetries, search.state)
    tried = spread(side, depth, residuals, table, search, moves)
    while True:
        best, second, pair = sum_up(side, depth, tried, table, moves)
        proof, disproof = pair >> 32, pair & LOWER
        if state[NODES] >= state[MAX_NODES] or search.stop[0]:
            state[STOPPED] = 1
        decided = proof == 0 or disproof == 0
        if decided or proof >= most_proof or disproof >= most_disproof or state[STOPPED]:
            table.values[slot_for(table, key)] = pair
            return pair
        margin = min(INFINITE, second + second // MARGIN + 1)
        if side == ATTACKER:
            child_proof = min(most_proof, margin)
            # The sum is of all moves: what the others have of it is not this one's to grow into.
            child_disproof = most_disproof - (disproof - (moves.numbers[depth, best] & LOWER))
        else:
            child_disproof = min(most_disproof, margin)
            child_proof = most_proof - (proof - (moves.numbers[depth, best] >> 32))
        mark(residuals, search.keys, side, depth, ONE << uint64(moves.cells[depth, best]))
        after = answer_threats(1 - side, depth + 1, residuals, search.keys)
        moves.numbers[depth, best] = weigh(
            side ^ ((after - depth) & 1), after, child_proof, child_disproof,
            residuals, table, search, moves,
        )  # fmt: skip


@kernel
def spread(
    side: int,
    depth: int,
    residuals: Residuals,
    table: SolverTable,
    search: ProofSearch,
    moves: Moves,
) -> int:
    """Write down the moves worth trying, as far as the first that decides; return how many."""
    left = worth_trying(side, depth, search.k, residuals, search.weights, search.common)
    tried = int64(0)
    while left:
        cell = most_urgent(left, search.weights, depth)
        left ^= ONE << uint64(cell)
        mark(residuals, search.keys, side, depth, ONE << uint64(cell))
        after = answer_threats(1 - side, depth + 1, residuals, search.keys)
        pair, name = first_look(side ^ ((after - depth) & 1), after, residuals, table, search)
        moves.cells[depth, tried] = cell
        moves.names[depth, tried] = name
        moves.numbers[depth, tried] = pair
        tried += 1
        # One move is enough: the rest would be looked at for nothing.
        if pair == (PROVEN if side == ATTACKER else DISPROVEN):
            break
    return tried


@kernel
def answer_threats(side: int, depth: int, residuals: Residuals, keys: Sets) -> int:
    """Make all forced replies; return the depth after them."""
    while at_a_glance(side, depth, ENDLESS, residuals) == UNKNOWN:
        forced = completing(residuals, 1 - side, depth)
        if not forced:
            break
        mark(residuals, keys, side, depth, forced)
        side, depth = 1 - side, depth + 1
    return depth


@kernel
def first_look(
    side: int, depth: int, residuals: Residuals, table: SolverTable, search: ProofSearch
) -> tuple[int, CellSet]:
    """Return the numbers of a position where no reply is forced, without a search, and its name.

    The name is NOTHING if threats, forks or counting decide the position.
    """
    search.state[NODES] += 1
    answer = at_a_glance(side, depth, ENDLESS, residuals)
    if answer == UNKNOWN:
        answer = by_forks_and_counting(side, depth, search.k, residuals)
    if answer != UNKNOWN:
        return int64(PROVEN) if answer == YES else int64(DISPROVEN), NOTHING
    key = key_of(side, depth, residuals, search.keys, search.symmetries, search.state)
    slot = find(table.keys, key)
    if slot >= 0:
        return table.values[slot], key
    if side == ATTACKER and is_harmless(residuals, depth, search.k, search.open_lines):
        pair = int64(DISPROVEN)
    else:
        number = count(
            worth_trying(side, depth, search.k, residuals, search.weights, search.common)
        )
        pair = int64(1) << 32 | number if side == ATTACKER else number << 32 | int64(1)
        if number == 0:
            pair = int64(DISPROVEN) if side == ATTACKER else int64(PROVEN)
    if pair in (PROVEN, DISPROVEN):
        table.values[slot_for(table, key)] = pair
    return pair, key


@kernel
def sum_up(
    side: int, depth: int, tried: int, table: SolverTable, moves: Moves
) -> tuple[int, int, int]:
    """Return the best move, the second best's number, and the position's own two numbers.

    What decides for the side to move is the least of its moves' numbers, and for the other
    side their sum.
    """
    numbers = moves.numbers
    best, least, second, total = int64(-1), int64(INFINITE), int64(INFINITE), int64(0)
    for move in range(tried):
        # Another order of moves may have led to the same position, and the table know more by now.
        if moves.names[depth, move] != NOTHING:
            slot = find(table.keys, moves.names[depth, move])
            if slot >= 0:
                numbers[depth, move] = table.values[slot]
        proof, disproof = numbers[depth, move] >> 32, numbers[depth, move] & LOWER
        own, others = (proof, disproof) if side == ATTACKER else (disproof, proof)
        # Bounded, to stay in its half of the pair: a position reached by several moves counts
        # for each of them, and such sums could grow without end.
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
