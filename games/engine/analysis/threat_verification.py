"""Checking a win by threats: every node of its tree is replayed from the rules alone.

It shares nothing with the search: lines (`windows`) and zones are worked out anew. `verify` raises
FalseThreatTree with what is wrong, or returns the zones and in how many plies the line comes.

In a choice node the defender moves freely. Its null proof, if it has one, is a win against a pass.
Then a reply needs an answer if it makes a four or lies in zone 1 of the null proof; without a null
proof every reply does. `kernels.threat_proofs` says what zones are and why that suffices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.rules import Cell, Position
from games.engine.analysis.windows import Zones, windows_of
from games.engine.search.threat_trees import NodeKind, ThreatNode, ThreatTree


class FalseThreatTree(Exception):
    """A tree that does not prove what it claims."""


@dataclass(frozen=True, slots=True)
class NodeGuarantee:
    """What holds of a node in the position that it stands for."""

    attacker: int
    defender: int
    attacks: bool  # whether the attacker is to move
    zones: Zones
    plies: int


def verify(position: Position, tree: ThreatTree) -> NodeGuarantee:
    """Check that *tree* shows a win of the side to move. Raises FalseThreatTree."""
    checker = _Checker(position, tree.nodes)
    found = checker.check(len(tree.nodes) - 1, position.own, position.opposing, attacks=True)
    require(found.plies <= tree.within, "it takes longer than it says")
    return found


def require(holds: bool, why: str) -> None:
    if not holds:
        raise FalseThreatTree(why)


class _Checker:
    def __init__(self, position: Position, nodes: Sequence[ThreatNode]) -> None:
        self._windows = windows_of(position.ruleset)
        self._board = position.ruleset.all_cells
        self._nodes = nodes
        self._known: dict[int, NodeGuarantee] = {}

    def check(self, index: int, attacker: int, defender: int, *, attacks: bool) -> NodeGuarantee:
        """Return what holds of node *index*, which must stand for one position only."""
        require(0 <= index < len(self._nodes), "there is no such node")
        known = self._known.get(index)
        if known is not None:
            same = (known.attacker, known.defender, known.attacks) == (attacker, defender, attacks)
            require(same, "a node stands for two positions")
            return known
        node = self._nodes[index]
        cells = (*node.cells, *node.replies)
        require(all(0 <= cell < self._board.bit_length() for cell in cells), "beyond the board")
        require(attacks == (node.kind in (NodeKind.LINE, NodeKind.MOVE)), "the wrong side moves")
        if not attacks:
            require(
                not self._windows.completing(defender, attacker), "the defender completes a line"
            )
        match node.kind:
            case NodeKind.LINE:
                zones, plies = self._line(node, attacker, defender)
            case NodeKind.MOVE:
                zones, plies = self._move(node, attacker, defender)
            case NodeKind.TWO:
                zones, plies = self._two(node, attacker, defender)
            case NodeKind.FILL:
                zones, plies = self._fill(node, attacker, defender)
            case NodeKind.CHOICE:
                zones, plies = self._choice(node, attacker, defender)
        found = NodeGuarantee(attacker, defender, attacks, zones, plies)
        self._known[index] = found
        return found

    def _line(self, node: ThreatNode, attacker: int, defender: int) -> tuple[Zones, int]:
        zones, cells = (0, 0, 0), node.cells
        require(bool(cells), "an empty line")
        for index in range(0, len(cells), 2):
            attacker = self._marked(cells[index], attacker, defender)
            if self._windows.has_line(attacker):
                require(index + 1 == len(cells), "moves after the last")
                break
            require(
                not self._windows.completing(defender, attacker), "the defender completes a line"
            )
            threatened = self._windows.completing(attacker, defender)
            rest = bits_of(cells[index + 1 :])
            if index + 3 == len(cells) and threatened & rest == rest:
                require(cells[index + 1] != cells[index + 2], "one threat twice")
                break
            require(index + 2 < len(cells), "the line does not end in a win")
            fill = cells[index + 1]
            require(bool(threatened >> fill & 1), "the reply is not forced")
            defender = self._marked(fill, defender, attacker)
            zones = self._windows.with_forced(zones, fill, attacker, defender)
        return joined(zones, everywhere(bits_of(cells))), len(cells)

    def _move(self, node: ThreatNode, attacker: int, defender: int) -> tuple[Zones, int]:
        cell = self._cell(node)
        attacker = self._marked(cell, attacker, defender)
        require(not self._windows.has_line(attacker), "the line is complete")
        after = self.check(self._following(node), attacker, defender, attacks=False)
        return joined(after.zones, everywhere(1 << cell)), after.plies + 1

    def _two(self, node: ThreatNode, attacker: int, defender: int) -> tuple[Zones, int]:
        both = bits_of(node.cells)
        require(len(node.cells) == both.bit_count() == 2, "not two threats")
        require(self._windows.completing(attacker, defender) & both == both, "no threat")
        return everywhere(both), 2

    def _fill(self, node: ThreatNode, attacker: int, defender: int) -> tuple[Zones, int]:
        cell = self._cell(node)
        require(
            bool(self._windows.completing(attacker, defender) >> cell & 1),
            "the reply is not forced",
        )
        defender = self._marked(cell, defender, attacker)
        after = self.check(self._following(node), attacker, defender, attacks=True)
        zones = self._windows.with_forced(after.zones, cell, attacker, defender)
        return joined(zones, everywhere(1 << cell)), after.plies + 1

    def _choice(self, node: ThreatNode, attacker: int, defender: int) -> tuple[Zones, int]:
        free = self._board & ~(attacker | defender)
        zones: Zones = (0, 0, free)
        plies, to_answer = 0, free
        if node.following is not None:
            null = self.check(node.following, attacker, defender, attacks=True)
            zones = (null.zones[1], null.zones[2], free)
            plies = null.plies
            to_answer = free & (null.zones[0] | self._windows.fours(attacker, defender))
        require(to_answer & ~bits_of(tuple(node.replies)) == 0, "a reply is not answered")
        for cell, index in node.replies.items():
            marked = self._marked(cell, defender, attacker)
            require(not self._windows.has_line(marked), "the reply completes a line")
            answer = self.check(index, attacker, marked, attacks=True)
            zones = joined(zones, answer.zones)
            plies = max(plies, answer.plies)
        return self._windows.with_free(zones, attacker, defender), plies + 1

    def _marked(self, cell: Cell, marks: int, others: int) -> int:
        """Return *marks* with one more."""
        require(not (marks | others) >> cell & 1, "the cell is not free")
        return marks | 1 << cell

    def _cell(self, node: ThreatNode) -> Cell:
        require(len(node.cells) == 1, "not one cell")
        return node.cells[0]

    def _following(self, node: ThreatNode) -> int:
        if node.following is None:
            raise FalseThreatTree("nothing follows")
        return node.following


def bits_of(cells: Sequence[Cell]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def everywhere(cells: int) -> Zones:
    return cells, cells, cells


def joined(one: Zones, other: Zones) -> Zones:
    return one[0] | other[0], one[1] | other[1], one[2] | other[2]
