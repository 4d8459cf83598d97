"""Quiet moves that answered a reply in other proof files, to be tried against the same reply.

    plans = KnownPlans(moves, files)  # of other first answers on the same board
    plans.to(reply)                   # the ones to try, the likeliest first

Against far-off first answers next to each other, the first player mostly wins in the same way, so a
known plan spares the search. It proves nothing: what its moves threaten is searched again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from games.core.rules import Cell
from games.core.symmetry import Symmetry, inverse, symmetries
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.reply_trees import BrokenProof, ProofLine, QuietMove, tree_of

MAX_KNOWN = 3  # plans of other files that are tried against a reply

Plan = dict[tuple[Cell, ...], Cell]  # the quiet move after each path of quiet moves and replies


class KnownPlans:
    """The plans of *files* against replies to the three *moves*; boards of files may be turned."""

    def __init__(self, moves: tuple[Cell, ...], files: Iterable[ProofFile]) -> None:
        self._moves = moves
        self._files = [(file, way) for file in files for way in self._ways(file)]

    def to(self, reply: Cell) -> Iterator[Plan]:
        """Yield plans against *reply*: of the same position first, then of near first answers."""
        for _distance, index, known in islice(sorted(self._against(reply)), MAX_KNOWN):
            file, way = self._files[index]
            line = ProofLine(file.ruleset, file.moves, file.terms, file.replies[known])
            with suppress(BrokenProof):
                yield plan_of(tree_of(line, known), way)

    def _ways(self, file: ProofFile) -> list[Symmetry]:
        """Return the symmetries that lay the first player's marks of *file* on those of *moves*."""
        first, _, third = self._moves
        return [
            way
            for way in symmetries(file.ruleset)
            if (way[file.moves[0]], way[file.moves[2]]) == (first, third)
        ]

    def _against(self, reply: Cell) -> Iterator[tuple[int, int, Cell]]:
        """Yield how far the first answers lie apart, a file by its index, and its reply."""
        own_answer = self._moves[1]
        for index, (file, way) in enumerate(self._files):
            answer, back = way[file.moves[1]], inverse(way)
            # The same position, with answer and reply in the other order.
            if answer == reply and back[own_answer] in file.replies:
                yield 0, index, back[own_answer]
            elif back[reply] in file.replies:
                yield distance(file.ruleset.m, answer, own_answer), index, back[reply]


def plan_of(node: QuietMove | None, way: Symmetry) -> Plan:
    """Return the quiet moves of a win, on the cells where *way* lays them."""
    plan: Plan = {}

    def add(path: tuple[Cell, ...], node: QuietMove) -> None:
        plan[path] = way[node.cell]
        for reply, after in node.replies.items():
            if after:
                add((*path, way[node.cell], way[reply]), after)

    if node:
        add((), node)
    return plan


def distance(m: int, one: Cell, other: Cell) -> int:
    """Return the square of the distance between two cells of a board with *m* columns."""
    return (one // m - other // m) ** 2 + (one % m - other % m) ** 2
