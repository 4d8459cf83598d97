"""The usual search of the field in the same kernel language: alpha-beta with a table.

It tries cells in the order of the board, sees wins and forced blocks at once, and remembers
positions by their exact cells. The compiler is the same, so all that the solver gains is its own.
"""

import numpy as np

from games.core.rules import Ruleset
from games.engine.kernels.bits import CellSet, count, int64, uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.residual import NOTHING, ONE, Numbers, Sets, mix

MAX_TABLE_BITS = 22
EXACT, AT_LEAST, AT_MOST = 1, 2, 3


def first_move_value(ruleset: Ruleset, most_nodes: int) -> int | None:
    """Return 1 if the first player wins, else 0; None if *most_nodes* positions do not suffice."""
    lines = np.array(ruleset.lines, np.uint64)
    entries = 1 << min(MAX_TABLE_BITS, (3**ruleset.cells // 2).bit_length())
    keys = np.zeros((entries, 2), np.uint64)
    values = np.zeros(entries, np.int64)
    nodes = np.array([0, most_nodes], np.int64)
    everything = np.uint64(ruleset.all_cells)
    value = search(NOTHING, NOTHING, everything, -1, 1, lines, keys, values, nodes)
    return None if nodes[0] >= most_nodes else int(value)


@kernel
def search(
    own: CellSet,
    opposing: CellSet,
    everything: CellSet,
    low: int,
    high: int,
    lines: Sets,
    keys: Sets,
    values: Numbers,
    nodes: Numbers,
) -> int:
    nodes[0] += 1
    if nodes[0] >= nodes[1]:
        return int64(0)
    free = everything & ~(own | opposing)
    if free == NOTHING:
        return int64(0)
    if completing(own, opposing, lines):
        return int64(1)
    threats = completing(opposing, own, lines)
    if count(threats) > 1:
        return int64(-1)
    slot = int64((mix(own) + mix(~opposing)) & uint64(keys.shape[0] - 1))
    if keys[slot, 0] == own and keys[slot, 1] == opposing and values[slot]:
        value, bound = int64(values[slot] // 4 - 1), values[slot] % 4
        if bound == EXACT or (bound == AT_LEAST and value >= high):
            return value
        if bound == AT_MOST and value <= low:
            return value
    cells = threats if threats else free
    best, lowest_asked = int64(-1), low
    while cells:
        cell = cells & (NOTHING - cells)
        cells ^= cell
        value = -search(
            opposing, own | cell, everything, -high, -max(low, best), lines, keys, values, nodes
        )
        best = max(best, value)
        if best >= high:
            break
    keys[slot, 0], keys[slot, 1] = own, opposing
    bound = AT_LEAST if best >= high else AT_MOST if best <= lowest_asked else EXACT
    values[slot] = (best + 1) * 4 + bound
    return best


@kernel
def completing(side: CellSet, other: CellSet, lines: Sets) -> CellSet:
    """Return the free cells where *side* completes a line."""
    cells = NOTHING
    for i in range(lines.shape[0]):
        missing = lines[i] & ~side
        if missing & (missing - ONE) == NOTHING and missing & other == NOTHING:
            cells |= missing
    return cells
