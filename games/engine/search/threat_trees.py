"""The tree of a win by threats: what the attacker plays against everything that could spoil it.

A tree is a list of plain nodes, so that it can be checked without the search (see
`analysis.threat_verification`). Children stand before their parents, the root last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from games.core.rules import Cell
from games.engine.kernels.pattern_board import PatternBoard, cell_of
from games.engine.kernels.threat_proofs import CHOICE, FILL, LINE, MOVE, NONE, TWO, Proofs


class NodeKind(StrEnum):
    """What happens in a node; `kernels.threat_proofs` says what each needs."""

    LINE = "line"  # fours of the attacker and forced replies; it ends with a line, or two threats
    MOVE = "move"  # the attacker marks the cell
    TWO = "two"  # the attacker can complete lines at both cells, whatever the defender does
    FILL = "fill"  # the defender has to fill the cell
    CHOICE = "choice"  # the defender moves freely; some replies are answered


@dataclass(frozen=True, slots=True)
class ThreatNode:
    """A position of a tree."""

    kind: NodeKind
    cells: tuple[Cell, ...]
    following: int | None = None  # after a move or a fill; of a choice, after any other reply
    replies: Mapping[Cell, int] = field(default_factory=dict)  # of a choice: the nodes that answer


@dataclass(frozen=True)
class ThreatTree:
    """A win by threats of the side to move."""

    nodes: tuple[ThreatNode, ...]
    within: int  # plies that suffice until the line
    zones: tuple[int, int, int]  # cells that it needs if the defender gets 1, 2, 3 marks more

    @property
    def cell(self) -> Cell:
        """The first move."""
        return self.nodes[-1].cells[0]

    @property
    def line(self) -> tuple[Cell, ...]:
        """The moves of both sides to the line, if each reply lasts longest."""
        return self.line_from(len(self.nodes) - 1)

    @property
    def answers(self) -> dict[Cell, tuple[Cell, ...]]:
        """The replies to the first move that need an answer, each with the moves after it."""
        following = self.nodes[-1].following
        if following is None or self.nodes[following].kind is not NodeKind.CHOICE:
            return {}
        replies = self.nodes[following].replies
        return {cell: self.line_from(index) for cell, index in replies.items()}

    def line_from(self, start: int) -> tuple[Cell, ...]:
        """Return the moves from a node on, if each reply lasts longest."""
        cells: list[Cell] = []
        lengths = self.lengths
        index: int | None = start
        while index is not None:
            node = self.nodes[index]
            if node.kind is NodeKind.CHOICE:
                reply = max(node.replies, key=lambda cell: lengths[node.replies[cell]])
                cells.append(reply)
                index = node.replies[reply]
            else:
                cells += node.cells
                index = node.following
        return tuple(cells)

    @cached_property
    def lengths(self) -> Sequence[int]:
        """For each node, after how many plies the line comes at the latest."""
        lengths: list[int] = []
        for node in self.nodes:
            after = [lengths[index] for index in node.replies.values()]
            if node.following is not None:
                after.append(lengths[node.following])
            if node.kind in (NodeKind.LINE, NodeKind.TWO):
                lengths.append(len(node.cells))
            else:
                lengths.append(1 + max(after))
        return lengths


def tree_of(board: PatternBoard, proofs: Proofs, root: int) -> ThreatTree:
    """Return the tree of a kept proof."""
    numbers: dict[int, int] = {}
    nodes: list[ThreatNode] = []
    todo = [root]
    while todo:
        proof = todo[-1]
        missing = [child for child in _children(proofs, proof) if child not in numbers]
        if missing:
            todo += missing
            continue
        todo.pop()
        if proof not in numbers:
            numbers[proof] = len(nodes)
            nodes.append(_node(board, proofs, proof, numbers))
    zones = mask_of(proofs, root, 1), mask_of(proofs, root, 2), mask_of(proofs, root, 3)
    return ThreatTree(tuple(nodes), int(proofs.plies[root]), zones)


def _children(proofs: Proofs, proof: int) -> list[int]:
    kind, following = proofs.kinds[proof], int(proofs.nexts[proof])
    children = [following] if kind in (MOVE, FILL, CHOICE) and following != NONE else []
    if kind == CHOICE:
        start = proofs.starts[proof]
        children += proofs.reply_proofs[start : start + proofs.numbers[proof]].tolist()
    return children


def _node(
    board: PatternBoard, proofs: Proofs, proof: int, numbers: Mapping[int, int]
) -> ThreatNode:
    kind, place = proofs.kinds[proof], int(proofs.places[proof])
    start, end = proofs.starts[proof], proofs.starts[proof] + proofs.numbers[proof]
    following = numbers.get(int(proofs.nexts[proof]))
    if kind == LINE:
        places = proofs.line_places[start:end].tolist()
        return ThreatNode(NodeKind.LINE, tuple(cell_of(board, each) for each in places))
    if kind == TWO:
        return ThreatNode(NodeKind.TWO, (cell_of(board, place), cell_of(board, int(start))))
    if kind == CHOICE:
        replies = {
            cell_of(board, int(reply)): numbers[int(answer)]
            for reply, answer in zip(
                proofs.reply_places[start:end], proofs.reply_proofs[start:end], strict=True
            )
        }
        return ThreatNode(NodeKind.CHOICE, (), following, replies)
    name = NodeKind.MOVE if kind == MOVE else NodeKind.FILL
    return ThreatNode(name, (cell_of(board, place),), following)


def mask_of(proofs: Proofs, proof: int, order: int) -> int:
    """Return the zone of that order, as a set of cells."""
    words: list[int] = proofs.zones[proof, order - 1].tolist()
    return sum(word << 64 * index for index, word in enumerate(words))
