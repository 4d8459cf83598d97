"""The stored proofs hold: of each file some replies, which the commit chooses."""

import subprocess
from random import Random

import numpy as np
import pytest

from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.proof_files import parse_proof
from games.engine.proving.verification import ProofVerifier
from games.management.proofs import FOLDER
from tools.imports import ROOT

FILES = sorted(FOLDER.glob("*.txt"))
SAMPLE = 2


def commit():
    """What chooses the sample; outside a clone always the same."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_of_the_replies_holds(path):
    file = parse_proof(path.read_text())
    assert file.moves[0] == first_move(file.ruleset)
    assert file.moves[1] in first_answers(file.ruleset)
    verifier = ProofVerifier(file, np.zeros(1, np.uint8))
    replies = sorted(verifier.required() & set(file.replies))
    assert replies
    for reply in Random(commit()).sample(replies, min(SAMPLE, len(replies))):
        verifier.check(reply)


def test_the_stored_proofs_are_small():
    assert FILES
    assert sum(path.stat().st_size for path in FILES) < 3_000_000
