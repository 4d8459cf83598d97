"""How the first player wins after one reply of a proof file, as a tree that can be walked.

A line of a file names only quiet moves (see `proof_files`). These functions run the searches for
wins by threats again, in the order of the file, and so learn which replies have to be answered
after each quiet move, and what each win looks like. They tell only what they find; a file that does
not fit raises BrokenProof.

    tree_of(line, reply)     # searches what quiet moves threaten: 5 ms for each
    marks_after(line, path)  # searches the wins after all replies to a quiet move: 0.5 s at most
    threats_of(line, path)   # searches one win, and those before it

A *path* is the moves after the third: a reply, the move that answers it, and so on. If it ends with
a reply, it stands for the win by threats after it; if with a move of the first player, for the win
that this move threatens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset, cells_of
from games.engine.kernels.patterns import ONE_FOUR
from games.engine.kernels.threat_proofs import NONE
from games.engine.proving.proof_files import SearchTerms, Token
from games.engine.search.threat_trees import ThreatTree
from games.engine.search.threes import THREES, ThreatSearcher

MAX_PROOFS = 400_000  # of wins by threats in one turn; unused room takes no memory
ATTACKER, DEFENDER = 0, 1

Path = tuple[Cell, ...]


class BrokenProof(GameError):
    """A line of a file that does not show a win."""

    def __init__(self, why: str) -> None:
        super().__init__("broken_proof", why)


@dataclass(frozen=True, slots=True)
class ProofLine:
    """What a file says of one reply; without *tokens*, the position before any reply."""

    ruleset: Ruleset
    moves: tuple[Cell, ...]
    terms: SearchTerms
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class QuietMove:
    """A move, and the quiet moves after the replies that have to be answered.

    None stands for a win by threats. Any other reply loses to what the move threatens.
    """

    cell: Cell
    is_four: bool
    replies: Mapping[Cell, QuietMove | None]


@dataclass(frozen=True, slots=True)
class MarksAfter:
    """How many marks the first player still needs at most after a quiet move and a reply."""

    elsewhere: int  # after a reply that need not be answered
    by_threats: Mapping[Cell, int]  # after a reply that is answered by a win by threats


@lru_cache(1024)  # some 5 kB each
def tree_of(line: ProofLine, reply: Cell) -> QuietMove | None:
    """Return how the first player wins after *reply*. Raises BrokenProof."""
    tokens = iter(line.tokens)
    reader = _Reader(line)
    with reader.playing((reply,)):
        found = reader.tree(tokens)
    if next(tokens, reader) is not reader:
        raise BrokenProof("more is said than there is")
    return found


@lru_cache(1024)
def required_replies(line: ProofLine) -> frozenset[Cell]:
    """Return the replies to the third move that have to be answered."""
    reader = _Reader(line)
    null = reader.null()
    return frozenset(cells_of(reader.free if null == NONE else reader.to_answer(null)))


@lru_cache(1024)
def marks_after(line: ProofLine, path: Path) -> MarksAfter:
    """Return how many marks are needed after a quiet move. Raises BrokenProof."""
    node = _node(line, path)
    reader = _Reader(line)
    with reader.playing(path):
        if node.is_four:
            null, elsewhere = NONE, 1
        else:
            null = require_proof(reader.null())
            elsewhere = reader.marks(null)
        leaves = [cell for cell, after in node.replies.items() if after is None]
        proofs = dict(zip(leaves, reader.leaves(leaves, null), strict=True))
        return MarksAfter(elsewhere, {cell: reader.marks(each) for cell, each in proofs.items()})


@lru_cache(256)  # some 20 kB each
def threats_of(line: ProofLine, path: Path) -> ThreatTree:
    """Return the win by threats that a path stands for. Raises BrokenProof."""
    reader = _Reader(line)
    is_leaf = len(path) % 2 == 1
    with reader.playing(path[:-1] if is_leaf else path):
        if not is_leaf:
            return reader.threat_tree(require_proof(reader.null()))
        node = _node(line, path[:-1]) if len(path) > 1 else None
        before: list[Cell] = []
        null = NONE
        if node and not node.is_four:
            null = require_proof(reader.null())
            before = [cell for cell, after in node.replies.items() if after is None]
        cells = [cell for cell in before if cell < path[-1]]
        return reader.threat_tree(list(reader.leaves([*cells, path[-1]], null))[-1])


def require_proof(proof: int) -> int:
    if proof == NONE:
        raise BrokenProof("threats do not win")
    return proof


def _node(line: ProofLine, path: Path) -> QuietMove:
    """Return the quiet move that a path ends with."""
    node = tree_of(line, path[0])
    for reply in path[2::2]:
        node = node.replies[reply] if node else None
    if node is None or node.cell != path[-1]:
        raise BrokenProof("the path leads out of the proof")
    return node


class _Reader:
    """The searches by which a file was written, in a position in which moves are made."""

    def __init__(self, line: ProofLine) -> None:
        THREES.ensure_ready()
        self._terms = line.terms
        position = Position.after(line.ruleset, line.moves)
        attacks = Position(line.ruleset, position.opposing, position.own)
        room = max(line.terms.leaf, line.terms.null)
        self._searcher = ThreatSearcher(attacks, room, MAX_PROOFS, np.zeros(1, np.uint8))
        self.free = line.ruleset.all_cells & ~(attacks.own | attacks.opposing)

    def tree(self, tokens: Iterator[Token]) -> QuietMove | None:
        """Read the next token, for a position with the first player to move, and all after it."""
        token = next(tokens, -1)
        if token == -1:
            raise BrokenProof("less is said than there is")
        if token is None:
            return None
        with self._marked(token, ATTACKER):
            if self._searcher.completing(DEFENDER):
                raise BrokenProof("the second player completes a line")
            self._searcher.forget()
            fill = self._searcher.completing(ATTACKER)
            answered = fill or self.to_answer(require_proof(self.null()))
            replies = {reply: self._answered(reply, tokens) for reply in cells_of(answered)}
        return QuietMove(token, bool(fill), replies)

    def _answered(self, reply: Cell, tokens: Iterator[Token]) -> QuietMove | None:
        with self._marked(reply, DEFENDER):
            return self.tree(tokens)

    def null(self) -> int:
        """Return the proof of what the first player threatens, if one is found."""
        return self._searcher.win(self._terms.null)

    def to_answer(self, null: int) -> int:
        """Return the replies that could spoil the proof *null*, or make a four."""
        fours = self._searcher.at_level(DEFENDER, ONE_FOUR)
        return self.free & (self._searcher.zone(null) | fours)

    def leaves(self, replies: Sequence[Cell], null: int) -> Iterator[int]:
        """Yield the proofs of the wins by threats after each of the replies, in their order."""
        last = NONE
        for reply in replies:
            earlier = () if null == NONE else (null, last)
            with self._marked(reply, DEFENDER):
                last = require_proof(
                    self._searcher.win_anyway(self._terms.leaf, earlier, self._terms.replay)
                )
            yield last

    def marks(self, proof: int) -> int:
        return (self._searcher.plies(proof) + 1) // 2

    def threat_tree(self, proof: int) -> ThreatTree:
        return self._searcher.tree(proof)

    @contextmanager
    def playing(self, path: Path) -> Iterator[None]:
        """Make the moves of a path within the block."""
        with ExitStack() as stack:
            for number, cell in enumerate(path):
                stack.enter_context(self._marked(cell, ATTACKER if number % 2 else DEFENDER))
            yield

    @contextmanager
    def _marked(self, cell: Cell, side: int) -> Iterator[None]:
        """Give a side a mark on the cell within the block. Raises BrokenProof."""
        if not self.free >> cell & 1:
            raise BrokenProof("the cell is not free")
        self.free ^= 1 << cell
        self._searcher.toggle(cell, side)
        try:
            yield
        finally:
            self._searcher.toggle(cell, side)
            self.free ^= 1 << cell
