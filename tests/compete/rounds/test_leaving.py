"""Whoever keeps leaving rounds waits before the next rated one."""

from datetime import UTC, datetime, timedelta

import pytest

from games.compete.rounds.leaving import REMEMBERED, WAITS, require_staying, time_to_wait
from games.core.errors import TooFast
from games.models import Round
from games.text.refusals import refusal
from tests.compete.ratings.rounds import over_round
from tests.plans import plans_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def left_round(user, opponent, at, **terms):
    round = over_round(user, opponent, 0, **terms)
    round.over_at, round.left_by = at, user
    round.save()
    return round


def test_the_wait_grows_with_each_round_that_is_left(alice, bob):
    for number, wait in enumerate([*WAITS, WAITS[-1]]):
        now = NOON + number * MINUTE
        left_round(alice, bob, now)
        assert time_to_wait(alice, now) == wait
    assert time_to_wait(alice, now + 10 * MINUTE) == WAITS[-1] - 10 * MINUTE
    assert time_to_wait(alice, now + REMEMBERED) == timedelta(0)
    assert time_to_wait(bob, now) == timedelta(0)


def test_what_was_left_days_ago_makes_no_wait_longer(alice, bob):
    for number in range(3):
        left_round(alice, bob, NOON - REMEMBERED - number * MINUTE)
    left_round(alice, bob, NOON)
    assert time_to_wait(alice, NOON) == WAITS[0]


def test_the_refusal_says_how_long_it_takes(alice, bob):
    require_staying(alice, NOON)
    for _ in range(3):
        left_round(alice, bob, NOON)
    with pytest.raises(TooFast, match="left_rounds") as refused:
        require_staying(alice, NOON + MINUTE)
    assert refused.value.wait == 240
    assert "left several rounds" in refusal(refused.value.code)
    require_staying(alice, NOON + 5 * MINUTE)


@pytest.mark.embedded
def test_what_somebody_left_is_found_by_an_index(alice, bob):
    left_round(alice, bob, NOON)
    plans = plans_of(lambda: time_to_wait(alice, NOON))
    assert "left_by_id" in plans
    assert "SCAN" not in plans
    assert Round.objects.count() == 1
