"""Proofs of another board as a precedent: what wins there mostly wins here, too.

    precedent = precedent_of(ruleset, answer, proofs)   # the other board's, by first answer
    precedent.third, precedent.plan(reply)

The other board is laid so that its first move and first answer are those of this one. Its quiet
moves are only tried: what they lead to here is searched and written as any other proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from games.core.rules import Cell, Ruleset
from games.core.symmetry import Symmetry, symmetries
from games.engine.proving.first_moves import first_move
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.quiet_wins import Plan
from games.engine.proving.reading import BrokenProof, quiet_moves


@dataclass(frozen=True)
class Precedent:
    """The file of a first answer, and which of its cells is which of this board's."""

    file: ProofFile
    here: Mapping[Cell, Cell]  # by the other board's cells, those that this board has

    @property
    def third(self) -> Cell | None:
        """The third move, if this board has its cell."""
        return self.here.get(self.file.moves[2])

    def plan(self, reply: Cell) -> Plan:
        """Return the quiet moves that answer a reply on the other board.

        Those that lead off this board, or come after a mistake in the file, are left out.
        """
        there = {here: cell for cell, here in self.here.items()}
        cell = there.get(reply)
        found = Plan()
        if cell is None or cell not in self.file.replies:
            return found
        with suppress(BrokenProof):
            for path, move in quiet_moves(self.file, cell):
                if all(each in self.here for each in (*path, move)):
                    found[tuple(self.here[each] for each in path)] = self.here[move]
        return found


def precedent_of(
    ruleset: Ruleset, answer: Cell, proofs: Mapping[Cell, ProofFile]
) -> Precedent | None:
    """Return what *proofs* of another board say of a first answer, if they say anything of it."""
    for file in proofs.values():
        first, other_answer = file.moves[:2]
        for way in symmetries(file.ruleset):
            here = _laid(file.ruleset, way, first, ruleset)
            if here.get(other_answer) == answer:
                return Precedent(file, here)
    return None


def _laid(other: Ruleset, way: Symmetry, first: Cell, ruleset: Ruleset) -> dict[Cell, Cell]:
    """Return this board's cells by those of the *other* one, turned by *way*, *first* on first."""
    down, right = (
        here - there
        for here, there in zip(
            divmod(first_move(ruleset), ruleset.m), divmod(way[first], other.m), strict=True
        )
    )
    here = dict[Cell, Cell]()
    for cell, turned in enumerate(way):
        row, column = turned // other.m + down, turned % other.m + right
        if 0 <= row < ruleset.n and 0 <= column < ruleset.m:
            here[cell] = row * ruleset.m + column
    return here
