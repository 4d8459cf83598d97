"""How the first player wins by a proof file, move by move.

The lines of a file name only quiet moves (see `proof_files`). These functions run the searches for
wins by threats again that a path needs, in the order of the file, and so learn which replies have
to be answered after a quiet move, and what each win looks like. They tell only what they find; a
file that does not fit raises BrokenProof.

    defence_after(file, path)  # searches what the quiet move threatens: 5 ms
    marks_after(file, path)    # searches the wins after all replies to it: 0.5 s at most
    threats_of(file, path)     # searches one win, and those before it

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
from games.core.rules import Cell, Position, cells_of
from games.engine.kernels.patterns import ONE_FOUR
from games.engine.kernels.threat_proofs import NONE
from games.engine.proving.proof_files import ProofFile, Token
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
class Defence:
    """The replies to a quiet move that have to be answered. Any other loses to what it threatens.

    *answers* are the indices in the line's tokens of what is said of each of them.
    """

    is_forced: bool  # the quiet move makes a four
    answers: Mapping[Cell, int]


@dataclass(frozen=True, slots=True)
class MarksAfter:
    """How many marks the first player still needs at most after a quiet move and a reply."""

    elsewhere: int  # after a reply that need not be answered
    by_threats: Mapping[Cell, int]  # after a reply that is answered by a win by threats


def token_after(file: ProofFile, path: Path) -> Token:
    """Return what the file says of the position after a reply. Raises BrokenProof."""
    return file.replies[path[0]][_index_after(file, path)]


@lru_cache(256)
def required_replies(file: ProofFile) -> frozenset[Cell]:
    """Return the replies to the third move that have to be answered."""
    reader = _Reader(file)
    null = reader.null()
    return frozenset(cells_of(reader.free if null == NONE else reader.to_answer(null)))


@lru_cache(4096)  # some 2 kB each
def defence_after(file: ProofFile, path: Path) -> Defence:
    """Return the replies to the quiet move that ends a path. Raises BrokenProof."""
    tokens, index = file.replies[path[0]], _index_after(file, path[:-1])
    token = tokens[index]
    if token is None or token.cell != path[-1]:
        raise BrokenProof("the path leads out of the proof")
    reader = _Reader(file)
    with reader.playing(path):
        fill, replies = reader.defence(token.replies)
    answers = zip(replies, _beginnings(tokens, index + 1), strict=False)
    return Defence(bool(fill), dict(answers))


@lru_cache(1024)
def marks_after(file: ProofFile, path: Path) -> MarksAfter:
    """Return how many marks are needed after a quiet move. Raises BrokenProof."""
    defence = defence_after(file, path)
    reader = _Reader(file)
    with reader.playing(path):
        if defence.is_forced:
            null, elsewhere = NONE, 1
        else:
            null = require_proof(reader.null())
            elsewhere = reader.marks(null)
        leaves = _leaves(file, path, defence)
        proofs = dict(zip(leaves, reader.leaves(leaves, null), strict=True))
        return MarksAfter(elsewhere, {cell: reader.marks(each) for cell, each in proofs.items()})


@lru_cache(256)  # some 20 kB each
def threats_of(file: ProofFile, path: Path) -> ThreatTree:
    """Return the win by threats that a path stands for. Raises BrokenProof."""
    reader = _Reader(file)
    is_leaf = len(path) % 2 == 1
    with reader.playing(path[:-1] if is_leaf else path):
        if not is_leaf:
            return reader.threat_tree(require_proof(reader.null()))
        before: list[Cell] = []
        null = NONE
        if len(path) > 1:
            defence = defence_after(file, path[:-1])
            if not defence.is_forced:
                null = require_proof(reader.null())
                before = [cell for cell in _leaves(file, path[:-1], defence) if cell < path[-1]]
        return reader.threat_tree(list(reader.leaves([*before, path[-1]], null))[-1])


def quiet_moves(file: ProofFile, reply: Cell) -> Iterator[tuple[Path, Cell]]:
    """Yield every quiet move after a reply, each with the path from that reply to it.

    Raises BrokenProof.
    """
    reader, tokens = _Reader(file), iter(file.replies[reply])

    def attack(path: Path) -> Iterator[tuple[Path, Cell]]:
        token = next(tokens)
        if token is None:
            return
        yield path, token.cell
        with reader.playing((token.cell,), ATTACKER):
            _, replies = reader.defence(token.replies)
            for each in replies:
                with reader.playing((each,)):
                    yield from attack((*path, token.cell, each))

    with reader.playing((reply,)):
        yield from attack(())


def require_proof(proof: int) -> int:
    if proof == NONE:
        raise BrokenProof("threats do not win")
    return proof


def _index_after(file: ProofFile, path: Path) -> int:
    """Return the index of the token that is about the position after a reply."""
    if len(path) == 1:
        return 0
    index = defence_after(file, path[:-1]).answers.get(path[-1])
    if index is None:
        raise BrokenProof("the path leads out of the proof")
    return index


def _leaves(file: ProofFile, path: Path, defence: Defence) -> list[Cell]:
    """Return the replies after which threats win, in the order of the file."""
    tokens = file.replies[path[0]]
    return [cell for cell, index in defence.answers.items() if tokens[index] is None]


def _beginnings(tokens: Sequence[Token], index: int) -> Iterator[int]:
    """Yield where what is said of each of several positions begins, the first one's at *index*."""
    while True:
        yield index
        unsaid = 1
        while unsaid:
            token = tokens[index]
            unsaid += token.replies - 1 if token else -1
            index += 1


class _Reader:
    """The searches by which a file was written, in a position in which moves are made."""

    def __init__(self, file: ProofFile) -> None:
        THREES.ensure_ready()
        self._terms = file.terms
        position = file.position
        attacks = Position(file.ruleset, position.opposing, position.own)
        room = max(file.terms.leaf, file.terms.null)
        self._searcher = ThreatSearcher(attacks, room, MAX_PROOFS, np.zeros(1, np.uint8))
        self.free = file.ruleset.all_cells & ~(attacks.own | attacks.opposing)

    def defence(self, number: int) -> tuple[int, tuple[Cell, ...]]:
        """Return where the first player completes a line, and the replies to be answered.

        There have to be so many of them.
        """
        if self._searcher.completing(DEFENDER):
            raise BrokenProof("the second player completes a line")
        fill = self._searcher.completing(ATTACKER)
        replies = cells_of(fill or self.to_answer(require_proof(self.null())))
        if len(replies) != number:
            raise BrokenProof("another number of replies is answered")
        return fill, replies

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
    def playing(self, path: Path, side: int = DEFENDER) -> Iterator[None]:
        """Make the moves of a path, the first of them of that *side*, within the block."""
        with ExitStack() as stack:
            for number, cell in enumerate(path):
                stack.enter_context(self._marked(cell, side if number % 2 == 0 else 1 - side))
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
