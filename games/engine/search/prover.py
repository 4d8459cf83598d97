"""Questions to the exact search about one ruleset's positions, and its memory of the answers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from games.core.rules import Position, Ruleset, cells_of
from games.engine.kernels import proof_numbers, solver
from games.engine.kernels.pairing import MAX_PAIRS
from games.engine.kernels.residual import ATTACKER, DEFENDER, Numbers, Residuals, Sets, enter
from games.engine.kernels.solver import ProofSearch, SolverTable
from games.engine.kernels.watchdog import Flag

ENDLESS = solver.ENDLESS
MAX_CELLS = 64  # one bit each
FIRST_BITS = 12  # of the table; to clear a large one takes longer than to solve a small board
FAR_FROM_FEW = 2 * MAX_CELLS  # of more free cells, too many are supposed to matter
SYMMETRIC_PLIES = 8  # with more marks, looking for symmetric positions costs more than it finds


class Prover:
    """A search for whether a side can force a line, for one thread at a time.

    It remembers up to 2 ** *table_bits* positions, 16 bytes each, for later questions. The table
    grows between two questions; for one long question it must be *full_size* from the start.
    Boards of more than MAX_CELLS cells can be asked about once no more free cells than that matter.
    """

    def __init__(self, ruleset: Ruleset, table_bits: int = 20, *, full_size: bool = False) -> None:
        self.nodes = 0  # positions looked at so far
        self._ruleset = ruleset
        self._places: dict[int, int] | None = None  # the bit of each cell, if not its own
        most_lines = len(ruleset.lines) + 1
        depths = min(ruleset.cells, MAX_CELLS) + 2
        self._residuals = Residuals(
            lines=np.zeros((2, depths, most_lines), np.uint64),
            counts=np.zeros((2, depths), np.int64),
        )
        self._search = ProofSearch(
            k=ruleset.k,
            keys=np.zeros((2, depths), np.uint64),
            weights=np.zeros((depths, MAX_CELLS), np.int64),
            common=np.zeros(MAX_CELLS, np.uint64),
            open_lines=np.zeros((MAX_PAIRS + 1, most_lines), np.uint64),
            symmetries=symmetries(ruleset),
            state=np.zeros(solver.STATE_SIZE, np.int64),
            stop=np.zeros(1, np.uint8),
        )
        self._most_bits = table_bits
        self._table = empty_table(table_bits if full_size else min(FIRST_BITS, table_bits))

    def can_ask(self, position: Position) -> bool:
        """Return whether the position is small enough."""
        if self._ruleset.cells <= MAX_CELLS:
            return True
        if position.free.bit_count() > FAR_FROM_FEW:
            return False
        own, opposing = _residuals(position)
        return _union([*own, *opposing]).bit_count() <= MAX_CELLS

    def wins_within(
        self, position: Position, *, mover: bool, plies: int, nodes: int, stop: Flag
    ) -> bool | None:
        """Return whether the side to move (*mover*), or else the other, forces a line in *plies*.

        The position is not over, and `can_ask` says yes. None if *nodes* positions or *stop*
        end the search first.
        """
        self._make_room(nodes)
        search = self._enter(position, nodes, stop, mover=mover)
        side = ATTACKER if mover else DEFENDER
        wins = solver.wins_within(side, 0, plies, self._residuals, self._table, search)
        self.nodes += int(search.state[solver.NODES])
        return None if search.state[solver.STOPPED] else bool(wins)

    def ever_wins(self, position: Position, *, mover: bool, nodes: int, stop: Flag) -> bool | None:
        """Return whether the side to move (*mover*), or else the other, can force a line at all.

        As `wins_within` with any number of plies, but by the search by proof numbers, which finds
        long wins sooner. What it finds is not remembered.
        """
        search = self._enter(position, nodes, stop, mover=mover)
        shape = search.weights.shape
        moves = proof_numbers.Moves(
            cells=np.zeros(shape, np.int64),
            names=np.zeros(shape, np.uint64),
            numbers=np.zeros(shape, np.int64),
        )
        # Proof numbers are no answers, so they need a table of their own.
        side, table = ATTACKER if mover else DEFENDER, empty_table(self._most_bits)
        answer = proof_numbers.ever_wins(side, self._residuals, table, search, moves)
        self.nodes += int(search.state[solver.NODES])
        return None if answer == solver.UNKNOWN else answer == solver.YES

    def _enter(self, position: Position, nodes: int, stop: Flag, *, mover: bool) -> ProofSearch:
        """Write the position at depth 0, and what the search is allowed."""
        own, opposing = self._numbered(*_residuals(position))
        attacking, defending = (own, opposing) if mover else (opposing, own)
        enter(self._residuals, self._search.keys, ATTACKER, attacking)
        enter(self._residuals, self._search.keys, DEFENDER, defending)
        state = self._search.state
        state[solver.NODES] = 0
        state[solver.MAX_NODES] = nodes
        state[solver.STOPPED] = 0
        state[solver.SYMMETRIC_DEPTH] = SYMMETRIC_PLIES - position.ply
        return self._search._replace(stop=stop)

    def _make_room(self, nodes: int) -> None:
        """Make the table four times as large as the positions looked at, with *nodes* to come."""
        wanted = (4 * (self.nodes + min(nodes, self.nodes))).bit_length()
        bits = min(wanted, self._most_bits)
        if len(self._table.keys) < 1 << bits:
            larger = empty_table(bits)
            solver.move_all(self._table, larger)
            self._table = larger

    def _numbered(self, own: set[int], opposing: set[int]) -> tuple[Sets, Sets]:
        """Return the residuals with bits for MAX_CELLS cells at most."""
        if self._ruleset.cells > MAX_CELLS:
            live = cells_of(_union([*own, *opposing]))
            if self._places is None or not self._places.keys() >= set(live):
                self._places = {cell: bit for bit, cell in enumerate(live)}
                self._table.keys[:] = 0  # its entries are about other cells
                self._table.values[:] = 0
            places = self._places
            own = {sum(1 << places[cell] for cell in cells_of(line)) for line in own}
            opposing = {sum(1 << places[cell] for cell in cells_of(line)) for line in opposing}
        return np.array(sorted(own), np.uint64), np.array(sorted(opposing), np.uint64)


def empty_table(bits: int) -> SolverTable:
    return SolverTable(np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.int64))


def _residuals(position: Position) -> tuple[set[int], set[int]]:
    """Return, for both sides, the free cells of every line without a mark of the other one."""
    own, opposing, lines = position.own, position.opposing, position.ruleset.lines
    return (
        {line & ~own for line in lines if not line & opposing},
        {line & ~opposing for line in lines if not line & own},
    )


def _union(sets: list[int]) -> int:
    union = 0
    for cells in sets:
        union |= cells
    return union


@lru_cache(maxsize=64)
def symmetries(ruleset: Ruleset) -> Numbers:
    """Return where each cell goes by each symmetry of the board; by the first it stays put.

    Boards of more than MAX_CELLS cells have none, for their cells are numbered anew.
    """
    if ruleset.cells > MAX_CELLS:
        return np.arange(MAX_CELLS, dtype=np.int64).reshape(1, MAX_CELLS)
    turns = range(8 if ruleset.m == ruleset.n else 4)
    return np.array([turned_cells(ruleset, turn) for turn in turns], np.int64)


def turned_cells(ruleset: Ruleset, turn: int) -> list[int]:
    """Return where each cell goes by *turn*.

    Bit 0 swaps top and bottom, bit 1 left and right, bit 2 rows and columns.
    """
    image = []
    for row, column in (divmod(cell, ruleset.m) for cell in range(ruleset.cells)):
        if turn & 4:
            row, column = column, row
        row = ruleset.n - 1 - row if turn & 1 else row
        column = ruleset.m - 1 - column if turn & 2 else column
        image.append(row * ruleset.m + column)
    return image
