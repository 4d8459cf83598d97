"""The site's own arenas."""

from datetime import UTC, datetime, timedelta

import pytest

from games.compete.tournaments.upkeep import announce_daily
from games.models import Tournament

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_each_pool_has_an_arena_a_day_announced_once(settings):
    settings.DAILY_ARENAS = True
    for minutes in (0, 1, 60):
        announce_daily(now=NOON + timedelta(minutes=minutes))
    fives, fours = Tournament.objects.order_by("starts_at")
    assert (fives.title, fives.pool, fives.m, fives.k) == ("Fives arena", "fives", 15, 5)
    assert (fives.starts_at.hour, fours.starts_at.hour) == (18, 20)
    assert fives.creator is None
    announce_daily(now=NOON + timedelta(hours=7))
    assert Tournament.objects.filter(pool="fives").count() == 2
    assert Tournament.objects.filter(pool="fours").count() == 1


def test_it_can_be_switched_off(settings):
    settings.DAILY_ARENAS = False
    announce_daily(now=NOON)
    assert not Tournament.objects.exists()
