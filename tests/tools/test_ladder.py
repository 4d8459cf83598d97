"""What the levels scored against each other is kept in a file, and their ratings follow from it."""

from datetime import date

import pytest

from games.compete.ratings.levels import LADDER
from games.compete.ratings.pools import USUAL
from games.core.rating import START
from games.models import Pool
from tools.ladder import Ladder, LevelPairing, ladders_text, parse_ladders

DAY = date(2026, 11, 22)


def stored_ladders():
    return parse_ladders(LADDER.read_text())


@pytest.mark.parametrize("pool", Pool)
def test_the_levels_were_measured_on_the_usual_board(pool):
    assert stored_ladders()[pool].board == USUAL[pool].ruleset


@pytest.mark.parametrize("pool", Pool)
def test_ratings_are_what_the_kept_games_come_to(pool):
    found = stored_ladders()[pool]
    last = found.meetings[-1]
    assert found.updated(last, found.measured_on).marks == found.marks


def test_ladders_are_read_as_they_are_written():
    assert ladders_text(stored_ladders()) == LADDER.read_text()


def test_meetings_add_up_and_ratings_follow():
    board = USUAL[Pool.FOURS].ruleset
    meeting = LevelPairing("heuristic", "searcher").and_also([0.0, 0.5]).and_also([1.0, 0.0])
    assert meeting == LevelPairing("heuristic", "searcher", won=1, drawn=1, lost=2)
    assert meeting.rounds == 2
    ladder = Ladder(board, DAY, 1_000).updated(meeting, DAY)
    assert ladder.meeting("heuristic", "searcher") == meeting
    assert ladder.meeting("rules", "guard") == LevelPairing("rules", "guard")
    assert ladder.marks["heuristic"].rating < START < ladder.marks["searcher"].rating
    better = ladder.updated(meeting.and_also([1.0, 1.0]), DAY)
    assert len(better.meetings) == 1
    assert better.marks["heuristic"].rating > ladder.marks["heuristic"].rating
