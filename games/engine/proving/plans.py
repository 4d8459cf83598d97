"""Quiet moves that answered a reply elsewhere, to be tried where it is made again.

    plans = KnownPlans(moves, files)  # of other first answers on the same board
    plans.to(reply)                   # the ones to try, the likeliest first

After a far answer the first player mostly wins as after one beside it, so a plan that is known
spares the search. Nothing is claimed by it: what each of its moves threatens is searched again.
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

Plan = dict[tuple[Cell, ...], Cell]  # the quiet move after a quiet move, a reply and so on


class KnownPlans:
    """What *files* say of replies to the three marks *moves*, or to others that lie as they do."""

    def __init__(self, moves: tuple[Cell, ...], files: Iterable[ProofFile]) -> None:
        self._moves = moves
        self._files = [(file, way) for file in files for way in self._ways(file)]

    def to(self, reply: Cell) -> Iterator[Plan]:
        """Yield some plans against *reply*: that of the same position first, then by how near the
        first answers lie to each other.
        """
        for _distance, index, known in islice(sorted(self._against(reply)), MAX_KNOWN):
            file, way = self._files[index]
            line = ProofLine(file.ruleset, file.moves, file.terms, file.replies[known])
            with suppress(BrokenProof):
                yield plan_of(tree_of(line, known), way)

    def _ways(self, file: ProofFile) -> list[Symmetry]:
        """Return how to lay a file's board so that the first player's marks lie as here."""
        first, _, third = self._moves
        return [
            way
            for way in symmetries(file.ruleset)
            if (way[file.moves[0]], way[file.moves[2]]) == (first, third)
        ]

    def _against(self, reply: Cell) -> Iterator[tuple[int, int, Cell]]:
        """Yield a distance, a file by its index, and the reply that it answers."""
        own_answer = self._moves[1]
        for index, (file, way) in enumerate(self._files):
            answer, back = way[file.moves[1]], inverse(way)
            if answer == reply and back[own_answer] in file.replies:  # the marks change places
                yield 0, index, back[own_answer]
            elif back[reply] in file.replies:
                yield distance(file.ruleset.m, answer, own_answer), index, back[reply]


def plan_of(node: QuietMove | None, way: Symmetry) -> Plan:
    """Return the quiet moves of a win, as *way* lays them."""
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
