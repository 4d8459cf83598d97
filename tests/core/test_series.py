"""When a series is decided."""

import pytest

from games.core.events import Outcome
from games.core.rules import Mark
from games.core.series import Score


def test_a_game_without_an_outcome_does_not_count():
    score = Score(1, 2, 3)
    assert score.with_outcome(Outcome.NONE) == score
    assert score.with_outcome(Outcome.X) == Score(2, 2, 3)
    assert score.with_outcome(Outcome.O) == Score(1, 3, 3)
    assert score.with_outcome(Outcome.DRAW) == Score(1, 2, 4)


@pytest.mark.parametrize(
    ("score", "decided"),
    [
        (Score(), False),
        (Score(1, 0), False),  # two games can still turn it
        (Score(2, 0), True),
        (Score(1, 0, 1), False),  # one more win of the other side makes it even
        (Score(1, 1), False),
        (Score(1, 1, 1), True),
        (Score(0, 1, 2), True),
    ],
)
def test_best_of_three_is_over_once_nobody_can_catch_up(score, decided):
    assert score.is_decided(3) is decided


def test_a_series_without_an_end_goes_on():
    assert not Score(99, 0, 0).is_decided(0)


def test_who_has_won_more_leads():
    assert Score(2, 1).leader is Mark.X
    assert Score(1, 2, 5).leader is Mark.O
    assert Score(1, 1).leader is None
