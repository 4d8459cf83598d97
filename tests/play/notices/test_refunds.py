"""Whoever gets points back is told once, under the bell."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as accounts
from games.compete.ratings.refunds import refund, take_back
from games.models import Rating, RefundNotice
from games.play.notices.queries import uids_waiting_for
from tests.admin.conftest import make_staff
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
URL = "/me/waiting/"


@pytest.fixture
def points(alice, bob, charlie, monkeypatch) -> int:
    """What bob gets back for the ban of alice."""
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 501.0)
    at = timezone.now()
    rounds = [(charlie, bob, 4), (bob, charlie, 4), (alice, bob, 4)]
    for number, (first, second, halves) in enumerate(rounds):
        rated_round(first, second, halves, at=at - (9 - number) * HOUR)
    before = Rating.objects.get(user=bob).rating
    accounts.ban(user=alice, staff=make_staff("stella"), reason="Used a program.")
    for _ in range(2):
        refund(banned=alice, staff=None, reason="Used a program.")
    return round(Rating.objects.get(user=bob).rating) - round(before)


def dismiss(client):
    return client.post(f"{URL}{RefundNotice.objects.get().uid}/dismiss/")


def test_a_refund_is_told_once_until_it_is_dismissed(points, as_user, bob, charlie):
    (uid,) = uids_waiting_for(bob.pk)
    assert f'data-waiting="{uid}"' in as_user(bob).get("/").text
    assert f"You got {points} points back in Fours: an opponent broke the rules." in (
        as_user(bob).get(URL).text
    )
    dismiss(as_user(charlie))
    assert uids_waiting_for(bob.pk) == [uid]
    assert dismiss(as_user(bob))["Location"] == URL
    assert uids_waiting_for(bob.pk) == []
    assert "Fours" not in as_user(bob).get(URL).text


def test_an_account_that_is_gone_is_told_nothing(points, alice, bob, as_user):
    dismiss(as_user(bob))
    accounts.delete_account(user=bob)
    take_back(banned=alice, staff=None, reason="A mistake.")
    assert not RefundNotice.objects.exists()


def test_a_refund_that_nobody_has_read_of_is_taken_back_silently(points, alice, bob):
    take_back(banned=alice, staff=None, reason="A mistake.")
    assert uids_waiting_for(bob.pk) == []


def test_who_has_read_of_a_refund_is_told_that_it_is_taken_back(points, as_user, alice, bob):
    dismiss(as_user(bob))
    take_back(banned=alice, staff=None, reason="A mistake.")
    text = as_user(bob).get(URL).text
    assert f"The {points} points you got back in Fours were taken away again" in text
    refund(banned=alice, staff=None, reason="No mistake.")
    assert len(uids_waiting_for(bob.pk)) == 2
