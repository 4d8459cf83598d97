"""Proofs of a small board, made for a test."""

import numpy as np

from games.core.rules import Position, Ruleset
from games.engine.proving.first_moves import first_move, third_move
from games.engine.proving.first_player import answers
from games.engine.proving.proof_files import ProofFile, SearchTerms

BOARD = Ruleset(7, 7, 4)
STOP = np.zeros(1, np.uint8)


def proof_of(ruleset, answer):
    moves = first_move(ruleset), answer, third_move(ruleset, answer)
    position = Position.after(ruleset, moves)
    found = answers(position, (), SearchTerms(), 1_000, STOP)
    replies = {reply: tuple(tokens) for reply, tokens, _ in found if tokens}
    return ProofFile(ruleset, moves, SearchTerms(), replies)
