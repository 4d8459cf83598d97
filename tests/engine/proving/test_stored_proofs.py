"""The stored proofs hold: some replies, which the commit chooses."""

import subprocess
from collections import Counter
from random import Random

import numpy as np

from games.core.rules import Ruleset
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.lengths import parse_lengths
from games.engine.proving.proof_files import parse_proof
from games.engine.proving.stored import LENGTHS, lengths_of, proofs_of
from games.engine.proving.verification import ProofVerifier
from games.engine.proving.walk import begin
from games.management.proofs import FOLDER
from tools.imports import ROOT

FILES = [parse_proof(path.read_text()) for path in sorted(FOLDER.glob("*.txt"))]
SAMPLE = 3


def commit():
    """What chooses the sample; outside a clone always the same."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_the_files_begin_as_proofs_do():
    for file in FILES:
        assert file.moves[0] == first_move(file.ruleset)
        assert file.moves[1] in first_answers(file.ruleset)
        assert file.replies


def test_a_sample_of_the_replies_holds():
    lines = [(index, reply) for index, file in enumerate(FILES) for reply in sorted(file.replies)]
    for index, reply in Random(commit()).sample(lines, SAMPLE):
        file = FILES[index]
        marks = ProofVerifier(file, np.zeros(1, np.uint8)).check(reply)
        counted = lengths_of(file.ruleset).get(file.moves[1])
        assert counted is None or counted.marks[reply] == marks


def test_lengths_are_those_of_whole_proofs():
    for path in LENGTHS.iterdir():
        ruleset = Ruleset(*map(int, path.name.removesuffix(".txt").split("x")))
        for answer, lengths in parse_lengths(ruleset, path.read_text()).items():
            turn = begin(proofs_of(ruleset)[answer])
            assert lengths.marks.keys() == turn.required == turn.answered


def test_the_stored_proofs_of_each_board_are_small():
    sizes = Counter[str]()
    for path in FOLDER.glob("*.txt"):
        sizes[path.name.partition("-")[0]] += path.stat().st_size
    assert sizes
    assert max(sizes.values()) < 3_000_000
