"""The second game of a round counts whether it is played or not."""

import pytest
from msgspec.structs import replace

from games.core.errors import GameError
from games.core.events import Outcome, Termination
from games.core.match import Match
from games.core.rules import Mark, Ruleset

BOUND = Match.new(Ruleset(3, 3, 3), x_player=1, o_player=2)


def test_it_cannot_be_aborted():
    bound = replace(BOUND, bound=True)
    assert not bound.can_be_aborted
    with pytest.raises(GameError, match="part_of_round"):
        bound.abort(now=0)


def test_whoever_does_not_make_a_first_move_loses_it():
    begun, _ = BOUND.play(mark=Mark.X, ply=0, cell=4, now=1)
    for match, winner in ((BOUND, Outcome.O), (begun, Outcome.X)):
        over, _ = match.forfeit(now=2)
        assert (over.outcome, over.termination) == (winner, Termination.ABANDONED)
    both, _ = begun.play(mark=Mark.O, ply=1, cell=0, now=2)
    with pytest.raises(GameError, match="too_late_to_abort"):
        both.forfeit(now=3)
