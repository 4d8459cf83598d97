"""Reports: made once, limited, decided once."""

import pytest
from django.db import IntegrityError, transaction

from accounts import services as account_services
from accounts.guests import claim_guest, make_guest
from games.core.errors import GameError
from games.models import Lock, Report
from games.people.moderation import reports
from games.people.moderation.reports import close_reports
from games.people.profiles.export.telling import reports_data
from tests.admin.conftest import make_staff
from tests.stored import new_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db):
    return make_staff("stella", "change_report")


@pytest.fixture
def report(alice, bob) -> Report:
    return reports.report(
        reporter=alice, reported=bob, game=new_game(alice, bob), reason="words", text="rude"
    )


def test_a_decision_says_who_and_when_and_stays(report, staff):
    other = make_staff("otto")
    assert close_reports(reports=[report], staff=staff, note="looked at it") == 1
    assert close_reports(reports=[report], staff=other, note="me too") == 0
    report.refresh_from_db()
    assert (report.state, report.decision, report.decided_by) == ("closed", "no_action", staff)
    assert report.note == "looked at it"
    assert report.decided_at is not None


def test_only_staff_decides(report, alice):
    with pytest.raises(GameError, match="not_staff"):
        close_reports(reports=[report], staff=alice, note="")


def test_after_a_decision_the_same_can_be_reported_again(report, staff, alice, bob):
    close_reports(reports=[report], staff=staff, note="")
    reports.report(reporter=alice, reported=bob, game=report.game, reason="words")
    assert Report.objects.count() == 2


@pytest.mark.parametrize("case", ["oneself", "engine", "deleted"])
def test_some_cannot_be_reported(alice, bob, engine, case):
    account_services.delete_account(user=bob)
    reported = {"oneself": alice, "engine": engine, "deleted": bob}[case]
    with pytest.raises(GameError, match="cannot_report"):
        reports.report(reporter=alice, reported=reported, game=None, reason="other")


def test_a_banned_user_reports_nobody(alice, bob, staff):
    account_services.ban(user=alice, staff=staff, reason="spam")
    with pytest.raises(GameError, match="banned"):
        reports.report(reporter=alice, reported=bob, game=None, reason="other")


def test_reports_are_limited(alice, bob, monkeypatch):
    monkeypatch.setattr(reports, "REPORTS_A_DAY", 2)
    for _ in range(2):
        reports.report(reporter=alice, reported=bob, game=new_game(alice, bob), reason="stalling")
    with pytest.raises(GameError, match="too_many_reports"):
        reports.report(reporter=alice, reported=bob, game=None, reason="stalling")


def test_a_report_that_another_process_takes_at_once_counts(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(reports, "REPORTS_A_DAY", 1)

    def report_elsewhere(name: str) -> None:
        Report.objects.create(reporter=alice, reported=charlie, reason="stalling")

    monkeypatch.setattr(Lock, "hold", report_elsewhere)
    with pytest.raises(GameError, match="too_many_reports"):
        reports.report(reporter=alice, reported=bob, game=None, reason="stalling")


def test_the_database_keeps_decisions_whole(report):
    with pytest.raises(IntegrityError), transaction.atomic():
        Report.objects.filter(pk=report.pk).update(state="closed")


def test_a_game_that_goes_leaves_its_reports(report, alice):
    report.game.delete()
    report.refresh_from_db()
    assert report.game is None
    (data,) = reports_data(alice)
    assert (data["game"], data["reported"], data["text"]) == (None, "bob", "rude")
    assert "note" not in data


@pytest.mark.django_db(transaction=True)
def test_what_a_guest_is_reported_for_and_reported_goes_with_them_to_their_account(alice, bob):
    guest = make_guest()
    about = reports.report(reporter=bob, reported=guest, game=None, reason="words")
    of_guest = reports.report(reporter=guest, reported=bob, game=None, reason="other")
    claim_guest(guest=guest, user=alice)
    about.refresh_from_db()
    of_guest.refresh_from_db()
    assert (about.reported, of_guest.reporter) == (alice, alice)


@pytest.mark.django_db(transaction=True)
def test_nobody_reports_the_same_twice_or_themselves_by_signing_in(alice, bob):
    guest = make_guest()
    reports.report(reporter=bob, reported=alice, game=None, reason="words")
    same = reports.report(reporter=bob, reported=guest, game=None, reason="words")
    own = reports.report(reporter=alice, reported=guest, game=None, reason="words")
    claim_guest(guest=guest, user=alice)
    same.refresh_from_db()
    own.refresh_from_db()
    assert (same.reported, own.reported) == (guest, guest)
