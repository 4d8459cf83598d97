"""What wins on one board is tried on another, and believed no more than anything else."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.core.symmetry import inverse, symmetries
from games.engine.proving.answering import Answerer
from games.engine.proving.first_moves import first_answers, first_move
from games.engine.proving.guided import GuidedAnswerer
from games.engine.proving.precedents import precedent_of
from games.engine.proving.proof_files import ProofFile, SearchTerms
from games.engine.proving.stored import proofs_of
from games.engine.proving.verification import ProofVerifier
from games.engine.search.strong import STRONG
from games.engine.search.threes import THREES

LARGER, BOARD, EVEN = Ruleset(15, 15, 5), Ruleset(13, 13, 5), Ruleset(14, 14, 5)


def stop():
    return np.zeros(1, np.uint8)


@pytest.mark.parametrize("ruleset", [BOARD, EVEN, Ruleset(11, 11, 5)])
def test_every_first_answer_of_a_smaller_board_has_a_precedent(ruleset):
    for answer in first_answers(ruleset):
        precedent = precedent_of(ruleset, answer, proofs_of(LARGER))
        first, other, third = precedent.file.moves
        here = precedent.here
        assert (here[first], here[other]) == (first_move(ruleset), answer)
        assert here[third] == precedent.third not in (None, first_move(ruleset), answer)
        assert sorted(here.values()) == list(range(ruleset.cells))


def test_distances_stay_what_they_are():
    precedent = precedent_of(EVEN, parse_cell(EVEN, "b5"), proofs_of(LARGER))
    cells = sorted(precedent.here)

    def distance(ruleset, one, other):
        down, right = one // ruleset.m - other // ruleset.m, one % ruleset.m - other % ruleset.m
        return down**2 + right**2

    for one, other in zip(cells, cells[17:], strict=False):
        here = precedent.here[one], precedent.here[other]
        assert distance(LARGER, one, other) == distance(EVEN, *here)


def test_a_board_without_a_proof_of_the_answer_has_no_precedent():
    assert precedent_of(Ruleset(17, 17, 5), 0, proofs_of(LARGER)) is None


def test_a_proof_is_its_own_precedent_however_it_lies():
    file = proofs_of(LARGER)[parse_cell(LARGER, "f10")]
    reply = parse_cell(LARGER, "m11")
    plans = []
    for way in symmetries(LARGER):
        answer = way[file.moves[1]]
        precedent = precedent_of(LARGER, answer, {0: file})
        assert precedent.here[file.moves[1]] == answer
        back = inverse(tuple(precedent.here[cell] for cell in range(LARGER.cells)))
        plan = precedent.plan(precedent.here[reply])
        moved = {tuple(back[cell] for cell in path): back[cell] for path, cell in plan.items()}
        plans.append(moved)
    moves = [token.cell for token in file.replies[reply] if token]
    assert all([*plan.values()] == moves for plan in plans)


def test_a_plan_ends_where_a_file_is_wrong():
    file = proofs_of(LARGER)[parse_cell(LARGER, "f10")]
    reply = parse_cell(LARGER, "m11")
    first, *rest = file.replies[reply]
    wrong = replace(file, replies={reply: (first._replace(replies=first.replies + 1), *rest)})
    precedent = precedent_of(LARGER, file.moves[1], {0: wrong})
    assert precedent.plan(reply) == {(): first.cell}


def nobody(_position):
    raise AssertionError("the guide is asked")


@pytest.mark.parametrize("answerer", [Answerer, partial(GuidedAnswerer, guide=nobody)])
def test_a_precedent_answers_what_a_search_of_two_positions_does_not(monkeypatch, answerer):
    STRONG.ensure_ready()
    THREES.ensure_ready()
    monkeypatch.setattr(Answerer, "at_once", 2)
    answer, reply = parse_cell(BOARD, "a13"), parse_cell(BOARD, "c9")
    precedent = precedent_of(BOARD, answer, proofs_of(LARGER))
    moves = first_move(BOARD), answer, precedent.third
    begun = Position.after(BOARD, moves)
    assert Answerer(begun, SearchTerms(), stop()).answer(reply, 2) is None
    following = answerer(begun, SearchTerms(), stop(), precedent=precedent.plan)
    tokens = following.answer(reply, 2)
    file = ProofFile(BOARD, moves, SearchTerms(), {reply: tuple(tokens)})
    assert ProofVerifier(file, stop()).check(reply) > 3


def test_a_precedent_that_leads_nowhere_does_no_harm():
    STRONG.ensure_ready()
    THREES.ensure_ready()
    answer, reply = parse_cell(BOARD, "a13"), parse_cell(BOARD, "c9")
    third = precedent_of(BOARD, answer, proofs_of(LARGER)).third
    begun = Position.after(BOARD, (first_move(BOARD), answer, third))
    alone = Answerer(begun, SearchTerms(), stop()).answer(reply, 200)
    misled = Answerer(begun, SearchTerms(), stop(), lambda reply: {(): 1}).answer(reply, 200)
    assert misled == alone is not None
