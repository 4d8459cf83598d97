"""Replies are answered by the moves that a guide names; nothing of what it says is believed."""

import numpy as np
import pytest

from games.core.rules import Position, Ruleset
from games.engine.proving import first_player
from games.engine.proving.answering import Answerer
from games.engine.proving.first_moves import first_move, third_move
from games.engine.proving.guided import GuidedAnswerer
from games.engine.proving.proof_files import ProofFile, SearchTerms
from games.engine.proving.quiet_wins import QuietSearch
from games.engine.proving.verification import ProofVerifier
from games.engine.search.strong import STRONG
from games.engine.search.threes import THREES

BOARD = Ruleset(11, 11, 5)
MOVES = first_move(BOARD), 0, third_move(BOARD, 0)
BEGUN = Position.after(BOARD, MOVES)
REPLY = 11  # which takes nine quiet moves, three after one another
FAR = BOARD.cells - 1  # from everything


@pytest.fixture(autouse=True)
def little_is_found_at_once(monkeypatch):
    THREES.ensure_ready()
    STRONG.ensure_ready()
    monkeypatch.setattr(Answerer, "at_once", 2)
    for limit in ("AT_ONCE", "BEFORE_ASKING"):
        monkeypatch.setattr(f"{GuidedAnswerer.__module__}.{limit}", 2)


@pytest.fixture(scope="module")
def known():
    """The quiet moves that win, by position."""
    THREES.ensure_ready()
    STRONG.ensure_ready()
    found = QuietSearch(BEGUN, SearchTerms(), np.zeros(1, np.uint8)).find(REPLY, 600)
    begun = BEGUN.play(REPLY)
    cells = {}
    for path, cell in found.plan.items():
        position = begun
        for move in path:
            position = position.play(move)
        cells[position] = cell
    return cells


def guided(guide):
    return GuidedAnswerer(BEGUN, SearchTerms(), np.zeros(1, np.uint8), guide)


def marks_needed(tokens):
    """Verify what was found. Raises FalseThreatTree."""
    file = ProofFile(BOARD, MOVES, SearchTerms(), {REPLY: tuple(tokens)})
    return ProofVerifier(file, np.zeros(1, np.uint8)).check(REPLY)


def test_the_moves_of_a_guide_answer_what_a_short_search_does_not(known):
    asked = []

    def guide(position):
        asked.append(position)
        return known.get(position, FAR)

    assert Answerer(BEGUN, SearchTerms(), np.zeros(1, np.uint8)).answer(REPLY, 2) is None
    tokens = guided(guide).answer(REPLY, 500)
    assert asked[0] == BEGUN.play(REPLY)
    assert tokens[0].cell == known[BEGUN.play(REPLY)]
    assert marks_needed(tokens) > 0


@pytest.mark.parametrize("cell", [MOVES[0], FAR])
def test_where_a_guide_names_what_is_taken_or_threatens_nothing_our_own_moves_are_tried(
    known, cell
):
    begun = BEGUN.play(REPLY)
    tokens = guided(
        lambda position: known.get(position, FAR) if position != begun else cell
    ).answer(REPLY, 2_000)
    assert tokens[0].cell != cell
    assert marks_needed(tokens) > 0


def test_a_reply_stays_open_when_its_positions_are_spent(known):
    asked = []

    def guide(position):
        asked.append(position)
        return known.get(position, FAR)

    answerer = guided(guide)
    assert answerer.answer(REPLY, 5) is None
    assert answerer.positions <= 5 + answerer.at_once
    assert len(asked) <= 3


def test_a_guide_is_asked_in_the_last_pass_only(monkeypatch):
    monkeypatch.setattr(first_player, "AT_ONCE", 2)
    stop, told = np.zeros(1, np.uint8), []

    def guide(position):
        told.append("asked")
        stop[0] = 1
        return FAR

    for reply, tokens, _ in first_player.answers(BEGUN, (), SearchTerms(), 10, stop, guide):
        told.append((reply, tokens))
    replies = Answerer(BEGUN, SearchTerms(), np.zeros(1, np.uint8)).replies()
    first_pass, last_pass = told[: len(replies)], told[len(replies) :]
    still_open = [reply for reply, tokens in first_pass if tokens is None]
    assert [reply for reply, _ in first_pass] == replies
    assert last_pass == ["asked", (still_open[0], None)]


def test_with_few_positions_no_guide_is_asked(monkeypatch):
    monkeypatch.setattr(f"{GuidedAnswerer.__module__}.BEFORE_ASKING", 1)

    def guide(_position):
        raise AssertionError("the guide is asked")

    assert guided(guide).answer(REPLY, 2) is None
