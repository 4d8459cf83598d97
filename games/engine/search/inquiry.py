"""The exact value of one position, worked out a slice at a time, and a move that keeps it.

Four questions are open at first: can the side to move force a line, and how soon; and the same
for the other side. It is not known beforehand which of them are easy, so each gets a slice of the
nodes in turn; what a slice has found stays in the prover's table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.prover import ENDLESS, Prover
from games.engine.search.value import Value

FIRST_SLICE = 512  # nodes for each question, or move; twice as many with every round
SHARE_OF_DISTANCE = 4  # for each node that "how soon" gets, "whether" gets so many


@dataclass(slots=True)
class _Attack:
    """What is known of one side's chances to force a line."""

    mover: bool  # whether it is the side to move
    plies: int  # fewer do not suffice
    wins: bool | None = None
    is_exact: bool = False  # *plies* is the distance

    @property
    def is_open(self) -> bool:
        return self.wins is None or (self.wins and not self.is_exact)


class Inquiry:
    """What is proven about *position*, so far: *value*, and *plies* until the line.

    Both are None while unknown; a draw has no plies. A position that is over is settled.
    """

    def __init__(self, prover: Prover, position: Position) -> None:
        self.position = position
        self._prover = prover
        self._slice = FIRST_SLICE
        self._own = _Attack(mover=True, plies=1)
        self._other = _Attack(mover=False, plies=2)
        self._can_ask = False
        if position.is_won:
            self._other.plies, self._other.wins, self._other.is_exact = 0, True, True
        elif position.is_full:
            self._own.wins = self._other.wins = False
        elif prover.can_ask(position):
            self._can_ask = True
            if position.ply == 0:  # an extra mark never harms, so whoever begins need not lose
                self._other.wins = False
        else:
            self._look_at_threats()

    @property
    def value(self) -> Value | None:
        if self._own.wins:
            return Value.WIN
        if self._other.wins:
            return Value.LOSS
        return Value.DRAW if self._own.wins is self._other.wins is False else None

    @property
    def plies(self) -> int | None:
        attack = self._own if self._own.wins else self._other
        return attack.plies if attack.wins and attack.is_exact else None

    @property
    def is_settled(self) -> bool:
        return self.value is Value.DRAW or self.plies is not None

    @property
    def can_be_settled(self) -> bool:
        """Whether more work may bring it nearer to being settled."""
        return not self.is_settled and self._can_ask

    def settle(self, nodes: int, stop: Flag) -> None:
        """Work until all is known, *nodes* positions are looked at, or *stop* is set."""
        end = self._prover.nodes + nodes
        while self.can_be_settled and self._prover.nodes < end and not stop[0]:
            self.work(end, stop)

    def find_value(self, nodes: int, stop: Flag) -> None:
        """Work as `settle` does, but only until the value is known, whatever the distance."""
        end = self._prover.nodes + nodes
        while self.value is None and self._can_ask and self._prover.nodes < end and not stop[0]:
            self.work(end, stop)

    def _look_at_threats(self) -> None:
        """Note what can be said of a position too large to ask about."""
        if winning_cells(self.position):
            self._own.wins = self._own.is_exact = True
        elif len(blocking_cells(self.position)) > 1:
            self._other.wins = self._other.is_exact = True

    def work(self, end: int, stop: Flag) -> None:
        """Give every open question a slice of nodes, and double the slice for the next time.

        It ends when the prover has looked at *end* positions in all, or *stop* is set.
        """
        for attack, other in ((self._own, self._other), (self._other, self._own)):
            if attack.is_open and not other.wins and self._can_ask:
                self._find_distance(attack, self._end_of(end, SHARE_OF_DISTANCE), stop)
                if attack.wins is None:
                    attack.wins = self._ask(attack, ENDLESS, self._end_of(end), stop)
        self._slice *= 2

    def _end_of(self, end: int, share: int = 1) -> int:
        return min(end, self._prover.nodes + self._slice // share)

    def _find_distance(self, attack: _Attack, end: int, stop: Flag) -> None:
        free = self.position.free.bit_count()
        while attack.plies <= free:
            wins = self._ask(attack, attack.plies, end, stop)
            if wins is None:
                return
            if wins:
                attack.wins = attack.is_exact = True
                return
            attack.plies += 2
        attack.wins = False

    def _ask(self, attack: _Attack, plies: int, end: int, stop: Flag) -> bool | None:
        nodes = end - self._prover.nodes
        return self._prover.wins_within(
            self.position, mover=attack.mover, plies=plies, nodes=nodes, stop=stop
        )


def keeping_move(
    prover: Prover, position: Position, value: Value, cells: Iterable[Cell], nodes: int, stop: Flag
) -> Cell | None:
    """Return the first of *cells* found to keep *value*, which *position* is proven to be worth.

    None if none of them does, or *nodes* positions or *stop* end the search first. A prover that
    has just proven the value remembers most of what is asked.
    """
    end, slice_size, left = prover.nodes + nodes, FIRST_SLICE, list(cells)
    while left:
        unknown = []
        for cell in left:
            if prover.nodes >= end or stop[0]:
                return None
            most = min(slice_size, end - prover.nodes)
            keeps = _keeps(prover, position.play(cell), value, most, stop)
            if keeps:
                return cell
            if keeps is None:
                unknown.append(cell)
        left, slice_size = unknown, 2 * slice_size
    return None


def _keeps(prover: Prover, after: Position, value: Value, nodes: int, stop: Flag) -> bool | None:
    """Return whether the side that has moved to *after* has *value* there; None if it is open."""
    if after.is_over:
        return after.is_won or value is not Value.WIN
    if value is Value.WIN:
        return prover.wins_within(after, mover=False, plies=ENDLESS, nodes=nodes, stop=stop)
    loses = prover.wins_within(after, mover=True, plies=ENDLESS, nodes=nodes, stop=stop)
    return None if loses is None else value is Value.LOSS or not loses
