"""Finding a position in a stored proof, whatever its orientation and the order of its moves.

    found = find_turn(position, limits)  # the first player is to move, and the proof says where
    found.cell
    find_lost_turn(position, limits)     # the second player is to move, and has lost by the proof
    values_of(positions, limits)         # what proofs say of many, whoever is to move

Marks do not say in which order they were made, so each order that the proof could have led
through is tried, with the first player's moves as a guide.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.core.symmetry import Symmetry, image, inverse, symmetries
from games.engine.budget import Budget, Limits
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.reading import BrokenProof
from games.engine.proving.stored import StoredTurn, proofs_of
from games.engine.proving.walk import OpenReply, ProofTurn, ThreatTurn, begin
from games.engine.search.threes import THREES
from games.engine.search.value import Proven, Value

MAX_READ, MAX_STEPS = 40, 4_000  # turns that take a search, and all, for one file as it lies
MAX_REMEMBERED = 2_000  # turns, of a few hundred bytes each

Marks = tuple[Ruleset, int, int]  # those of the first player, then the other's


class FoundTurn(NamedTuple):
    """A turn of one of the *proofs*, and the way to the position's board."""

    proofs: Mapping[Cell, ProofFile]
    turn: ProofTurn
    to_position: Symmetry


class LatestTurns:
    """The turns that were found last, by the marks after their last move; for all threads."""

    def __init__(self) -> None:
        self._turns = OrderedDict[Marks, FoundTurn]()
        self._lock = Lock()

    def get(self, marks: Marks) -> FoundTurn | None:
        with self._lock:
            return self._turns.get(marks)

    def keep(self, marks: Marks, found: FoundTurn) -> None:
        with self._lock:
            self._turns[marks] = found
            self._turns.move_to_end(marks)
            if len(self._turns) > MAX_REMEMBERED:
                self._turns.popitem(last=False)


LATEST = LatestTurns()


def find_any_turn(position: Position, limits: Limits) -> StoredTurn | None:
    """Return the turn of either player, by `find_turn` or `find_lost_turn`."""
    return find_turn(position, limits) or find_lost_turn(position, limits)


def values_of(positions: Iterable[Position], limits: Limits) -> dict[Position, Proven]:
    """Return what is found of *positions*, and of those after the moves of proofs in them.

    All together take the seconds of the *limits*.
    """
    budget, found = Budget(limits), dict[Position, Proven]()
    for position in positions:
        if position.is_over or budget.is_spent:
            continue
        if turn := find_turn(position, budget.rest):
            found[position] = Proven(Value.WIN)
            found[position.play(turn.cell)] = Proven(Value.LOSS)
        elif position not in found and find_lost_turn(position, budget.rest):
            found[position] = Proven(Value.LOSS)
    return found


def find_turn(position: Position, limits: Limits) -> StoredTurn | None:
    """Return the turn after the first player, to move, goes on by a proof.

    None if the position is not found in a proof within the seconds of the *limits*, which are
    looked at between turns. After two marks only a whole file counts, as it has to answer every
    reply; on the empty board whole files for all first answers do.
    """
    if position.ply % 2:
        return None
    found = _turn_after_another(position)
    return found or _turn_with(position, position.own, position.opposing, limits)


def find_lost_turn(position: Position, limits: Limits) -> StoredTurn | None:
    """Return the turn of a proof in which the second player, to move, is: every move loses.

    None as from `find_turn`. After three marks only a whole file counts, after one whole files for
    all answers to it.
    """
    if not position.ply % 2:
        return None
    return _turn_with(position, position.opposing, position.own, limits)


def _turn_with(position: Position, own: int, replies: int, limits: Limits) -> StoredTurn | None:
    """Return the turn in which the first player has the marks *own*, or has just added one."""
    proofs = proofs_of(position.ruleset)
    if not proofs:
        return None
    THREES.ensure_ready()
    if not replies:
        return _beginning(position.ruleset, own, proofs)
    budget = Budget(limits)
    for way in symmetries(position.ruleset):
        seen = image(Position(position.ruleset, own, replies), way)
        for turn in _turns(seen, proofs.values(), budget):
            found = FoundTurn(proofs, turn, inverse(way))
            return _remembered(position, own, replies, found)
    return None


def _turn_after_another(position: Position) -> StoredTurn | None:
    """Return the turn after one that was found before, by one reply.

    So a game that follows a proof goes on in it: to find it anew takes up to seconds where many
    orders of the replies may lead there, and in 2 of 20 games half a second had not sufficed.
    """
    ruleset, own, replies = position.ruleset, position.own, position.opposing
    proofs = proofs_of(ruleset)
    for reply in cells_of(replies):
        before = LATEST.get((ruleset, own, replies & ~(1 << reply)))
        if before is None or before.proofs is not proofs:
            continue
        with suppress(OpenReply, BrokenProof):
            turn = before.turn.after(inverse(before.to_position)[reply])
            return _remembered(position, own, replies, before._replace(turn=turn))
    return None


def _remembered(position: Position, own: int, replies: int, found: FoundTurn) -> StoredTurn:
    """Return a turn as it is stored, and remember it by the marks after its last move."""
    stored = StoredTurn(found.turn.moves, found.to_position)
    LATEST.keep((position.ruleset, own | 1 << stored.cell, replies), found)
    return stored


def _beginning(ruleset: Ruleset, own: int, proofs: Mapping[Cell, ProofFile]) -> StoredTurn | None:
    """Return the first move if *own* is no other, and the *proofs* answer all that follow it."""
    if not proofs.keys() >= set(first_answers(ruleset)):
        return None
    first = first_move(ruleset)
    way = next((way for way in symmetries(ruleset) if own in (0, 1 << way[first])), None)
    if way is None or not all(begin(file).is_whole for file in proofs.values()):
        return None
    return StoredTurn((first,), way)


def _turns(position: Position, files: Iterable[ProofFile], budget: Budget) -> Iterator[ProofTurn]:
    """Yield the turns of *files* with these marks; the first player's are the position's *own*."""
    for file in files:
        first, answer, third = file.moves
        if not (position.own >> first & 1 and position.opposing >> answer & 1):
            continue
        turn = begin(file)
        own = position.own & ~(1 << first)
        replies = position.opposing & ~(1 << answer)
        if not replies:
            if own in (0, 1 << third) and turn.is_whole:
                yield turn
        elif own >> third & 1:
            search = _OrderSearch(budget)
            if found := search.along(turn, own & ~(1 << third), replies):
                yield found


class _OrderSearch:
    """Tries orders of replies until one leads through all marks."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._read, self._left = budget, MAX_READ, MAX_STEPS

    def along(self, turn: ProofTurn, own: int, replies: int) -> ProofTurn | None:
        """Return the turn after all *replies* to *turn*, in an order to which the first player's
        moves are *own*, with the last one or without.
        """
        answers = {reply: turn.answer(reply) for reply in cells_of(replies)}
        # Quiet moves first: they are known, while a win by threats has to be searched for.
        for reply in sorted(answers, key=lambda reply: answers[reply] is None):
            rest, answer = replies & ~(1 << reply), answers[reply]
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
                return after if own in (0, 1 << cell) else None
            if own >> cell & 1 and (found := self.along(after, own & ~(1 << cell), rest)):
                return found
        return None
