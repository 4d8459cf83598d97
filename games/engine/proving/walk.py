"""Walking a proof: what the first player does next after any reply of the second player.

    turn = begin(file)                   # after the third move, the second player is to move
    turn = turn.after(cell)              # their reply, and the first player's next move
    turn.moves, turn.is_over, turn.most_marks

A reply that is open raises OpenReply; a file that does not hold raises BrokenProof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.proving.lengths import ProofLengths
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.reading import (
    BrokenProof,
    Defence,
    Path,
    defence_after,
    marks_after,
    required_replies,
    threats_of,
    token_after,
)
from games.engine.proving.stored import lengths_of
from games.engine.search.threat_trees import NodeKind, ThreatTree


class OpenReply(GameError):
    """A reply that the file does not answer: whether it loses is not proven."""

    def __init__(self) -> None:
        super().__init__("open_reply")


class ProofTurn(Protocol):
    """The second player is to move, unless the line is complete."""

    @property
    def moves(self) -> tuple[Cell, ...]:
        """All moves up to here, the first player's last."""

    @property
    def is_over(self) -> bool: ...

    @property
    def most_marks(self) -> int | None:
        """How many marks the first player still needs at most; None if it is not worked out."""

    def marks(self) -> tuple[Mapping[Cell, int | None], int | None]:
        """Return `most_marks` after each reply that has its own answer, and after any other one."""

    def answer(self, reply: Cell) -> Cell | None:
        """Return the quiet move that answers a reply; None if threats do."""

    def after(self, reply: Cell) -> ProofTurn:
        """Return the next turn. Raises OpenReply or BrokenProof."""


def begin(file: ProofFile) -> ThirdMoveTurn:
    return ThirdMoveTurn(file)


@dataclass(frozen=True)
class ThirdMoveTurn:
    """The turn after the third move, whose replies a file answers."""

    file: ProofFile
    is_over = False

    @property
    def most_marks(self) -> int | None:
        return self.lengths.most if self.lengths and self.is_whole else None

    @property
    def moves(self) -> tuple[Cell, ...]:
        return self.file.moves

    @cached_property
    def required(self) -> frozenset[Cell]:
        return required_replies(self.file)

    @property
    def answered(self) -> frozenset[Cell]:
        """The replies that have to be answered, and are."""
        return self.required & self.file.replies.keys()

    @property
    def is_whole(self) -> bool:
        return self.required <= self.file.replies.keys()

    @cached_property
    def lengths(self) -> ProofLengths | None:
        """How long the wins take, if somebody has counted."""
        return lengths_of(self.file.ruleset).get(self.file.moves[1])

    def marks(self) -> tuple[Mapping[Cell, int | None], int | None]:
        counted = self.lengths.marks if self.lengths else {}
        return {reply: counted.get(reply) for reply in self.answered}, None

    def answer(self, reply: Cell) -> Cell | None:
        token = self.file.replies.get(reply, (None,))[0]
        return token.cell if token else None

    def after(self, reply: Cell) -> ProofTurn:
        if reply in self.moves:
            raise BrokenProof("the cell is not free")
        if reply not in self.required:
            threats = threats_of(self.file, ())
            return attack(threats, len(threats.nodes) - 1, (*self.moves, reply))
        if reply not in self.file.replies:
            raise OpenReply
        return _answered(self.file, (reply,))


@dataclass(frozen=True)
class QuietTurn:
    """A turn after a quiet move."""

    file: ProofFile
    path: Path
    defence: Defence
    is_over = False
    most_marks = None

    @property
    def moves(self) -> tuple[Cell, ...]:
        return self.file.moves + self.path

    def marks(self) -> tuple[Mapping[Cell, int | None], int | None]:
        known = marks_after(self.file, self.path)
        return {cell: known.by_threats.get(cell) for cell in self.defence.answers}, known.elsewhere

    def answer(self, reply: Cell) -> Cell | None:
        if reply not in self.defence.answers:
            return None
        token = token_after(self.file, (*self.path, reply))
        return token.cell if token else None

    def after(self, reply: Cell) -> ProofTurn:
        path = (*self.path, reply)
        if reply in self.defence.answers:
            return _answered(self.file, path)
        if self.defence.is_forced:
            (fill,) = self.defence.answers
            return WonTurn((*self.file.moves, *path, fill))
        threats = threats_of(self.file, self.path)
        return attack(threats, len(threats.nodes) - 1, (*self.file.moves, *path))


