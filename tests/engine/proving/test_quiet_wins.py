"""Wins that need quiet moves are found, and the same way again; replies are answered by them."""

import numpy as np
import pytest

from games.core.rules import Position, Ruleset
from games.engine.proving import quiet_wins, verification
from games.engine.proving.answering import Answerer
from games.engine.proving.first_moves import first_answers, first_move, third_move
from games.engine.proving.first_player import answers
from games.engine.proving.proof_files import ProofFile, SearchTerms
from games.engine.proving.quiet_wins import QuietSearch
from games.engine.search.strong import STRONG
from games.engine.search.threes import THREES

BOARD = Ruleset(7, 7, 4)


def searching(position):
    THREES.ensure_ready()
    return QuietSearch(position, SearchTerms(), np.zeros(1, np.uint8))


def answering(position):
    THREES.ensure_ready()
    STRONG.ensure_ready()
    return Answerer(position, SearchTerms(), np.zeros(1, np.uint8))


def begun(ruleset, answer):
    moves = first_move(ruleset), answer, third_move(ruleset, answer)
    return Position.after(ruleset, moves)


def test_answers_that_are_images_count_once():
    assert len(first_answers(Ruleset(15, 15, 5))) == 35
    assert len(first_answers(Ruleset(5, 5, 4))) == 5


def test_the_third_move_is_diagonally_beside_the_first_and_free():
    for ruleset in (Ruleset(15, 15, 5), Ruleset(6, 5, 4)):
        for answer in first_answers(ruleset):
            first, third = first_move(ruleset), third_move(ruleset, answer)
            assert third != answer
            assert abs(third // ruleset.m - first // ruleset.m) == 1
            assert abs(third % ruleset.m - first % ruleset.m) == 1


def test_where_nothing_threatens_every_reply_has_to_be_answered():
    position = begun(Ruleset(15, 15, 5), 0)
    assert sorted(answering(position).replies()) == list(position.legal_moves())


def test_what_is_known_is_not_asked_again():
    position = begun(BOARD, 0)
    stop = np.zeros(1, np.uint8)
    found = {reply: tokens for reply, tokens, _ in answers(position, (), SearchTerms(), 300, stop)}
    assert None not in found.values()
    left = sorted(found)[:1]
    again = list(answers(position, set(found) - set(left), SearchTerms(), 300, stop))
    assert [(reply, tokens) for reply, tokens, _ in again] == [(left[0], found[left[0]])]


def test_a_search_that_is_stopped_answers_nothing():
    stop = np.ones(1, np.uint8)
    assert list(answers(begun(BOARD, 0), (), SearchTerms(), 300, stop)) == []


def test_a_reply_stays_open_where_its_wins_cannot_be_kept(monkeypatch):
    position = begun(BOARD, 0)
    ample = searching(position)
    monkeypatch.setattr(quiet_wins, "MAX_PROOFS", 560)  # little more than what is left free
    search = searching(position)
    spent = {}
    for reply in position.legal_moves():
        before = search.positions
        if search.find(reply, 2_000) is None:
            spent[reply] = search.positions - before
    assert spent
    assert max(spent.values()) < 2_000
    assert all(ample.find(reply, 2_000) for reply in spent)


@pytest.mark.slow
def test_only_the_wins_by_threats_after_one_quiet_move_have_to_be_kept(monkeypatch):
    ruleset, reply = Ruleset(11, 11, 5), 58  # all of them would take 35,588 proofs
    moves = first_move(ruleset), 0, third_move(ruleset, 0)
    position = Position.after(ruleset, moves)
    found = searching(position).find(reply, 600)
    for module in (quiet_wins, verification):
        monkeypatch.setattr(module, "MAX_PROOFS", 20_000)
    assert searching(position).follow(found.plan, reply) == found
    file = ProofFile(ruleset, moves, SearchTerms(), {reply: tuple(found.tokens)})
    assert verification.ProofVerifier(file, np.zeros(1, np.uint8)).check(reply) > 0


def test_what_answered_one_reply_answers_the_next_without_a_search():
    answerer = answering(begun(Ruleset(15, 15, 5), 0))
    assert answerer.answer(14, 0) is None
    found = answerer.answer(14, 600)
    assert answerer.answer(13, 0) == found


def test_what_one_search_does_not_find_is_found_reply_by_reply(monkeypatch):
    monkeypatch.setattr(Answerer, "at_once", 5)
    ruleset, reply = Ruleset(11, 11, 5), 10
    moves = first_move(ruleset), 0, third_move(ruleset, 0)
    answerer = answering(Position.after(ruleset, moves))
    assert answerer.answer(reply, 5) is None
    found = answerer.answer(reply, 15)
    file = ProofFile(ruleset, moves, SearchTerms(), {reply: tuple(found)})
    assert verification.ProofVerifier(file, np.zeros(1, np.uint8)).check(reply) > 0


def test_what_a_plan_lacks_is_answered_too(monkeypatch):
    ruleset, reply = Ruleset(11, 11, 5), 11
    moves = first_move(ruleset), 0, third_move(ruleset, 0)
    position = Position.after(ruleset, moves)
    plan = dict(searching(position).find(reply, 600).plan)
    last = max(plan, key=len)
    assert len(last) > 4
    del plan[last]
    monkeypatch.setattr(quiet_wins, "REPAIRS", 0)
    monkeypatch.setattr(Answerer, "at_once", 20)
    monkeypatch.setattr(Answerer, "_plans", lambda answerer, positions: iter([plan]))
    answerer = answering(position)
    assert answerer.answer(reply, 20) is None
    file = ProofFile(ruleset, moves, SearchTerms(), {reply: tuple(answerer.answer(reply, 100))})
    assert verification.ProofVerifier(file, np.zeros(1, np.uint8)).check(reply) > 0


def test_a_plan_that_comes_too_late_here_is_not_followed():
    """There the answer stood elsewhere. Here the second player has three with two open ends."""
    search = searching(Position.after(Ruleset(9, 9, 4), (40, 23, 32)))
    assert search.follow({(): 31, (31, 24): 22}, 25) is None
    assert search.find(25, 0).tokens == [None]  # threats win at once


def test_a_plan_that_makes_two_fours_here_is_not_followed():
    """There the answer stood at the end of one."""
    search = searching(Position.after(BOARD, (24, 3, 18)))
    assert search.follow({(): 30}, 6) is None
    assert search.find(6, 0).tokens == [None]
