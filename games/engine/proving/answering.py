"""Answering a reply: as the one before, by a search of quiet moves, or reply by reply.

    answerer = Answerer(position, terms, stop)       # the side that is not to move attacks
    tokens = answerer.answer(reply, positions)

Where one of forty replies to a quiet move is hard, the search of `quiet_wins` wanders among all of
them. What it does not find in AT_ONCE positions is sought so: the attacker's moves are tried one
after another, as the strong player ranks them, and each reply to such a move is answered by itself,
the hardest first, with a third of the positions. Most of the others then lose to the same moves.
After all moves but the first it is a ninth, so that the time goes below the likeliest move. Five
hard replies to h10 (after i7: j6, f8, h6, g7, i8) on 15,15,5, with 5,400 positions each, took 286 s
of a core while all moves had a third; now they take 213 s.

Of six hard replies to d12 and h9 on 15,15,5 a search of 600 positions answers none. With 1,800
positions three are answered in 195 s of a core if AT_ONCE is 600, five in 254 s if it is 200.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.rules import Cell, Position, cells_of
from games.engine.kernels.watchdog import Flag
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.proving.quiet_wins import ATTACKER, DEFENDER, Plan, QuietSearch, QuietWin
from games.engine.search.advice import Adviser

AT_ONCE = 200  # positions of a search that asks nothing one by one
GROWTH = 3  # how many times fewer positions the replies to the first move get; others, its square
CANDIDATES = 5  # moves of the attacker that are tried
NODES_OF_ADVICE = 300_000  # of the strong player's search, for the first of them
NODES_OF_RANK, DEPTH_OF_RANK = 10_000, 20  # for the order of the others


PlanOf = Callable[[Cell], Plan]  # what has won elsewhere after a reply, to be tried first


def no_plan(_reply: Cell) -> Plan:
    return {}


class Answerer:
    """Answers the defender's replies in a position, one after another."""

    at_once = AT_ONCE  # positions of one search; fewer where a guide is asked next

    def __init__(
        self,
        position: Position,
        terms: SearchTerms,
        stop: Flag,
        precedent: PlanOf = no_plan,
    ) -> None:
        self._terms = terms
        self._search = QuietSearch(position, terms, stop)
        self._adviser = Adviser(self._search.board, NODES_OF_ADVICE, stop)
        self._stop = stop
        self._precedent = precedent
        self._plan: Plan = {}  # what answered the reply before

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return self._search.positions

    def replies(self) -> list[Cell]:
        """Return the replies that have to be answered, those that look least dangerous first."""
        found = self._search.replies()
        return self._by_worth(self._search.free if found is None else found)

    def answer(self, reply: Cell, positions: int) -> list[Token] | None:
        """Return how the attacker wins after *reply*; None if no win is found.

        *positions* are those of one search; where replies are answered one by one, there are many.
        """
        plan = self._precedent(reply)
        found = self._written(plan, reply, positions) if plan else None
        found = found or self._answer(reply, positions, self._plan)
        if found is None:
            return None
        self._plan = found.plan
        return found.tokens

    def _answer(self, reply: Cell, positions: int, plan: Plan) -> QuietWin | None:
        if self._stop[0]:
            return None
        search = self._search
        found = search.follow(plan, reply) if plan else None
        found = found or search.find(reply, min(positions, self.at_once))
        if found or positions <= self.at_once:
            return found
        with search.marked(reply, DEFENDER):
            won = next(filter(None, self._plans(positions)), None)
        return self._written(won, reply, positions // GROWTH) if won else None

    def _written(self, plan: Plan, reply: Cell, positions: int) -> QuietWin | None:
        """Return the win by *plan*, which answers each reply, though not in the order of a file.

        A win by threats that was found with the help of another one may not be found there. Then
        that position is answered by quiet moves, too.
        """

        def mend(position: Position, last: Cell) -> Plan | None:
            found = self._beside(position)._answer(last, positions, {})
            return found.plan if found else None

        return self._search.follow(plan, reply, mend)

    def _beside(self, position: Position) -> Answerer:
        """Return another one, which leaves alone what this one has found."""
        return Answerer(position, self._terms, self._stop)

    def _plans(self, positions: int) -> Iterator[Plan | None]:
        """Yield how each candidate wins, or None where that is not found."""
        share = positions // GROWTH
        for cell in self._candidates():
            yield self._plan_with(cell, share)
            share = positions // GROWTH**2

    def _candidates(self) -> list[Cell]:
        advised = self._adviser.best_cell()
        moves = self._search.moves(() if advised is None else (advised,))
        worths = {
            cell: self._adviser.worth_after(cell, NODES_OF_RANK, DEPTH_OF_RANK) for cell in moves
        }
        order = sorted(moves, key=lambda cell: (cell == advised, worths[cell]), reverse=True)
        return order[:CANDIDATES]

    def _plan_with(self, cell: Cell, positions: int) -> Plan | None:
        """Return how the attacker's move on *cell* wins, if an answer to every reply is found."""
        plan: Plan = {(): cell}
        before: Plan = {}
        with self._search.marked(cell, ATTACKER):
            replies = self._search.replies()
            if replies is None:
                return None
            for reply in reversed(self._by_worth(replies)):
                found = self._answer(reply, positions, before)
                if found is None:
                    return None
                before = found.plan
                plan |= {(cell, reply, *path): move for path, move in before.items()}
        return plan

    def _by_worth(self, cells: int) -> list[Cell]:
        return sorted(cells_of(cells), key=self._search.worth)
