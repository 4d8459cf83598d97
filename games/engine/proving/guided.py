"""Answering replies with the help of a guide: whatever names a move that it believes to win.

    answerer = GuidedAnswerer(position, terms, stop, guide)
    tokens = answerer.answer(reply, positions)

Where a search of AT_ONCE positions finds nothing, the guide is asked for a move, and each reply to
it is answered in the same way. No other move is tried, unless that one threatens nothing that is
found. Nothing is believed: what is found is written as any other proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.proving.answering import Answerer, PlanOf, no_plan
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.proving.quiet_wins import ATTACKER, Plan, QuietWin

Guide = Callable[[Position], Cell]  # the side to move is the one that is to win


class GuidedAnswerer(Answerer):
    """Answers replies by the moves of a guide. *positions* are those of all searches for one."""

    def __init__(
        self,
        position: Position,
        terms: SearchTerms,
        stop: Flag,
        guide: Guide,
        precedent: PlanOf = no_plan,
    ) -> None:
        super().__init__(position, terms, stop, precedent)
        self._guide = guide
        self._most = 0  # after so many positions no more is tried

    def answer(self, reply: Cell, positions: int) -> list[Token] | None:
        self._most = self.positions + positions
        return super().answer(reply, positions)

    def _answer(self, reply: Cell, positions: int, plan: Plan) -> QuietWin | None:
        left = self._most - self.positions
        return super()._answer(reply, left, plan) if left > 0 else None

    def _beside(self, position: Position) -> GuidedAnswerer:
        other = GuidedAnswerer(position, self._terms, self._stop, self._guide)
        other._most = self._most - self.positions
        return other

    def _plans(self, positions: int) -> Iterator[Plan | None]:
        cell = self._guide(self._search.position)
        if self._threatens(cell):
            yield self._plan_with(cell, positions)
        else:
            yield from super()._plans(positions)

    def _threatens(self, cell: Cell) -> bool:
        """Return whether a move can be kept in a proof: it is free, and threatens to win."""
        search = self._search
        if not search.free >> cell & 1:
            return False
        with search.marked(cell, ATTACKER):
            return search.replies() is not None
