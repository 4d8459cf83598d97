"""Notices, and mail about turns, as accounts change."""

import pytest
from asgiref.sync import async_to_sync

from accounts import services as accounts
from accounts.guests import claim_guest, make_guest
from games.models import DecisionNotice, Pool, RefundNotice, TurnMail
from games.people.moderation import reports
from games.people.moderation.staff import adjudicate
from games.play.notices.decisions import text_of
from tests.admin.conftest import make_staff
from tests.playing import begun

pytestmark = pytest.mark.django_db(transaction=True)


def notices_of(user) -> list[str]:
    return [text_of(notice) for notice in DecisionNotice.objects.filter(user=user)]


def test_what_a_guest_has_not_read_yet_goes_with_them_to_their_account(alice):
    guest = make_guest()
    accounts.mute(user=guest, staff=make_staff("stella"), days=2, reason="Insults.")
    claim_guest(guest=guest, user=alice)
    (text,) = notices_of(alice)
    assert text.endswith(" Reason: Insults.")


def test_a_result_that_staff_decided_for_a_guest_is_told_as_the_guests(alice, bob):
    guest = make_guest()
    game = begun(guest, bob, 4, 0)
    async_to_sync(adjudicate)(
        uid=game.uid, staff=make_staff("stella"), outcome="x", reason="Stalled."
    )
    claim_guest(guest=guest, user=alice)
    (of_alice,), (of_bob,) = notices_of(alice), notices_of(bob)
    assert "you won" in of_alice
    assert "you lost" in of_bob


def test_nothing_waits_for_a_deleted_account(alice, bob):
    stella = make_staff("stella")
    for user in (alice, bob):
        accounts.mute(user=user, staff=stella, days=2, reason="Insults.")
        RefundNotice.objects.create(user=user, pool=Pool.FOURS, points=9, because_of=stella)
        TurnMail.objects.create(user=user)
    accounts.delete_account(user=alice)
    for model in (DecisionNotice, RefundNotice, TurnMail):
        assert [row.user for row in model.objects.all()] == [bob]


def test_nothing_is_stored_for_an_account_that_is_gone(alice, bob, charlie):
    stella = make_staff("stella")
    game = begun(alice, bob, 4, 0)
    report = reports.report(reporter=alice, reported=charlie, game=None, reason="other")
    accounts.delete_account(user=alice)
    async_to_sync(adjudicate)(uid=game.uid, staff=stella, outcome="x", reason="Stalled.")
    reports.close_reports(reports=[report], staff=stella, note="", answer="Thanks.")
    assert [notice.user for notice in DecisionNotice.objects.all()] == [bob]
