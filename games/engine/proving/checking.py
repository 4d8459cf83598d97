"""Checking the file of a first answer: all of its replies, or a sample of them.

found = check_file(FileCheck(path, ruleset, answer))
found.is_whole, found.lengths
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from games.core.notation import cell_name
from games.core.rules import Cell, Ruleset
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.proving.first_moves import first_move
from games.engine.proving.lengths import ProofLengths
from games.engine.proving.proof_files import ProofFile, parse_proof
from games.engine.proving.verification import ProofVerifier


@dataclass(frozen=True, slots=True)
class FileCheck:
    """The *text* to be checked. Of a *sample*, so many replies are chosen by the *seed*."""

    text: str
    ruleset: Ruleset
    answer: Cell
    sample: int | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What was found to hold: the replies in *lengths*, of so many that have to be answered."""

    lengths: ProofLengths
    required: int

    @property
    def is_whole(self) -> bool:
        return len(self.lengths.marks) == self.required


def check_file(task: FileCheck, tell: Callable[[int], None] | None = None) -> CheckedFile:
    """Replay what a file says, and *tell* after each reply how many there have been.

    Raises FalseThreatTree or BadNotation.
    """
    file = parse_proof(task.text)
    if (file.ruleset, file.moves[:2]) != (task.ruleset, (first_move(task.ruleset), task.answer)):
        name = cell_name(task.ruleset, task.answer)
        raise FalseThreatTree(f"the file of {name} is of another game")
    verifier = ProofVerifier(file, np.zeros(1, np.uint8))
    required = verifier.required()
    replies = _chosen(file, required, task)
    marks = dict[Cell, int]()
    for done, reply in enumerate(replies, start=1):
        try:
            marks[reply] = verifier.check(reply)
        except FalseThreatTree as error:
            names = f"{cell_name(task.ruleset, task.answer)} {cell_name(task.ruleset, reply)}"
            raise FalseThreatTree(f"{names}: {error}") from error
        if tell:
            tell(done)
    return CheckedFile(ProofLengths(verifier.positions, marks), len(required))


def _chosen(file: ProofFile, required: frozenset[Cell], task: FileCheck) -> list[Cell]:
    """Return the replies to check: all that need an answer and have one, or a sample of them."""
    replies = sorted(required & file.replies.keys())
    if task.sample is None:
        return replies
    random = Random(f"{task.seed} {file.moves}")
    return sorted(random.sample(replies, min(task.sample, len(replies))))
