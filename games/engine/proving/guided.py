"""Answering replies with the help of a guide: whatever names a move that it believes to win.

    answerer = GuidedAnswerer(position, terms, stop, guide)
    tokens = answerer.answer(reply, positions)

Where a search of BEFORE_ASKING positions finds nothing, the guide is asked for a move, and each
reply to it is answered in the same way. No other move is tried, unless that one threatens nothing
that is found. Nothing is believed: what is found is written as any other proof.

Four replies to f8 on 13,13,5 (after h8: e6, e8, f9, i6), with Rapfi 0.43 as the guide, took 112 s
of a core when 200 positions were searched before it was asked, and take 81 s with 40.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.proving.answering import AT_ONCE, Answerer, PlanOf, no_plan
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.proving.quiet_wins import ATTACKER, Plan, QuietWin

Guide = Callable[[Position], Cell]  # the side to move is the one that is to win

BEFORE_ASKING = 40  # positions


class GuidedAnswerer(Answerer):
    """Answers replies by the moves of a guide. *positions* are those of all searches for one.

    With AT_ONCE positions or fewer nobody is asked.
    """

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
        self.at_once = BEFORE_ASKING if positions > AT_ONCE else AT_ONCE
        return super().answer(reply, positions)

    def _answer(self, reply: Cell, positions: int, plan: Plan) -> QuietWin | None:
        left = self._most - self.positions
        return super()._answer(reply, left, plan) if left > 0 else None

    def _beside(self, position: Position) -> GuidedAnswerer:
        other = GuidedAnswerer(position, self._terms, self._stop, self._guide)
        other._most, other.at_once = self._most - self.positions, self.at_once
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
