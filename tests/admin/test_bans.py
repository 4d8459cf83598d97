"""With a ban, staff may give the opponents back what they lost to the account."""

from datetime import timedelta

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.urls import reverse
from django.utils import timezone

from games.models import RatingChange, RefundNotice, StaffDecision
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db
LIST = reverse("admin:accounts_user_changelist")
POWERS = ("view_user", "change_user")


@pytest.fixture
def cheat(alice, bob, charlie, monkeypatch):
    """Alice, to whom bob has lost."""
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 501.0)
    at = timezone.now() - timedelta(hours=3)
    rounds = [(charlie, bob, 4), (bob, charlie, 4), (alice, bob, 4)]
    for number, (first, second, halves) in enumerate(rounds):
        rated_round(first, second, halves, at=at + timedelta(hours=number))
    return alice


def ban(client, user, **fields):
    data = {"action": "ban", ACTION_CHECKBOX_NAME: [user.pk], **fields}
    return client.post(LIST, data, follow=True)


def confirmed(client, user, **fields):
    answer = ban(client, user, confirmed="1", reason="Used a program.", **fields)
    return [str(message) for message in answer.context["messages"]]


def test_opponents_are_refunded_with_the_ban(cheat, bob):
    staff = make_staff("stella", *POWERS, "change_rating")
    client = signed_in(staff)
    assert 'name="refund"' in ban(client, cheat).text
    assert confirmed(client, cheat, refund="on") == ["1 refund given.", "Done for 1 user."]
    assert RatingChange.objects.get(cause="refund").user == bob
    for logged in StaffDecision.objects.all():
        assert (logged.staff, logged.reason) == (staff, "Used a program.")
    assert {logged.kind for logged in StaffDecision.objects.all()} == {"banned", "refunded"}
    assert RefundNotice.objects.get().user == bob


def test_nobody_is_refunded_whom_staff_do_not_want_to(cheat):
    client = signed_in(make_staff("stella", *POWERS, "change_rating"))
    assert confirmed(client, cheat) == ["Done for 1 user."]
    assert not RatingChange.objects.filter(cause="refund").exists()


def test_who_may_not_change_ratings_bans_without_a_refund(cheat):
    client = signed_in(make_staff("stella", *POWERS))
    assert 'name="refund"' not in ban(client, cheat).text
    assert confirmed(client, cheat, refund="on") == ["Done for 1 user."]
    assert not RatingChange.objects.filter(cause="refund").exists()


def test_staff_are_told_why_opponents_get_no_refund(alice, bob):
    rated_round(alice, bob, 4, at=timezone.now() - timedelta(hours=1))
    client = signed_in(make_staff("stella", *POWERS, "change_rating"))
    assert confirmed(client, alice, refund="on") == [
        "0 refunds given. 1 opponent gets none: the next rounds correct a provisional rating.",
        "Done for 1 user.",
    ]
