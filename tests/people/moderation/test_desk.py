"""A case is decided once; what was chosen is done, logged, and told to whom it concerns."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import AccountRefused
from accounts.models import User
from games.compete.rounds.staff import annul
from games.core.errors import GameError
from games.models import DecisionNotice, Game, RatingChange, Report, StaffDecision
from games.people.moderation import desk
from games.people.moderation.reports import report as send
from games.play.notices.decisions import text_of
from tests.admin.conftest import make_staff
from tests.compete.ratings.rounds import rated_round
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db
POWERS = ("change_report", "moderate_user", "change_round", "change_game", "refund_opponents")


@pytest.fixture
def stella(db) -> User:
    return make_staff("stella", *POWERS)


@pytest.fixture
def report(alice, bob) -> Report:
    return send(reporter=alice, reported=bob, game=new_game(alice, bob), reason="words")


def decide(report: Report, staff: User, choice: str, **options) -> None:
    seen = options.pop("seen", report.pk)
    reason = options.pop("reason", "Insults.")
    desk.decide(report=report, seen=seen, choice=choice, staff=staff, reason=reason, **options)


def notices_of(user: User) -> list[str]:
    return [text_of(notice) for notice in DecisionNotice.objects.filter(user=user)]


def test_where_nothing_is_to_be_done_only_the_reporter_is_told(report, stella, alice, bob):
    decide(report, stella, "no_action", answer="He said sorry.")
    assert notices_of(bob) == []
    assert notices_of(alice) == [
        "Thank you for your report about bob. We found nothing against the rules. He said sorry."
    ]
    report.refresh_from_db()
    assert (report.decision, report.note, report.decided_by) == ("no_action", "Insults.", stella)


def test_a_warning_is_read_by_whom_it_is_about(report, stella, alice, bob):
    decide(report, stella, "warn")
    assert notices_of(bob) == ["This is a warning from the staff. Reason: Insults."]
    assert notices_of(alice) == ["Thank you for your report about bob. We acted on it."]


@pytest.mark.parametrize(("choice", "days"), [("mute_day", 1), ("mute_week", 7)])
def test_a_mute_lasts_as_long_as_it_says(report, stella, bob, choice, days):
    decide(report, stella, choice)
    bob.refresh_from_db()
    left = bob.chat_muted_until - timezone.now()
    assert timedelta(days=days) - timedelta(hours=1) < left <= timedelta(days=days)
    assert notices_of(bob)[0].startswith("You can’t chat until")


def test_a_ban_can_come_with_refunds(stella, alice, bob, charlie, monkeypatch):
    monkeypatch.setattr("games.core.rating.PROVISIONAL_FROM", 501.0)
    at = timezone.now() - timedelta(hours=3)
    for number, (first, second) in enumerate([(charlie, alice), (alice, charlie), (bob, alice)]):
        rated_round(first, second, 4, at=at + timedelta(hours=number))
    report = send(reporter=alice, reported=bob, game=None, reason="cheating")
    decide(report, stella, "ban", refunds=True)
    bob.refresh_from_db()
    assert (bob.is_banned, bob.ban_reason) == (True, "Insults.")
    assert RatingChange.objects.get(cause="refund").user == alice
    kinds = StaffDecision.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["report", "banned", "refunded"]


def test_a_round_is_annulled_with_the_reason_that_was_given(stella, alice, bob):
    round_ = rated_round(alice, bob, 4, at=timezone.now())
    report = send(reporter=bob, reported=alice, game=round_.first_game, reason="cheating")
    assert "annul_game" not in [one.code for one in desk.choices_for(stella, report)]
    decide(report, stella, "annul_round")
    round_.refresh_from_db()
    assert round_.annulled_by == stella
    assert notices_of(alice)[0].startswith("The staff annulled your round against bob.")
    assert "annul_round" not in [one.code for one in desk.choices_for(stella, report)]


def test_a_round_that_a_colleague_has_just_annulled_stays_annulled(stella, alice, bob, monkeypatch):
    round_ = rated_round(alice, bob, 4, at=timezone.now())
    report = send(reporter=bob, reported=alice, game=round_.first_game, reason="cheating")
    otto, close = make_staff("otto", *POWERS), desk.close_reports

    def close_reports(**options) -> int:
        annul(uid=round_.uid, staff=otto, reason="For another report.")
        return close(**options)

    monkeypatch.setattr(desk, "close_reports", close_reports)
    decide(report, stella, "annul_round")
    round_.refresh_from_db()
    assert round_.annulled_by == otto
    assert not Report.objects.open().exists()


@pytest.mark.django_db(transaction=True)
def test_a_game_without_a_round_is_annulled(stella, alice, bob):
    won = play(new_game(alice, bob), X_WINS)
    report = send(reporter=bob, reported=alice, game=won, reason="cheating")
    decide(report, stella, "annul_game")
    assert Game.objects.get(pk=won.pk).termination == "annulled"
    assert notices_of(alice) == [
        "The staff decided your game against bob: no result. Reason: Insults."
    ]


def test_one_decision_answers_all_who_reported_the_same_and_nobody_else(
    report, stella, alice, bob, charlie
):
    same = send(reporter=charlie, reported=bob, game=None, reason="words")
    other = send(reporter=alice, reported=bob, game=None, reason="name")
    decide(report, stella, "warn", seen=same.pk)
    states = {one.pk: one.state for one in Report.objects.all()}
    assert states == {report.pk: "closed", same.pk: "closed", other.pk: "open"}
    assert notices_of(charlie) == ["Thank you for your report about bob. We acted on it."]
    assert notices_of(bob) == ["This is a warning from the staff. Reason: Insults."]


def test_a_report_that_came_after_the_page_was_read_stays_open(report, stella, bob, charlie):
    later = send(reporter=charlie, reported=bob, game=None, reason="words")
    decide(report, stella, "no_action", seen=report.pk)
    later.refresh_from_db()
    assert later.state == "open"


def test_nothing_is_decided_twice(report, stella, bob):
    decide(report, stella, "mute_day")
    again = Report.objects.get(pk=report.pk)
    for stale in (report, again):
        with pytest.raises(GameError, match="already_decided"):
            decide(stale, make_staff(f"otto{stale is again:d}", *POWERS), "ban")
    bob.refresh_from_db()
    assert not bob.is_banned
    assert len(notices_of(bob)) == 1


@pytest.mark.parametrize(
    ("power", "choice"),
    [
        ("change_report", "no_action"),
        ("moderate_user", "mute_day"),
        ("moderate_user", "ban"),
        ("change_round", "annul_round"),
    ],
)
def test_each_choice_takes_its_permission(alice, bob, power, choice):
    round_ = rated_round(alice, bob, 4, at=timezone.now())
    report = send(reporter=alice, reported=bob, game=round_.first_game, reason="cheating")
    clerk = make_staff("clara", *(one for one in POWERS if one != power))
    with pytest.raises(GameError, match="not_on_offer"):
        decide(report, clerk, choice)
    assert Report.objects.open().count() == 1


def test_nobody_of_the_staff_is_muted_or_banned(alice, stella):
    otto = make_staff("otto")
    report = send(reporter=alice, reported=otto, game=None, reason="other")
    assert [one.code for one in desk.choices_for(stella, report)] == ["no_action", "warn"]


def test_what_a_service_refuses_leaves_the_case_open(report, stella, bob, monkeypatch):
    def refuse(**kwargs):
        raise AccountRefused("already_banned")

    monkeypatch.setattr("accounts.services.ban", refuse)
    with pytest.raises(AccountRefused):
        decide(report, stella, "ban")
    assert Report.objects.open().get() == report
    assert not DecisionNotice.objects.exists()


def test_the_queue_has_a_line_for_each_case_and_begins_with_games_that_go_on(
    alice, bob, charlie, stella
):
    first = send(reporter=alice, reported=bob, game=None, reason="name")
    send(reporter=charlie, reported=bob, game=None, reason="name")
    playing = send(reporter=alice, reported=charlie, game=new_game(alice, charlie), reason="words")
    found = [(one.report, one.count, one.is_playing) for one in desk.queue()]
    assert found == [(playing, 1, True), (first, 2, False)]
    decide(playing, stella, "no_action")
    assert [one.report for one in desk.queue()] == [first]
