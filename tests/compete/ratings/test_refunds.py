"""Opponents of a banned account get back what they lost to it, and lose that if it is unbanned."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.compete.ratings import refund_points, refunds, services
from games.compete.ratings.refund_points import LOOKED_BACK, MAX_POINTS
from games.compete.ratings.refunds import refund, take_back
from games.compete.ratings.verification import differences
from games.core.errors import GameError
from games.models import Rating, RatingChange, Round, StaffDecision
from tests.compete.ratings.rounds import rated_round
from tests.conftest import make_person

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
NOW = START + timedelta(days=12)


@pytest.fixture
def cheat():
    return make_person("cheat")


def play(*rounds, since=START):
    """Rounds on quarters of days."""
    for number, (first, second, halves) in enumerate(rounds):
        rated_round(first, second, halves, at=since + number * 6 * HOUR)


def ban(user):
    user.banned_at = NOW
    user.save()


def rating(user):
    return Rating.objects.get(user=user).rating


@pytest.fixture
def settled(alice, bob, charlie, monkeypatch):
    """Three whose ratings are no more provisional, which takes fewer rounds here."""
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 250.0)
    play(*[(alice, bob, 2), (bob, charlie, 2), (charlie, alice, 2)] * 3)
    assert not any(one.strength.is_provisional for one in Rating.objects.all())


def test_a_victim_stands_as_without_the_lost_rounds(settled, alice, bob, charlie, cheat):
    before = rating(alice)
    later = START + timedelta(days=11)
    rated_round(cheat, alice, 4, at=later)
    assert rating(alice) < before
    ban(cheat)
    (given,) = refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    assert (given.user, given.because_of, given.cause) == (alice, cheat, "refund")
    assert rating(alice) == pytest.approx(before)
    assert refund(banned=cheat, staff=bob, reason="Again.", now=NOW) == []
    logged = StaffDecision.objects.get()
    assert (logged.kind, logged.staff, logged.user) == ("refunded", bob, cheat)
    assert logged.after == {f"fours {alice.pk}": given.given}


def test_rounds_after_a_refund_count_on_from_it_and_it_can_be_taken_back(
    settled, alice, bob, charlie, cheat
):
    rated_round(cheat, alice, 4, at=START + timedelta(days=11))
    ban(cheat)
    without = rating(alice)
    refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    rated_round(alice, charlie, 4, at=NOW + HOUR)
    raised = rating(alice), rating(charlie)
    take_back(banned=cheat, staff=bob, reason="A mistake.")
    taken = rating(alice), rating(charlie)
    assert taken[0] < raised[0]
    services.annul(
        uid=RatingChange.objects.filter(opponent=charlie).latest("at").round.uid,
        by=bob,
        reason="x",
    )
    assert rating(alice) == without
    assert take_back(banned=cheat, staff=bob, reason="Again.") == 0


def test_a_win_against_the_banned_is_not_taken_away(settled, alice, bob, cheat):
    rated_round(alice, cheat, 4, at=START + timedelta(days=11))
    ban(cheat)
    assert refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW) == []
    assert not StaffDecision.objects.exists()


def test_provisional_ratings_and_rounds_long_ago_are_left_alone(
    settled, alice, bob, charlie, cheat
):
    rated_round(cheat, make_person("newcomer"), 4, at=START + timedelta(days=11))
    rated_round(cheat, alice, 4, at=START + timedelta(days=11))
    ban(cheat)
    late = START + timedelta(days=11) + LOOKED_BACK + HOUR
    assert refund(banned=cheat, staff=bob, reason="Used an engine.", now=late) == []
    (given,) = refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    assert given.user == alice


def test_who_is_banned_gets_no_refund(settled, alice, bob, cheat):
    for number, victim in enumerate((alice, bob)):
        rated_round(cheat, victim, 4, at=START + timedelta(days=11, hours=number))
    ban(alice)
    ban(cheat)
    (given,) = refund(banned=cheat, staff=None, reason="Used an engine.", now=NOW)
    assert given.user == bob


def test_a_later_refund_that_an_earlier_one_has_changed_is_taken_back_with_it(
    settled, alice, bob, cheat
):
    for number, victim in enumerate((alice, bob)):
        rated_round(cheat, victim, 4, at=START + timedelta(days=11, hours=number))
    ban(bob)
    ban(cheat)
    refund(banned=cheat, staff=None, reason="Used an engine.", now=NOW)
    bob.banned_at = None
    bob.save()
    rated_round(alice, bob, 2, at=NOW + HOUR)
    (later,) = refund(banned=cheat, staff=None, reason="Again.", now=NOW + 2 * HOUR)
    assert later.user == bob
    assert take_back(banned=cheat, staff=None, reason="A mistake.") == 2
    assert not RatingChange.objects.filter(cause="refund", undone_at=None).exists()
    assert list(differences("fours")) == []


def test_what_an_annulled_round_gives_back_is_not_refunded_as_well(
    settled, alice, bob, charlie, cheat
):
    before = rating(alice)
    lost = [rated_round(cheat, alice, 4, at=START + timedelta(days=11, hours=n)) for n in range(2)]
    worst = rating(alice)
    ban(cheat)
    refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    for round in lost:
        services.annul(uid=round.uid, by=bob, reason="Used an engine.")
        assert rating(alice) == pytest.approx(before)
        assert list(differences("fours")) == []
    assert not RatingChange.objects.filter(cause="refund", undone_at=None).exists()
    rated_round(alice, charlie, 4, at=NOW + HOUR)
    for round in lost:  # and once they count again, they are made good again
        services.restore(uid=round.uid, by=bob, reason="A mistake.")
    assert list(differences("fours")) == []
    take_back(banned=cheat, staff=bob, reason="A mistake.")
    services.annul(uid=Round.objects.latest("pk").uid, by=bob, reason="Arranged.")
    assert rating(alice) == worst


def test_a_round_that_was_not_lost_after_all_is_not_refunded(settled, alice, bob, cheat):
    rated_round(cheat, alice, 4, at=START + timedelta(days=10))
    lost = rated_round(cheat, alice, 4, at=START + timedelta(days=11))
    ban(cheat)
    (given,) = refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    lost.halves = 2
    lost.save()
    services.rerate(round=lost)
    (left,) = RatingChange.objects.filter(cause="refund", undone_at=None)
    assert 0 < left.given < given.given
    assert list(differences("fours")) == []


def test_nobody_gains_more_than_the_most(settled, alice, bob, cheat, monkeypatch):
    for number in range(4):
        rated_round(cheat, alice, 4, at=START + timedelta(days=11, hours=number))
    ban(cheat)
    monkeypatch.setattr(refund_points, "MAX_POINTS", 3.5)
    (given,) = refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    assert given.given == 3.5
    assert MAX_POINTS == 150


def test_only_opponents_of_the_banned_are_refunded(alice, bob, cheat):
    with pytest.raises(GameError, match="not_banned"):
        refund(banned=cheat, staff=bob, reason="Used an engine.")


def test_a_lifted_ban_that_nobody_followed_up_takes_the_refund_back(settled, alice, bob, cheat):
    rated_round(cheat, alice, 4, at=START + timedelta(days=11))
    lost = rating(alice)
    ban(cheat)
    refund(banned=cheat, staff=bob, reason="Used an engine.", now=NOW)
    assert refunds.take_back_of_unbanned() == 0
    cheat.banned_at = None
    cheat.save()
    assert refunds.take_back_of_unbanned() == 1
    assert rating(alice) == lost
    assert timezone.now() > RatingChange.objects.get(cause="refund").undone_at
