"""On which days somebody played."""

from collections import Counter
from datetime import UTC, date, timedelta

import pytest
from django.utils import timezone

from games.core.rules import Mark
from games.models import Game
from games.people.profiles.activity import WEEKS, activity_of, first_monday
from tests import stored
from tests.plans import plans_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("today", [date(2026, 11, 16), date(2026, 11, 22), date(2024, 2, 29)])
def test_the_year_begins_with_a_monday_and_ends_in_this_week(today):
    first = first_monday(today)
    assert first.weekday() == 0
    assert first + timedelta(weeks=WEEKS - 1) <= today < first + timedelta(weeks=WEEKS)


def test_games_against_others_are_counted_by_day(alice, bob):
    now = timezone.now()
    for days, columns in ((0, {}), (0, {"opponent": "friend"}), (3, {}), (400, {})):
        game = stored.resign(stored.new_game(alice, bob, **columns), Mark.O)
        Game.objects.filter(pk=game.pk).update(created_at=now - timedelta(days=days))
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    stored.resign(stored.new_game(alice, alice, opponent="device"), Mark.X)
    stored.new_game(alice, bob)
    stored.new_game(alice, None)
    aborted = stored.new_game(alice, bob)
    stored.carry_out(aborted, lambda match, at: match.abort(now=at), alice)
    today = now.astimezone(UTC).date()
    activity = activity_of(alice)
    assert activity.games == Counter({today: 3, today - timedelta(days=3): 1})
    assert (activity.count, activity.today) == (4, today)


def test_it_is_one_query(alice, bob, django_assert_num_queries):
    stored.resign(stored.new_game(alice, bob), Mark.O)
    with django_assert_num_queries(1):
        activity_of(alice)


@pytest.mark.embedded
def test_days_are_counted_in_the_indexes_alone(alice):
    plans = plans_of(lambda: activity_of(alice))
    assert "COVERING INDEX game_by_x (x_player_id=?" in plans
    assert "COVERING INDEX game_by_o (o_player_id=?" in plans
