"""What answered a reply elsewhere is tried where it is made again."""

import numpy as np

from games.core.notation import parse_cell
from games.core.rules import Position, Ruleset
from games.core.symmetry import symmetries
from games.engine.proving import plans
from games.engine.proving.first_moves import first_answers, first_move, third_move
from games.engine.proving.plans import KnownPlans
from games.engine.proving.proof_files import ProofFile, SearchTerms
from games.engine.proving.quiet_wins import QuietSearch
from games.engine.proving.stored import proofs_of
from games.engine.search.threes import THREES

BOARD = Ruleset(15, 15, 5)
CORNER = proofs_of(BOARD)[parse_cell(BOARD, "a15")]
FIRST, _, THIRD = CORNER.moves
BESIDE, FAR = parse_cell(BOARD, "b15"), parse_cell(BOARD, "h12")
QUIET = {reply: tokens for reply, tokens in CORNER.replies.items() if tokens != (None,)}


def shortest(replies):
    return min(replies, key=lambda reply: (len(QUIET[reply]), reply))


def plans_against(reply, moves, *files):
    return list(KnownPlans(moves, files).to(reply))


def test_all_first_answers_that_are_far_have_one_third_move():
    assert {third_move(BOARD, answer) for answer in first_answers(BOARD)} == {THIRD}
    assert first_move(BOARD) == FIRST


def test_a_reply_is_answered_as_after_the_next_answer_without_a_search():
    THREES.ensure_ready()
    moves, reply = (FIRST, BESIDE, THIRD), shortest(QUIET)
    search = QuietSearch(Position.after(BOARD, moves), SearchTerms(), np.zeros(1, np.uint8))
    assert search.answer(reply, 0) is None
    assert search.answer(reply, 0, plans_against(reply, moves, CORNER)) == [*QUIET[reply]]


def test_two_marks_that_change_places_are_the_same_position():
    answer = shortest(QUIET.keys() & set(first_answers(BOARD)))
    there, *_ = plans_against(answer, (FIRST, BESIDE, THIRD), CORNER)
    here, *_ = plans_against(CORNER.moves[1], (FIRST, answer, THIRD), CORNER)
    assert here == there != {}


def test_a_file_serves_however_its_board_is_laid():
    reply = shortest(QUIET)
    plan, *_ = plans_against(reply, (FIRST, BESIDE, THIRD), CORNER)
    for way in symmetries(BOARD):
        moves = tuple(way[cell] for cell in (FIRST, BESIDE, THIRD))
        laid = {tuple(way[cell] for cell in path): way[cell] for path, cell in plan.items()}
        assert plans_against(way[reply], moves, CORNER)[0] == laid


def test_the_plan_after_the_nearest_answer_comes_first(monkeypatch):
    reply = shortest(QUIET)
    far = ProofFile(BOARD, (FIRST, FAR, THIRD), CORNER.terms, {reply: (None,)})
    monkeypatch.setattr(plans, "MAX_KNOWN", 1)
    after_corner = plans_against(reply, (FIRST, BESIDE, THIRD), CORNER)
    assert after_corner != [{}]
    assert plans_against(reply, (FIRST, BESIDE, THIRD), far, CORNER) == after_corner
    assert plans_against(reply, (FIRST, FAR + 1, THIRD), CORNER, far) == [{}]


def test_a_line_that_shows_no_win_gives_no_plan():
    broken = ProofFile(BOARD, CORNER.moves, CORNER.terms, {0: (1,)})
    assert plans_against(0, (FIRST, BESIDE, THIRD), broken) == []


def test_a_plan_that_comes_too_late_here_is_not_followed():
    """There the answer stood elsewhere. Here the second player has three with two open ends."""
    board = Ruleset(9, 9, 4)
    search = searching(Position.after(board, (40, 23, 32)))
    assert search.answer(25, 0, [{(): 31, (31, 24): 22}]) == [None]  # threats win at once


def test_a_plan_that_makes_two_fours_here_is_not_followed():
    """There the answer stood at the end of one."""
    board = Ruleset(7, 7, 4)
    search = searching(Position.after(board, (24, 3, 18)))
    assert search.answer(6, 0, [{(): 30}]) == [None]


def searching(position):
    THREES.ensure_ready()
    return QuietSearch(position, SearchTerms(), np.zeros(1, np.uint8))
