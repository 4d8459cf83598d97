"""Wins that need quiet moves: a search above the one for wins by threats.

    search = QuietSearch(position, terms, stop)    # the side to move attacks
    found = search.find(reply, positions)          # how it wins after a reply of the defender
    found = search.follow(found.plan, another)     # the same after another one

A quiet move of the attacker threatens a win by threats. The zone of that win says which replies
have to be answered (see `kernels.threat_proofs`); each is answered by a win by threats, or by
another quiet move. Only the quiet moves are kept, in the order in which `verification` needs them:
the same searches find everything else again (`SearchTerms`).

The search goes by proof numbers, as the one for threats does. The attacker's moves are the one that
a short search of the strong player advises, the 12 that look best and some threes beside them, in
the order of what still shorter searches find, each with a cost by its rank. If the defender
threatens to win by fours, they are the moves that could spoil that. Nothing is claimed of moves
left out.

After a quiet move the last win by threats is tried against the other replies, until so many are not
answered that the search turns to another move. All of them at once took half of the time: of 16
replies, 154 s of a core answered two, now 111 s answer four.

Without the strong player, 600 positions answered 10 of 32 replies to eight first answers of
15,15,5; with its advice 29 of them, in two thirds of the time. By its order of the other moves two
of three hard ones are answered, too.

Source: the order of searches is that of Allis (1994), with costs and zones as above.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from games.core.rules import Cell, Position, cells_of
from games.engine.kernels.pattern_board import PatternBoard
from games.engine.kernels.patterns import ONE_FOUR, ONE_THREE
from games.engine.kernels.threat_proofs import NONE
from games.engine.kernels.watchdog import Flag
from games.engine.proving.proof_files import QuietMove, SearchTerms, Token
from games.engine.proving.quiet_nodes import INFINITE, QuietNode, sum_up, won_by
from games.engine.search.advice import Adviser
from games.engine.search.threes import ThreatSearcher

WIDTH, THREES_BESIDE = 12, 6  # the attacker's moves that are tried, and threes beside them
COST_OF_RANK = 7
NODES_OF_ADVICE = 2_000
NODES_OF_RANK, DEPTH_OF_RANK = 200, 3  # of the search that says how good one of the moves looks
REPAIRS = 20  # positions of a search where a plan does not fit
MAX_PROOFS = 2_000_000  # of wins by threats, some 270 bytes each, while one reply is answered
ATTACKER, DEFENDER = 0, 1

Plan = dict[tuple[Cell, ...], Cell]  # the quiet move after each path of quiet moves and replies


class QuietWin(NamedTuple):
    """How the attacker wins after a reply."""

    tokens: list[Token]
    plan: Plan  # the same, to be tried after another reply


Mend = Callable[[Position, Cell], Plan | None]  # how the attacker wins after a reply


class _UnwrittenError(Exception):
    """A win was found, but not found again in the order of the proof."""


def _no_mend(_position: Position, _reply: Cell) -> Plan | None:
    return None


class QuietSearch:
    """Answers the defender's replies in a position where the defender is to move."""

    def __init__(self, position: Position, terms: SearchTerms, stop: Flag) -> None:
        self._terms = terms
        self._stop = stop
        attacks = Position(position.ruleset, own=position.opposing, opposing=position.own)
        room = max(terms.leaf, terms.null)
        self._own = ThreatSearcher(attacks, room, MAX_PROOFS, stop)
        self._other = ThreatSearcher(position, 2, 5_000, stop)
        self._adviser = Adviser(self._own.board, NODES_OF_ADVICE, stop)
        self._marks = [attacks.own, attacks.opposing]
        self._ruleset = position.ruleset
        self._nodes: dict[tuple[int, int, bool], QuietNode] = {}
        self._left = 0
        self._followed: Plan = {}
        self._mend: Mend = _no_mend
        self._written_plan: Plan = {}
        self._last = NONE  # the win by threats, if the last token that was written is one
        self.positions = 0  # looked at

    def replies(self) -> int | None:
        """Return the defender's replies that have to be answered: the others lose to a threat.

        None if the attacker threatens nothing that is found, or loses at once.
        """
        if self._own.completing(DEFENDER):
            return None
        if fill := self._own.completing(ATTACKER):
            return fill
        self._forget()
        null = self._own.win(self._terms.null)
        return None if null == NONE else self._to_answer(null)

    def find(self, reply: Cell, positions: int) -> QuietWin | None:
        """Return how the attacker wins after *reply*, if *positions* suffice to find it."""
        self._begin(positions, {})
        with self.marked(reply, DEFENDER):
            node = self._attack((), ())
            self._weigh(node, INFINITE, INFINITE, defends=False)
            return None if node.proof else self._written()

    def follow(self, plan: Plan, reply: Cell, mend: Mend = _no_mend) -> QuietWin | None:
        """Return how the moves of *plan* win after *reply*. None if they do not.

        Where it falls short, short searches are tried, then *mend*.
        """
        self._begin(REPAIRS, plan, mend)
        with self.marked(reply, DEFENDER):
            return self._written()

    def _begin(self, positions: int, followed: Plan, mend: Mend = _no_mend) -> None:
        self._forget()
        self._left = positions
        self._followed, self._written_plan = {**followed}, {}
        self._mend = mend

    def _written(self) -> QuietWin | None:
        with suppress(_UnwrittenError):
            return QuietWin(list(self._win_tokens((), ())), self._written_plan)
        return None

    @property
    def board(self) -> PatternBoard:
        """The board as it stands, the attacker's marks of side 0."""
        return self._own.board

    def worth(self, cell: Cell) -> int:
        """Return how much a cell looks to be worth to both sides."""
        board = self._own.board
        place = int(board.places[cell])
        return int(board.worths[place, 0]) + int(board.worths[place, 1])

    def _forget(self) -> None:
        self._nodes.clear()
        self._own.forget()

    @contextmanager
    def marked(self, cell: Cell, side: int) -> Iterator[None]:
        """Give the side a mark on the cell within the block."""
        self._mark(cell, side)
        try:
            yield
        finally:
            self._mark(cell, side)

    def _mark(self, cell: Cell, side: int) -> None:
        self._own.toggle(cell, side)
        self._other.toggle(cell, 1 - side)
        self._marks[side] ^= 1 << cell

    @property
    def position(self) -> Position:
        """The position as it stands, with the attacker to move."""
        return Position(self._ruleset, own=self._marks[ATTACKER], opposing=self._marks[DEFENDER])

    @property
    def free(self) -> int:
        """The free cells."""
        return self._ruleset.all_cells & ~(self._marks[0] | self._marks[1])

    def _to_answer(self, null: int) -> int:
        return self.free & (self._own.zone(null) | self._own.at_level(DEFENDER, ONE_FOUR))

    def _win(self, nodes: int, earlier: Iterable[int]) -> int:
        return self._own.win(nodes, earlier, self._terms.replay)

    def _fours_of_defender(self) -> int:
        """Return a proof of the other searcher that the defender, to move, wins by fours."""
        self._other.forget()
        return self._other.win(1)

    def _key(self, *, defends: bool) -> tuple[int, int, bool]:
        return self._marks[0], self._marks[1], defends

    def _attack(self, hints: Iterable[Cell], earlier: Iterable[int]) -> QuietNode:
        """Return a node with the attacker to move."""
        self._left -= 1
        self.positions += 1
        node = self._nodes[self._key(defends=False)] = QuietNode()
        node.threat = self._win(self._terms.leaf, earlier)
        if node.threat != NONE:
            node.decide(is_won=True)
            return node
        must = self._own.completing(DEFENDER)
        if must.bit_count() > 1:
            node.decide(is_won=False)
            return node
        advised = None if must else self._adviser.best_cell()
        liked = set(hints) if advised is None else {*hints, advised}
        node.moves = self.moves(liked)
        node.costs = [
            1 if cell in liked else 1 + COST_OF_RANK * rank for rank, cell in enumerate(node.moves)
        ]
        node.children = [None] * len(node.moves)
        node.disproof = len(node.moves)
        if not node.moves:
            node.decide(is_won=False)
        return node

    def moves(self, liked: Iterable[Cell] = ()) -> list[Cell]:
        """Return the attacker's moves that are tried: those *liked*, then what looks best."""
        if must := self._own.completing(DEFENDER):
            return [*cells_of(must)]
        free = self.free
        danger = self._fours_of_defender()
        if danger != NONE:
            free &= self._other.zone(danger) | self._own.at_level(ATTACKER, ONE_FOUR)
        first = [cell for cell in liked if free >> cell & 1]
        others = sorted(set(cells_of(free)) - set(first), key=self.worth, reverse=True)
        if danger == NONE:
            threes = self._own.at_level(ATTACKER, ONE_THREE)
            beside = [cell for cell in others[WIDTH:] if threes >> cell & 1]
            others = [*others[:WIDTH], *beside[:THREES_BESIDE]]
        return [*first, *sorted(others, key=self._worth_after, reverse=True)]

    def _worth_after(self, cell: Cell) -> int:
        return self._adviser.worth_after(cell, NODES_OF_RANK, DEPTH_OF_RANK)

    def _defence(self) -> QuietNode:
        """Return a node with the defender to move."""
        self._left -= 1
        self.positions += 1
        node = self._nodes[self._key(defends=True)] = QuietNode()
        fill = self._own.completing(ATTACKER)
        if self._own.completing(DEFENDER) or fill.bit_count() > 1:
            node.decide(is_won=False)  # two threats would have been found before
            return node
        if fill:
            node.moves = [*cells_of(fill)]
        else:
            if self._fours_of_defender() == NONE:
                node.threat = self._win(self._terms.null, ())
            if node.threat == NONE:
                node.decide(is_won=False)
                return node
            node.moves = [*cells_of(self._to_answer(node.threat))]
        node.costs = [1] * len(node.moves)
        node.children = [None] * len(node.moves)
        node.untried = len(node.moves)
        return node

    def _answer_at_once(self, node: QuietNode, most_unanswered: int) -> None:
        """Answer replies by earlier wins by threats, until so many replies are not answered."""
        unanswered = sum(child is None for child in node.children[node.untried :])
        while node.untried and unanswered < most_unanswered:
            node.untried -= 1
            child = self._at_once(node, node.moves[node.untried])
            node.children[node.untried] = child
            unanswered += child is None

    def _at_once(self, node: QuietNode, cell: Cell) -> QuietNode | None:
        """Return the node after a reply, if it is known or an earlier win by threats answers it."""
        with self.marked(cell, DEFENDER):
            key = self._key(defends=False)
            child = self._nodes.get(key)
            earlier = node.threat if node.last == NONE else node.last
            threat = self._own.win_again(earlier, self._terms.replay) if child is None else NONE
            if threat != NONE:
                child = self._nodes[key] = QuietNode(threat=threat)
                child.decide(is_won=True)
                node.last = threat
        return child

    def _weigh(
        self, node: QuietNode, most_proof: int, most_disproof: int, *, defends: bool
    ) -> None:
        """Search until a number of the node reaches its limit, or the node or search is done."""
        while node.proof and node.disproof:
            if node.untried:
                self._answer_at_once(node, most_proof)
            best, second, others = sum_up(node, defends=defends)
            if best is None or node.proof >= most_proof or node.disproof >= most_disproof:
                return
            if self._left <= 0 or self._stop[0]:
                return
            if defends:
                child_proof = most_proof - others
                child_disproof = min(most_disproof, 2 * second + 10)
            else:
                child_proof = min(most_proof, second + second // 4 + 1) - node.costs[best] + 1
                child_disproof = most_disproof - others
            with self.marked(node.moves[best], DEFENDER if defends else ATTACKER):
                child = node.children[best] or self._nodes.get(self._key(defends=not defends))
                if child is None and defends:
                    hints = () if node.hint is None else (node.hint,)
                    child = self._attack(hints, (node.threat, node.last))
                elif child is None:
                    child = self._defence()
                node.children[best] = child
                most = max(1, child_proof), max(1, child_disproof)
                self._weigh(child, *most, defends=not defends)
            if defends and child.proof == 0:
                if child.threat != NONE:
                    node.last = child.threat
                else:
                    node.hint = won_by(child)

    def _win_tokens(self, earlier: Collection[int], path: tuple[Cell, ...]) -> Iterator[Token]:
        """Yield what is kept of the win after *path*, with the attacker to move."""
        cell = self._planned(path)
        if cell is None:
            terms = self._terms
            threat = self._own.win_anyway(terms.leaf, earlier, terms.replay)
            if threat != NONE:
                self._last = threat
                yield None
                return
            cell = self._quiet_move(path)
        self._last = NONE
        self._written_plan[path] = cell
        kept, positions = self._own.kept, self.positions
        with self.marked(cell, ATTACKER):
            fill = self._own.completing(ATTACKER)
            if self._own.completing(DEFENDER) or fill.bit_count() > 1:  # only moves of plans do
                raise _UnwrittenError
            null = NONE if fill else self._win(self._terms.null, ())
            if not fill and null == NONE:
                raise _UnwrittenError
            replies = cells_of(fill or self._to_answer(null))
            yield QuietMove(cell, len(replies))
            last = NONE
            for reply in replies:
                with self.marked(reply, DEFENDER):
                    yield from self._win_tokens(() if fill else (null, last), (*path, cell, reply))
                last = self._last or last
        self._last = NONE
        if self.positions == positions:  # else a search has noted some of the proofs
            self._own.forget_since(kept)

    def _planned(self, path: tuple[Cell, ...]) -> Cell | None:
        """Return the move that is planned, unless it is not free or lets a line be completed."""
        cell = self._followed.get(path)
        if cell is None:
            return None
        return cell if (self._own.completing(DEFENDER) or self.free) >> cell & 1 else None

    def _quiet_move(self, path: tuple[Cell, ...]) -> Cell:
        """Return the attacker's winning move; search for it if the position is new."""
        node = self._nodes.get(self._key(defends=False))
        if node is None or node.proof or node.threat != NONE:
            node = self._attack((), ())
            self._weigh(node, INFINITE, INFINITE, defends=False)
        if not node.proof and node.threat == NONE:
            return won_by(node)
        mended = self._mended(path[-1]) if path else None
        if not mended:
            raise _UnwrittenError
        self._followed |= {(*path, *rest): cell for rest, cell in mended.items()}
        return mended[()]

    def _mended(self, reply: Cell) -> Plan | None:
        attacker, defender = self._marks
        before = Position(self._ruleset, own=defender & ~(1 << reply), opposing=attacker)
        return self._mend(before, reply)
