"""When a series is decided."""

import pytest

from games.core.events import Outcome
from games.core.rules import Mark
from games.core.series import SeriesScore


def test_a_game_without_an_outcome_does_not_count():
    score = SeriesScore(1, 2, 3)
    assert score.with_outcome(Outcome.NONE) == score
    assert score.with_outcome(Outcome.X) == SeriesScore(2, 2, 3)
    assert score.with_outcome(Outcome.O) == SeriesScore(1, 3, 3)
    assert score.with_outcome(Outcome.DRAW) == SeriesScore(1, 2, 4)


@pytest.mark.parametrize(
    ("score", "decided"),
    [
        (SeriesScore(), False),
        (SeriesScore(1, 0), False),  # two games can still turn it
        (SeriesScore(2, 0), True),
        (SeriesScore(1, 0, 1), False),  # one more win of the other side makes it even
        (SeriesScore(1, 1), False),
        (SeriesScore(1, 1, 1), True),
        (SeriesScore(0, 1, 2), True),
    ],
)
def test_best_of_three_is_over_once_nobody_can_catch_up(score, decided):
    assert score.is_decided(3) is decided


def test_a_series_without_an_end_goes_on():
    assert not SeriesScore(99, 0, 0).is_decided(0)


def test_who_has_won_more_leads():
    assert SeriesScore(2, 1).leader is Mark.X
    assert SeriesScore(1, 2, 5).leader is Mark.O
    assert SeriesScore(1, 1).leader is None
