"""How long proven wins take is read as it was written, and is as long as the longest walk."""

import pytest

from games.core.errors import BadNotation
from games.engine.proving.first_moves import first_answers
from games.engine.proving.lengths import ProofLengths, lengths_text, parse_lengths
from games.engine.proving.verification import ProofVerifier
from games.engine.proving.walk import begin
from tests.engine.proving.proofs import BOARD, STOP, proof_of

LENGTHS = {0: ProofLengths(12, {1: 5, 48: 3}), 2: ProofLengths(1, {3: 1})}


def longest(turn):
    """How many marks the first player makes at most from a turn of the second player's on."""
    if turn.is_over:
        return 0
    answered = list(turn.marks()[0])
    free = set(range(BOARD.cells)) - set(turn.moves) - set(answered)
    if turn.marks()[1] is not None and free:
        answered.append(min(free))  # one of those that lose alike
    return max(1 + longest(turn.after(reply)) for reply in answered)


def test_what_is_written_is_read():
    assert parse_lengths(BOARD, lengths_text(BOARD, LENGTHS)) == LENGTHS
    assert LENGTHS[0].most == 5


@pytest.mark.parametrize(
    "line", ["a7: b7 1", "a7 x: b7 1", "a7 9: b7", "a7 9:", "a7 9: b7 0", "z7 9: b7 1", "a7 9 b7 1"]
)
def test_what_is_no_length_is_refused(line):
    with pytest.raises(BadNotation):
        parse_lengths(BOARD, f"# a note\n{line}\n")


def test_the_verifier_counts_the_marks_of_the_longest_walk():
    for answer in first_answers(BOARD)[:3]:
        file = proof_of(BOARD, answer)
        verifier = ProofVerifier(file, STOP)
        for reply in verifier.required():
            assert verifier.check(reply) == 1 + longest(begin(file).after(reply))