@dataclass(frozen=True)
class WonTurn:
    """The line is complete."""

    moves: tuple[Cell, ...]
    is_over = True
    most_marks = 0

    def marks(self) -> tuple[Mapping[Cell, int | None], int | None]:
        return {}, None

    def answer(self, reply: Cell) -> Cell | None:
        return None

    def after(self, reply: Cell) -> ProofTurn:
        raise BrokenProof("the game is over")


@dataclass(frozen=True)
class ThreatTurn:
    """A turn within a win by threats: at a node for the reply, or on a LINE after move *offset*."""

    tree: ThreatTree
    index: int
    moves: tuple[Cell, ...]
    offset: int = 0  # of the move within a line of fours
    is_over = False

    @property
    def most_marks(self) -> int:
        if self._is_line:
            return (len(self._cells) - self.offset) // 2
        return self.tree.lengths[self.index] // 2

    @property
    def _is_line(self) -> bool:
        return self.tree.nodes[self.index].kind is NodeKind.LINE

    @property
    def _cells(self) -> tuple[Cell, ...]:
        return self.tree.nodes[self.index].cells

    def marks(self) -> tuple[Mapping[Cell, int | None], int | None]:
        node, lengths = self.tree.nodes[self.index], self.tree.lengths
        match node.kind:
            case NodeKind.LINE:
                rest = self._cells[self.offset + 1 :]
                forced = rest if len(rest) == 2 else rest[:1]
                return dict.fromkeys(forced, self.most_marks), 1
            case NodeKind.FILL:
                return {node.cells[0]: self.most_marks}, 1
            case NodeKind.CHOICE:
                answered = {cell: (lengths[to] + 1) // 2 for cell, to in node.replies.items()}
                if node.following is None:
                    return answered, None
                return answered, (lengths[node.following] + 1) // 2
        return {}, 1

    def answer(self, reply: Cell) -> Cell | None:
        return None

    def after(self, reply: Cell) -> ProofTurn:
        node, moves = self.tree.nodes[self.index], (*self.moves, reply)
        match node.kind:
            case NodeKind.LINE:
                return self._along(reply, moves)
            case NodeKind.TWO:
                return WonTurn((*moves, next(cell for cell in node.cells if cell != reply)))
            case NodeKind.FILL if reply != node.cells[0]:
                return WonTurn((*moves, node.cells[0]))
        following = node.replies.get(reply, node.following)
        if following is None:
            raise BrokenProof("a reply is not answered")
        return attack(self.tree, following, moves)

    def _along(self, reply: Cell, moves: tuple[Cell, ...]) -> ProofTurn:
        rest = self._cells[self.offset + 1 :]
        if len(rest) == 2:  # two threats
            return WonTurn((*moves, next(cell for cell in rest if cell != reply)))
        if reply != rest[0]:
            return WonTurn((*moves, rest[0]))
        return _on_line(self.tree, self.index, self.offset + 2, (*moves, rest[1]))


def attack(tree: ThreatTree, index: int, moves: tuple[Cell, ...]) -> ProofTurn:
    """Return the turn after the first player's move in the node *index* of a win by threats."""
    node = tree.nodes[index]
    if node.kind is NodeKind.LINE:
        return _on_line(tree, index, 0, (*moves, node.cells[0]))
    if node.kind is not NodeKind.MOVE or node.following is None:
        raise BrokenProof("the wrong side moves")
    return ThreatTurn(tree, node.following, (*moves, node.cells[0]))


def _on_line(tree: ThreatTree, index: int, offset: int, moves: tuple[Cell, ...]) -> ProofTurn:
    if offset + 1 == len(tree.nodes[index].cells):
        return WonTurn(moves)
    return ThreatTurn(tree, index, moves, offset)


def _answered(file: ProofFile, path: Path) -> ProofTurn:
    """Return the turn after the first player's answer to the reply that ends the path."""
    token = token_after(file, path)
    if token is None:
        threats = threats_of(file, path)
        return attack(threats, len(threats.nodes) - 1, (*file.moves, *path))
    after = (*path, token.cell)
    return QuietTurn(file, after, defence_after(file, after))
