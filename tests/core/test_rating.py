"""Glicko-2."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rating import (
    LOWEST,
    MAX_CHANGE,
    MAX_DEVIATION,
    MAX_VOLATILITY,
    MIN_DEVIATION,
    RatedResult,
    Strength,
    decayed,
    expected_score,
    updated,
    working,
)

ratings = st.builds(
    Strength,
    st.floats(LOWEST, 4000),
    st.floats(MIN_DEVIATION, MAX_DEVIATION),
    st.floats(0.01, MAX_VOLATILITY),
)
scores = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
results = st.builds(RatedResult, ratings, scores)


def test_the_worked_example_of_its_author():
    opponents = [Strength(1400, 30), Strength(1550, 100), Strength(1700, 300)]
    played = [RatedResult(each, score) for each, score in zip(opponents, (1, 0, 0), strict=True)]
    after = updated(Strength(1500, 200, 0.06), played, tau=0.5, periods=1)
    # The paper rounds on the way: it has 1464.06.
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_nothing_played_changes_nothing():
    assert updated(Strength(), []) == Strength()


def test_two_strangers_change_by_as_much():
    won, lost = (updated(Strength(), [RatedResult(Strength(), score)]) for score in (1.0, 0.0))
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.rating > 1700
    assert won.deviation == lost.deviation < 400


def test_a_deviation_of_60_becomes_110_in_a_year_without_games():
    after = decayed(Strength(1500, 60, 0.06), 365)
    assert after.deviation == pytest.approx(110, abs=0.5)
    assert after.is_provisional
    assert not Strength(1500, 60).is_provisional
    assert after.rating == 1500
    assert decayed(Strength(1500, 60), -1) == Strength(1500, 60)
    assert decayed(Strength(), 1000).deviation == MAX_DEVIATION


def test_who_surprises_becomes_more_volatile_to_a_bound():
    surprise = [RatedResult(Strength(2400, 45), 1.0)] * 3
    assert updated(Strength(1500, 60, 0.06), surprise).volatility > 0.06
    assert updated(Strength(1500, 60, MAX_VOLATILITY), surprise).volatility == MAX_VOLATILITY


def test_nobody_falls_below_the_lowest_rating():
    rating = updated(Strength(410, 300), [RatedResult(Strength(500, 45), 0.0)] * 10)
    assert rating.rating == LOWEST


def test_no_calculation_changes_more_than_the_bound():
    rating = updated(Strength(), [RatedResult(Strength(3900, 45), 1.0)] * 20)
    assert rating.rating == 1500 + MAX_CHANGE


@given(ratings, st.lists(results, min_size=1, max_size=6))
def test_results_keep_a_rating_within_its_bounds(rating, played):
    after = updated(rating, played)
    assert LOWEST <= after.rating <= rating.rating + MAX_CHANGE
    assert MIN_DEVIATION <= after.deviation <= MAX_DEVIATION
    assert 0 < after.volatility <= MAX_VOLATILITY
    assert all(map(math.isfinite, (after.rating, after.deviation, after.volatility)))


@given(ratings, ratings, scores, scores)
def test_a_better_score_never_gives_a_lower_rating(rating, opponent, one, other):
    worse, better = sorted((one, other))
    gained = updated(rating, [RatedResult(opponent, better)])
    assert gained.rating >= updated(rating, [RatedResult(opponent, worse)]).rating - 0.001


@given(ratings, ratings)
def test_what_is_expected_changes_nothing(rating, opponent):
    expected = expected_score(rating, opponent)
    assert 0 < expected < 1
    after = updated(rating, [RatedResult(opponent, expected)])
    assert after.rating == pytest.approx(rating.rating, abs=0.01)


@given(ratings, ratings, scores)
def test_two_results_of_half_the_weight_are_worth_one(rating, opponent, score):
    halves = updated(rating, [RatedResult(opponent, score, weight=0.5)] * 2)
    whole = updated(rating, [RatedResult(opponent, score)])
    assert halves.rating == pytest.approx(whole.rating)
    assert halves.deviation == pytest.approx(whole.deviation)
    assert halves.volatility == pytest.approx(whole.volatility)


def test_a_result_of_half_the_weight_changes_less_and_leaves_more_unknown():
    opponent = Strength(1600, 60)
    half, whole = (
        updated(Strength(), [RatedResult(opponent, 1.0, weight)]) for weight in (0.5, 1.0)
    )
    assert 1500 < half.rating < whole.rating
    assert whole.deviation < half.deviation < MAX_DEVIATION


def test_a_result_against_somebody_less_known_counts_less():
    surely, doubtful = Strength(1600, 60, 0.05), Strength(1600, 350, 0.05)
    gains = [updated(Strength(), [RatedResult(each, 1.0)]).rating for each in (doubtful, surely)]
    assert 1500 < gains[0] < gains[1]


@given(ratings, ratings, scores)
def test_a_result_without_weight_changes_nothing(rating, opponent, score):
    nothing = RatedResult(opponent, score, weight=0.0)
    assert updated(rating, [nothing]) == rating
    told = RatedResult(opponent, 1.0 - score)
    assert updated(rating, [nothing, told]) == updated(rating, [told])
    assert (working(rating, nothing).change, working(rating, nothing).step) == (0.0, 0.0)
    assert working(rating, nothing).deviation == pytest.approx(rating.deviation)


def test_who_plays_often_becomes_known_as_surely_as_anybody_can_be():
    rating = Strength()
    for score in [1.0, 0.0] * 50:
        rating = updated(rating, [RatedResult(Strength(1500, 60), score)])
    assert rating.deviation == MIN_DEVIATION


@given(ratings, results)
def test_the_steps_come_to_what_is_rated(rating, result):
    steps, after = working(rating, result), updated(rating, [result])
    assert steps.expected == expected_score(rating, result.opponent)
    change = max(-MAX_CHANGE, min(MAX_CHANGE, steps.step * (result.score - steps.expected)))
    assert after.rating == pytest.approx(max(LOWEST, rating.rating + change))
    assert after.deviation == pytest.approx(max(MIN_DEVIATION, steps.deviation))
