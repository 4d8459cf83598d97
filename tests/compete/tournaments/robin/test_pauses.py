"""A round robin that its creator has paused: what goes on, and when it ends by itself."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts import services as accounts
from games.compete.tournaments.robin import running, services
from games.compete.tournaments.staff import resume
from games.core.errors import GameError
from games.models import HALVES, StaffDecision, Tournament
from tests.compete.tournaments.robin.playing import come, finish, going, step

pytestmark = pytest.mark.django_db(transaction=True)
A_SECOND = timedelta(seconds=1)


def test_a_pause_begins_nothing_and_lets_what_goes_on_be_played(begun, alice):
    step(begun)
    services.pause(uid=begun.uid, user=alice)
    *over, last = going(begun)
    for round in over:
        finish(round, round.first, round.second)
    come(begun)
    step(begun)
    assert going(begun) == [last]
    services.resume(uid=begun.uid, user=alice)
    come(begun)
    step(begun)
    assert len(going(begun)) == 3


@pytest.mark.parametrize("gone", ["deleted", "banned"])
def test_a_pause_ends_once_the_account_of_whoever_leads_it_is_gone(begun, alice, staff, gone):
    services.pause(uid=begun.uid, user=alice)
    long_ago = timezone.now() - running.MAX_ABSENCE - A_SECOND
    begun.entries.update(free_since=long_ago, seen_at=long_ago)
    assert step(begun).paused_at
    if gone == "deleted":
        accounts.delete_account(user=alice)
    else:
        accounts.ban(user=alice, staff=staff, reason="Used a program.")
    assert step(begun).paused_at is None
    assert not begun.entries.exclude(withdrawn_at=None).exists()  # nobody was away meanwhile
    come(begun)
    step(begun)
    assert len(going(begun)) == 3


def test_a_pause_that_is_forgotten_ends_the_round_robin_as_it_stands(begun, alice, as_user):
    step(begun)
    round = going(begun)[0]
    services.pause(uid=begun.uid, user=alice)
    for one in going(begun):
        finish(one, one.first, one.first)
    begun.refresh_from_db()
    page = as_user(alice).get(begun.get_absolute_url()).text
    ends_at = begun.paused_at + running.MAX_PAUSE
    assert f"by {date_format(localtime(ends_at), 'DATE_FORMAT')}" in page
    assert "it ends with the results so far" in page
    assert step(begun, ends_at).is_going
    assert step(begun, ends_at + A_SECOND).state == Tournament.State.OVER
    assert begun.over_at == ends_at + A_SECOND
    assert not begun.entries.exclude(withdrawn_at=None).exists()
    assert begun.entries.get(user=round.second).halves == HALVES
    assert "it ends with" not in as_user(alice).get(begun.get_absolute_url()).text


def test_staff_end_a_pause_that_is_forgotten(begun, alice, staff):
    services.pause(uid=begun.uid, user=alice)
    resume(uid=begun.uid, staff=staff, reason="They have gone home.")
    begun.refresh_from_db()
    assert begun.paused_at is None
    resume(uid=begun.uid, staff=staff, reason="Again.")
    (logged,) = StaffDecision.objects.filter(kind="resumed")
    assert (logged.staff, logged.uid) == (staff, begun.uid)
    with pytest.raises(GameError, match="not_staff"):
        resume(uid=begun.uid, staff=alice, reason="Mine.")
