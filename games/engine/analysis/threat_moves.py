"""What threats alone prove of a single move, on boards too large for anything else.

    judge = ThreatJudge(position, stop)
    judge.wins(cell).is_proven    # whatever the reply, the mover goes on to win by threats
    judge.loses(cell).is_proven   # the other side wins by threats

Both may be unproven. Then `has_tried_all` says whether every threat was tried. If so, a longer
search for threats would find no win either; there may still be another kind of win. Searches are
limited by positions, not by time, so the same question always has the same answer, unless stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.rules import Cell, Position, cells_of
from games.engine.kernels.patterns import ONE_FOUR
from games.engine.kernels.threat_proofs import NONE
from games.engine.kernels.watchdog import Flag
from games.engine.search.glance import passed, winning_cells
from games.engine.search.threat_trees import ThreatTree
from games.engine.search.threes import THREES, ThreatSearcher

NODES, NODES_OF_REPLY, NODES_OF_REPLAY = 5_000, 2_000, 400  # positions for one search
MAX_PROOFS = 100_000
MAX_EARLIER = 4  # wins against other replies that are tried first


@dataclass(frozen=True, slots=True)
class ThreatAnswer:
    """Whether a win by threats is proven, and if not, whether all of them were tried.

    *plies* are counted from before the move. *line* is what comes after it: of a move that wins,
    the reply that lasts longest; of one that loses, the other side's win; else, if it is known, a
    reply that spoils the win.
    """

    is_proven: bool
    has_tried_all: bool = False
    plies: int | None = None
    line: tuple[Cell, ...] = ()


class ThreatJudge:
    """Judges the moves of an unfinished position, until *stop*."""

    def __init__(self, position: Position, stop: Flag) -> None:
        THREES.ensure_ready()
        self.position = position
        self._own = ThreatSearcher(position, NODES, MAX_PROOFS, stop)
        self._other = ThreatSearcher(passed(position), NODES, MAX_PROOFS, stop)
        self._spoilers: list[Cell] = []  # replies that spoiled other moves, the newest first

    def win(self, nodes: int = NODES) -> ThreatTree | None:
        """Return a win of the side to move, if one is found."""
        return _tree(self._own, nodes)

    def threat(self, nodes: int = NODES) -> ThreatTree | None:
        """Return how the other side would win if it were to move, if that is found."""
        return _tree(self._other, nodes)

    def has_no_win(self) -> bool:
        """Return whether all threats of the side to move were tried in vain."""
        return self.win() is None and self._own.has_tried_all

    def could_spoil(self, zone: int) -> list[Cell]:
        """Return the moves that could spoil a threat which needs *zone*; all others lose to it."""
        return self._spoilers_of(self.position, 0, zone)

    def refutation(self, cell: Cell, nodes: int = NODES) -> ThreatTree | None:
        """Return how the other side wins by threats after *cell*, if that is found."""
        self._other.toggle(cell, 1)
        tree = _tree(self._other, nodes)
        self._other.toggle(cell, 1)
        return tree

    def loses(self, cell: Cell) -> ThreatAnswer:
        """Return whether the other side wins by threats after *cell*."""
        tree = self.refutation(cell)
        if tree is None:
            return ThreatAnswer(False, self._other.has_tried_all)
        return ThreatAnswer(True, plies=tree.within + 1, line=tree.line)

    def wins(self, cell: Cell) -> ThreatAnswer:
        """Return whether *cell* wins: whatever the reply, by threats from then on.

        The move itself need not be a threat.
        """
        own, after = self._own, self.position.play(cell)
        if after.is_won:
            return ThreatAnswer(True, plies=1)
        if after.is_over:
            return ThreatAnswer(False, True)
        own.toggle(cell, 0)
        try:
            return self._against_all(after)
        finally:
            own.toggle(cell, 0)

    def _against_all(self, after: Position) -> ThreatAnswer:
        own = self._own
        own.forget()
        if ends := winning_cells(after):
            return ThreatAnswer(False, True, line=(ends[0],))
        threat = own.win(NODES)
        if threat == NONE:
            return ThreatAnswer(False, own.has_tried_all)
        longest, earlier = own.plies(threat), [threat]
        line: tuple[Cell, ...] = ()
        is_open = False
        for reply in self._replies(after, own.zone(threat)):
            own.toggle(reply, 1)
            proof = own.win(NODES_OF_REPLY, earlier, NODES_OF_REPLAY)
            own.toggle(reply, 1)
            if proof != NONE:
                if not line or own.plies(proof) > longest:
                    longest, line = own.plies(proof), (reply,)
                earlier = [proof, *earlier[: MAX_EARLIER - 1]]
            elif own.has_tried_all:
                self._remember(reply)
                return ThreatAnswer(False, True, line=(reply,))
            else:
                is_open = True
        return ThreatAnswer(False) if is_open else ThreatAnswer(True, plies=longest + 2, line=line)

    def _replies(self, after: Position, zone: int) -> Sequence[Cell]:
        """Return the replies that could spoil a win that needs *zone*, the likeliest first."""
        ranks = {cell: rank for rank, cell in enumerate(self._spoilers)}
        spoilers = self._spoilers_of(after, 1, zone)
        return sorted(spoilers, key=lambda cell: ranks.get(cell, len(ranks)))

    def _spoilers_of(self, position: Position, side: int, zone: int) -> list[Cell]:
        """Return the moves of *side* in *zone*, and those that make a four."""
        fours = self._own.at_level(side, ONE_FOUR)
        return list(cells_of(position.free & (zone | fours)))

    def _remember(self, reply: Cell) -> None:
        self._spoilers = [reply, *(cell for cell in self._spoilers if cell != reply)]


def _tree(searcher: ThreatSearcher, nodes: int) -> ThreatTree | None:
    searcher.forget()
    proof = searcher.win(nodes)
    return None if proof == NONE else searcher.tree(proof)
