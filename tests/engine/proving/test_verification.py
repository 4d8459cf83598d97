"""A proof that who begins wins is verified; one that is spoilt is refused, or proves it still."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from games.core.rules import Position, Ruleset
from games.engine.analysis.threat_verification import FalseThreatTree
from games.engine.proving.first_player import answers, first_answers, first_move, third_move
from games.engine.proving.proof_files import ProofFile
from games.engine.proving.quiet_wins import SearchTerms
from games.engine.proving.verification import ProofVerifier

STOP = np.zeros(1, np.uint8)
BOARD = Ruleset(7, 7, 4)


def proof_of(ruleset, answer):
    moves = first_move(ruleset), answer, third_move(ruleset, answer)
    position = Position.after(ruleset, moves)
    found = answers(position, (), SearchTerms(), 1_000, STOP)
    replies = {reply: tuple(tokens) for reply, tokens, _ in found if tokens}
    return ProofFile(ruleset, moves, SearchTerms(), replies)


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
            for spoilt in (tokens[:-1], (*tokens, None), (*tokens, random.randrange(49))):
                with pytest.raises(FalseThreatTree):
                    holds(replace(file, replies={**file.replies, reply: spoilt}))
