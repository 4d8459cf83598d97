"""All of tic-tac-toe, compared with what is known of it."""

from collections import Counter
from functools import cache

from games.core.events import Outcome
from games.core.match_state import result_by_the_rules
from games.core.rules import TIC_TAC_TOE, Mark, Position


@cache
def results(position):
    """How often each result ends the games that go through *position*."""
    if position.is_over:
        return Counter([result_by_the_rules(position, first=Mark.X)])
    return sum((results(position.play(cell)) for cell in position.legal_moves()), Counter())


def reachable(position, found):
    if position not in found:
        found.add(position)
        for cell in position.legal_moves():
            reachable(position.play(cell), found)
    return found


def test_all_games_have_the_known_results():
    assert results(Position(TIC_TAC_TOE)) == {
        Outcome.X: 131_184,
        Outcome.O: 77_904,
        Outcome.DRAW: 46_080,
    }


def test_all_complete_games_are_255168():
    assert results(Position(TIC_TAC_TOE)).total() == 255_168


def test_all_reachable_positions_are_5478():
    assert len(reachable(Position(TIC_TAC_TOE), set())) == 5_478
