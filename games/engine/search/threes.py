"""Wins by threes and fours: the door to `kernels.threes`.

    tree = win_by_threes(position, limits)   # of the side to move
    tree.cell, tree.within, tree.line, tree.zones

It is sound for every k from MIN_K on, up to 19×19, where k or more in a row win; with three in a
row the exact search sees all there is. A win that is not found may still be there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Limits
from games.engine.kernels.forcing import new_forcing
from games.engine.kernels.parts import FEW, SMALL, Part
from games.engine.kernels.pattern_board import FREE, board_of, toggle
from games.engine.kernels.patterns import COMPLETES
from games.engine.kernels.threat_nodes import clear, new_three_search
from games.engine.kernels.threat_proofs import NONE, has_room, new_proofs
from games.engine.kernels.threat_replay import replayed
from games.engine.kernels.threes import prove_by_threats
from games.engine.kernels.watchdog import Flag, watched
from games.engine.search.threat_trees import ThreatTree, mask_of, tree_of

MIN_K = 4
MAX_NODES = 5_000  # positions looked at for one question, unless the limits say fewer
ROOT = 1  # the number of the node that a search begins with
PROOFS_A_NODE, MIN_PROOFS = 4, 2_000  # room that suffices for replayed proofs as well


def can_search(ruleset: Ruleset) -> bool:
    """Return whether wins by threes are looked for on this board."""
    return ruleset.k >= MIN_K


def win_by_threes(
    position: Position, limits: Limits, max_nodes: int = MAX_NODES
) -> ThreatTree | None:
    """Return a win of the side to move in an unfinished position, if one is found within *limits*.

    Raises GameError: unsupported_ruleset, for boards of which `can_search` says no.
    """
    if not can_search(position.ruleset):
        raise GameError("unsupported_ruleset", f"threes are searched from k = {MIN_K} on")
    THREES.ensure_ready()
    nodes = max_nodes if limits.nodes is None else min(max_nodes, limits.nodes)
    with watched(limits) as stop:
        return search_threes(position, nodes, stop)


def search_threes(position: Position, nodes: int, stop: Flag) -> ThreatTree | None:
    """Return a win as `win_by_threes` does, in at most *nodes* positions, until *stop*.

    The kernels must be ready.
    """
    searcher = ThreatSearcher(position, nodes, MIN_PROOFS + PROOFS_A_NODE * nodes, stop)
    proof = searcher.win(nodes)
    return None if proof == NONE else searcher.tree(proof)


class ThreatSearcher:
    """A search that answers many questions about positions of one board, each independently.

    It begins at *position*, whose side to move is side 0, the attacker. There is room for
    *max_proofs*, which are kept by their numbers until `forget`.
    """

    def __init__(self, position: Position, max_nodes: int, max_proofs: int, stop: Flag) -> None:
        self.board = board_of(position)
        self._forcing = new_forcing(position.ruleset.cells, stop)
        self._proofs = new_proofs(self.board, max_proofs)
        self._search = new_three_search(position.ruleset.cells, max_nodes + 2)
        self.has_tried_all = False  # whether the last question ended for want of threats

    def toggle(self, cell: Cell, side: int) -> None:
        """Put a mark on a free cell, or take it away again."""
        toggle(self.board, int(self.board.places[cell]), side)

    def win(self, nodes: int, earlier: Iterable[int] = (), replayed_nodes: int = 0) -> int:
        """Return a proof that side 0, to move, wins; NONE if none is found or can be kept.

        *earlier* proofs are tried first, each in *replayed_nodes* positions. Where none is found,
        `has_tried_all` says whether more positions would not have helped.
        """
        self.has_tried_all = False
        if not has_room(self._proofs):
            return NONE
        used = self._proofs.used.copy()
        clear(self._forcing, self._search)
        parts = self.board, self._forcing, self._proofs, self._search
        for one in earlier:
            if one != NONE and (proof := replayed(*parts, one, replayed_nodes)) != NONE:
                return proof
        proof = prove_by_threats(*parts, nodes)
        if proof == NONE:
            self._proofs.used[:] = used
            # A threat that was cut short may look like one that fails.
            is_whole = not self._forcing.stop[0] and has_room(self._proofs)
            self.has_tried_all = bool(is_whole and self._search.disproof_numbers[ROOT] == 0)
        return proof

    def win_anyway(self, nodes: int, earlier: Collection[int], replayed_nodes: int) -> int:
        """Return what `win` does; if that is NONE, what it does without *earlier* proofs.

        Replaying them leaves notes on fours behind, which can keep a win from being found.
        """
        proof = self.win(nodes, earlier, replayed_nodes)
        return self.win(nodes) if proof == NONE and set(earlier) - {NONE} else proof

    def win_again(self, earlier: int, nodes: int) -> int:
        """Return a proof that side 0, to move, wins as the proof *earlier* does.

        NONE if *nodes* positions do not show it, or if *earlier* is NONE.
        """
        if earlier == NONE:
            return NONE
        clear(self._forcing, self._search)
        return int(replayed(self.board, self._forcing, self._proofs, self._search, earlier, nodes))

    def plies(self, proof: int) -> int:
        """Return how many plies suffice until the line."""
        return int(self._proofs.plies[proof])

    def zone(self, proof: int) -> int:
        """Return the cells that the proof needs if the defender has one mark more."""
        return mask_of(self._proofs, proof, 1)

    def at_level(self, side: int, least: int) -> int:
        """Return the free cells of at least that level for a side."""
        board = self.board
        is_found = (board.levels[board.places, side] >= least) & (board.marks[board.places] == FREE)
        return sum(1 << int(cell) for cell in is_found.nonzero()[0])

    def completing(self, side: int) -> int:
        """Return the free cells where a side completes a line."""
        if self.board.at_level[side, COMPLETES] == 0:
            return 0
        return self.at_level(side, COMPLETES)

    def tree(self, proof: int) -> ThreatTree:
        return tree_of(self.board, self._proofs, proof)

    @property
    def kept(self) -> NDArray[np.int64]:
        """How much is kept, for `forget_since`."""
        return self._proofs.used.copy()

    def forget_since(self, kept: NDArray[np.int64]) -> None:
        """Forget the proofs that were found since so much was kept."""
        self._proofs.used[:] = kept

    def forget(self) -> None:
        """Forget all proofs."""
        self._proofs.used[:] = 1, 0, 0, 0


def _use() -> None:
    for ruleset in (Ruleset(5, 5, 4), Ruleset(9, 9, 5)):
        win_by_threes(Position(ruleset).play(0), FEW)
    searcher = ThreatSearcher(Position.after(SMALL, [5, 0, 6, 3]), 10, 1000, np.zeros(1, np.uint8))
    searcher.win(10, [searcher.win(10)], 10)


THREES = Part("the search for wins by threes", _use)
