"""The queue of reports."""

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import ChatLine, Report
from games.people.moderation import reports
from games.people.moderation.reports import close_reports
from tests.admin.conftest import make_staff, signed_in
from tests.signing_in import begin_session

pytestmark = pytest.mark.django_db

LIST = reverse("admin:games_report_changelist")


@pytest.fixture
def staff(db):
    return make_staff("stella", "view_report", "change_report", "view_game", "view_chatline")


@pytest.fixture
def report(won, alice, bob) -> Report:
    for room, text in (("players", "you fool"), ("watchers", "<i>ouch</i>")):
        ChatLine.objects.create(game=won, room=room, author=bob, text=text, at=timezone.now())
    return reports.report(reporter=alice, reported=bob, game=won, reason="words", text="insults")


def decide(client, action, *reports, **fields):
    data = {"action": action, ACTION_CHECKBOX_NAME: [one.pk for one in reports], **fields}
    return client.post(LIST, data, follow=True)


def messages_of(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_the_first_page_says_how_many_wait(desk, report, staff):
    page = desk.get("/admin/").content.decode()
    assert "1 report waiting" in page
    close_reports(reports=[report], staff=staff, note="")
    assert "waits" not in desk.get("/admin/").content.decode()


def test_who_may_not_see_reports_is_told_of_none(clerk, report):
    client = signed_in(clerk)
    assert "waits" not in client.get("/admin/").content.decode()
    assert client.get(LIST).status_code == 403


def test_who_signed_in_long_ago_is_asked_before_a_report_is_decided(staff, report):
    client = Client()
    begin_session(client, staff, seconds_ago=3600)
    data = {"action": "close", ACTION_CHECKBOX_NAME: [report.pk], "confirmed": "1", "note": ""}
    assert client.post(LIST, data)["Location"] == f"/accounts/reauthenticate/?next={LIST}"
    report.refresh_from_db()
    assert report.state == "open"


def test_reports_are_filtered_by_state_and_reason(desk, report):
    for query, count in (("", 1), ("?state__exact=closed", 0), ("?reason__exact=words", 1)):
        assert desk.get(LIST + query).context["cl"].result_count == count


def test_a_report_shows_the_game_and_both_rooms(desk, report):
    page = desk.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    assert reverse("admin:games_game_change", args=[report.game_id]) in page
    assert "you fool" in page
    assert "&lt;i&gt;ouch&lt;/i&gt;" in page
    assert "insults" in page


def test_the_games_page_shows_its_chat(desk, report):
    page = desk.get(reverse("admin:games_game_change", args=[report.game_id])).content.decode()
    assert "you fool" in page


def test_a_report_without_a_game_is_shown(desk, alice, bob):
    report = reports.report(reporter=alice, reported=bob, game=None, reason="name")
    assert desk.get(reverse("admin:games_report_change", args=[report.pk])).status_code == 200
    assert desk.get(LIST).status_code == 200
    assert desk.get(reverse("admin:games_report_change", args=[10**6])).status_code == 302


def test_closing_asks_for_a_note(desk, report, staff):
    page = decide(desk, "close", report)
    assert "Note" in page.content.decode()
    report.refresh_from_db()
    assert report.state == "open"
    assert messages_of(decide(desk, "close", report, confirmed="1", note="fine")) == [
        "Done for 1 report."
    ]
    report.refresh_from_db()
    assert (report.decided_by, report.note) == (staff, "fine")
    assert messages_of(decide(desk, "close", report, confirmed="1", note="late")) == [
        "bob: Someone has already dealt with this."
    ]


def test_who_may_only_look_decides_nothing(report):
    client = signed_in(make_staff("vera", "view_report"))
    address = reverse("admin:games_report_change", args=[report.pk])
    assert "You can see reports, but not decide them." in client.get(address).text
    decide(client, "close", report, confirmed="1", note="mine")
    assert (
        client.post(address, {"choice": "no_action", "reason": "x", "seen": "9"}).status_code == 403
    )
    report.refresh_from_db()
    assert report.state == "open"


def test_lines_are_looked_for_and_changed_by_nobody(desk, report):
    address = reverse("admin:games_chatline_changelist")
    assert desk.get(address, {"q": "fool"}).context["cl"].result_count == 1
    assert desk.get(reverse("admin:games_chatline_add")).status_code == 403
