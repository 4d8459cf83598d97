"""Finding a position in a stored proof, whatever its orientation and the order of its moves.

    found = find_turn(position, limits)  # the first player is to move, and the proof says where
    found.cell

Marks do not say in which order they were made, so each order that the proof could have led
through is tried, with the first player's moves as a guide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.core.rules import Cell, Position, cells_of
from games.core.symmetry import Symmetry, image, inverse, symmetries
from games.engine.limits import Budget, Limits
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.reply_trees import BrokenProof
from games.engine.proving.stored import proofs_of
from games.engine.proving.walk import OpenReply, ProofTurn, ThreatTurn, begin
from games.engine.search.threes import THREES

MAX_READ, MAX_STEPS = 40, 4_000  # of all orders together: turns that take a search, and all


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """The turn that the first player's next move leads to, and how its cells lie in the game."""

    turn: ProofTurn
    to_game: Symmetry

    @property
    def cell(self) -> Cell:
        return self.to_game[self.turn.moves[-1]]


def find_turn(position: Position, limits: Limits) -> FoundTurn | None:
    """Return how the first player, to move, goes on by a proof.

    None if no proof has the position, or none is found to have it within the seconds of the
    *limits*, which are looked at between turns. Of two marks only a whole file is taken, since it
    has to answer every reply.
    """
    proofs = proofs_of(position.ruleset)
    if not proofs or position.ply < 2 or position.ply % 2:
        return None
    THREES.ready()
    budget = Budget(limits)
    for way in symmetries(position.ruleset):
        seen = image(position, way)
        for turn in _turns(seen, proofs.values(), budget):
            return FoundTurn(turn, inverse(way))
    return None


def _turns(position: Position, files: Iterable[ProofFile], budget: Budget) -> Iterator[ProofTurn]:
    """Yield the turns that follow upon the position as it lies."""
    for file in files:
        first, answer, third = file.moves
        if not (position.own >> first & 1 and position.opposing >> answer & 1):
            continue
        turn = begin(file)
        if position.ply == 2:
            if turn.is_whole:
                yield turn
        elif position.own >> third & 1:
            own = position.own & ~(1 << first | 1 << third)
            search = _OrderSearch(budget)
            if found := search.along(turn, own, position.opposing & ~(1 << answer)):
                yield found


class _OrderSearch:
    """Tries orders of replies until one leads through all marks."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._read, self._left = budget, MAX_READ, MAX_STEPS

    def along(self, turn: ProofTurn, own: int, replies: int) -> ProofTurn | None:
        """Return the turn after all *replies*, if the first player's moves were *own*."""
        for reply in cells_of(replies):
            rest, answer = replies & ~(1 << reply), turn.answer(reply)
            if rest and answer is not None and not own >> answer & 1:
                continue
            self._left -= 1
            self._read -= not isinstance(turn, ThreatTurn)
            if min(self._left, self._read) < 0 or self._budget.is_spent or turn.is_over:
                return None
            try:
                after = turn.after(reply)
            except (OpenReply, BrokenProof):
                continue
            cell = after.moves[-1]
            if not rest:
                return None if own else after
            if own >> cell & 1 and (found := self.along(after, own & ~(1 << cell), rest)):
                return found
        return None
