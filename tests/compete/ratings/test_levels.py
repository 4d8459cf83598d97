"""The computer's levels stand on the scale of each pool where they were measured."""

from datetime import date

import pytest
from django.utils import timezone

from games.compete.ratings.levels import LevelMark, level_marks, level_standing, measured_on
from games.compete.ratings.rows import WEIGHT_OF_LEVELS
from games.core.rating import LOWEST, MIN_DEVIATION, START
from games.engine import LEVELS
from games.models import Pool, RatingChange
from games.play.game.creation import engine_account
from tests.compete.ratings.rounds import rated_round

DAY = date(2026, 11, 22)


@pytest.mark.parametrize("pool", Pool)
def test_every_level_stands_in_every_pool_in_order(pool):
    marks = level_marks(pool)
    assert [(mark.number, mark.name, mark.title) for mark in marks] == [
        (level.number, level.name, level.title) for level in LEVELS.values()
    ]
    ratings = [mark.rating for mark in marks]
    assert ratings == sorted(ratings)
    assert measured_on(pool) >= DAY


@pytest.mark.parametrize("pool", Pool)
def test_a_newcomer_stands_between_heuristic_and_searcher(pool):
    below, above = (mark for mark in level_marks(pool) if mark.name in ("heuristic", "searcher"))
    assert below.rating < START < above.rating
    assert below.rating + above.rating == pytest.approx(2 * START, abs=1)


def test_a_level_counts_as_sure_as_it_was_measured():
    standing = level_standing("Searcher", "fours")
    mark = next(mark for mark in level_marks("fours") if mark.name == "searcher")
    assert standing.strength.rating == mark.rating
    assert standing.strength.deviation == max(MIN_DEVIATION, mark.margin / 2)
    assert standing.at is None  # it does not change, and grows no less certain


def test_nobody_stands_below_the_lowest_rating():
    mark = LevelMark(1, "random", "Random", measured=-461, margin=200)
    assert (mark.rating, mark.is_lowest) == (LOWEST, True)
    assert mark.strength.rating == LOWEST
    assert not LevelMark(6, "searcher", "Searcher", measured=1633, margin=20).is_lowest


@pytest.mark.django_db
def test_a_round_against_a_level_counts_half_and_the_level_stays_as_it_is(alice, bob):
    level = engine_account("searcher")
    now = timezone.now()
    rated_round(alice, level, 4, at=now)
    (change,) = RatingChange.objects.all()
    assert (change.user, change.weight) == (alice, WEIGHT_OF_LEVELS)
    rated_round(alice, bob, 4, at=now)
    assert set(RatingChange.objects.filter(opponent=bob).values_list("weight", flat=True)) == {1.0}
    assert WEIGHT_OF_LEVELS == 0.5
