"""How long the wins of stored proofs take, as text: one file for each board.

Lines that begin with # are notes. Every other line is of one first answer that is proven whole:

    a15 1843223: b15 19 c15 20

the positions that `verify_proof` replayed, then each reply, with the number of marks that the first
player needs after it at most. Pages show these numbers; no proof rests on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.errors import BadNotation
from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Ruleset


@dataclass(frozen=True, slots=True)
class ProofLengths:
    """How long the wins after one first answer take."""

    positions: int  # that a whole proof was replayed in
    marks: Mapping[Cell, int]  # that the first player needs after each reply at most

    @property
    def most(self) -> int:
        return max(self.marks.values())


def lengths_text(ruleset: Ruleset, lengths: Mapping[Cell, ProofLengths]) -> str:
    """Return the text of a file."""
    notes = "# Written by `manage.py verify_proof --lengths`.\n"
    return notes + "".join(_line(ruleset, answer, each) for answer, each in sorted(lengths.items()))


def parse_lengths(ruleset: Ruleset, text: str) -> dict[Cell, ProofLengths]:
    """Read what `lengths_text` writes. Raises BadNotation (bad_lengths, bad_cell)."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    try:
        return dict(_parse_line(ruleset, line) for line in lines)
    except ValueError as error:
        raise BadNotation("bad_lengths", f"these are no lengths: {error}") from error


def _line(ruleset: Ruleset, answer: Cell, lengths: ProofLengths) -> str:
    marks = sorted(lengths.marks.items())
    words = " ".join(f"{cell_name(ruleset, reply)} {count}" for reply, count in marks)
    return f"{cell_name(ruleset, answer)} {lengths.positions}: {words}\n"


def _parse_line(ruleset: Ruleset, line: str) -> tuple[Cell, ProofLengths]:
    head, words = line.split(":")
    name, positions = head.split()
    names, counts = words.split()[::2], words.split()[1::2]
    pairs = zip(names, counts, strict=True)
    marks = {parse_cell(ruleset, reply): int(count) for reply, count in pairs}
    if not marks or min(marks.values()) < 1:
        raise ValueError("a first answer without replies, or a win without marks")
    return parse_cell(ruleset, name), ProofLengths(int(positions), marks)
