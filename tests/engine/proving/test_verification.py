"""A proof that who begins wins is verified; one that is spoilt is refused, or proves it still."""

from dataclasses import replace
from random import Random

import pytest

from games.core.rules import Ruleset
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.proving.first_moves import first_answers
from games.engine.proving.proof_files import QuietMove
from games.engine.proving.stored import proofs_of
from games.engine.proving.verification import ProofVerifier
from tests.engine.proving.proofs import BOARD, STOP, proof_of


def holds(file):
    verifier = ProofVerifier(file, STOP)
    for reply in verifier.required():
        verifier.check(reply)
    return verifier.positions


def test_the_whole_of_a_small_board_is_proved_and_verified():
    for answer in first_answers(BOARD):
        assert holds(proof_of(BOARD, answer))


def test_a_reply_left_out_is_refused():
    file = proof_of(BOARD, first_answers(BOARD)[0])
    reply = sorted(file.replies)[0]
    short = {cell: tokens for cell, tokens in file.replies.items() if cell != reply}
    with pytest.raises(FalseThreatTree, match="not answered"):
        holds(replace(file, replies=short))


def test_spoilt_answers_are_refused():
    random = Random(3)
    for answer in first_answers(BOARD):
        file = proof_of(BOARD, answer)
        for reply, tokens in file.replies.items():
            another = QuietMove(random.randrange(49), 0)
            for spoilt in (tokens[:-1], (*tokens, None), (*tokens, another)):
                with pytest.raises(FalseThreatTree):
                    holds(replace(file, replies={**file.replies, reply: spoilt}))


@pytest.mark.slow
@pytest.mark.parametrize("more", [-1, 1])
def test_another_number_of_replies_is_refused(more):
    file = proofs_of(Ruleset(15, 15, 5))[0]
    reply = min(reply for reply, tokens in file.replies.items() if len(tokens) > 20)
    tokens = file.replies[reply]
    ProofVerifier(file, STOP).check(reply)
    for index, token in enumerate(tokens):
        if token:
            spoilt = token._replace(replies=token.replies + more)
            replies = {reply: (*tokens[:index], spoilt, *tokens[index + 1 :])}
            with pytest.raises(FalseThreatTree, match=r"number of replies|only one"):
                ProofVerifier(replace(file, replies=replies), STOP).check(reply)
