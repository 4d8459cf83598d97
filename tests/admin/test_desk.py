"""The desk: a case with all that it rests on, and a decision that is made once."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from accounts import services as accounts
from accounts.programs.bots import make_bot
from games.management.commands.create_moderators import MODERATORS, create_moderators
from games.models import ChatLine, DecisionNotice, Report
from games.people.moderation.reports import report as send
from games.play.notices.decisions import text_of
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import rated_round
from tests.conftest import make_person
from tests.signing_in import begin_session

pytestmark = pytest.mark.django_db
DESK = "/admin/games/report/desk/"


@pytest.fixture
def moderator(db):
    create_moderators()
    user = make_staff("stella")
    user.groups.add(Group.objects.get(name=MODERATORS))
    return user


@pytest.fixture
def client(moderator) -> Client:
    return signed_in(moderator)


@pytest.fixture
def report(alice, bob) -> Report:
    round_ = rated_round(alice, bob, 4, at=timezone.now(), moves=((4, 0, 1), ()))
    game = round_.first_game
    ChatLine.objects.create(
        game=game, room="players", author=bob, text="you <fool>", at=timezone.now()
    )
    return send(reporter=alice, reported=bob, game=game, reason="words", text="He insults me.")


def address_of(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def decide(client: Client, report: Report, choice: str, **fields: str):
    data = {"choice": choice, "reason": "Insults.", "answer": "", "seen": report.pk, **fields}
    return client.post(address_of(report), data, follow=True)


def messages_of(answer) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_the_first_page_leads_to_the_case_that_waits(client, report):
    page = client.get("/admin/").text
    assert f'href="{DESK}"' in page
    assert client.get(DESK)["Location"] == address_of(report)


def test_a_case_shows_the_game_the_chat_the_people_and_what_was_decided_before(
    client, report, bob, moderator
):
    accounts.mute(user=bob, staff=moderator, days=1, reason="Rude before.")
    page = client.get(address_of(report)).text
    for shown in ("He insults me.", "you &lt;fool&gt;", 'class="thumb', "3 moves"):
        assert shown in page
    for shown in ("Rating changes", "1500 →", "Rude before.", "Muted.", "1 time", "Fours"):
        assert shown in page
    assert "style=" not in page


def test_a_case_that_may_be_cheating_shows_what_stands_out(client, report, alice, bob):
    other = send(reporter=alice, reported=bob, game=None, reason="cheating")
    assert "What stands out" in client.get(address_of(other)).text
    assert "What stands out" not in client.get(address_of(report)).text


@pytest.mark.parametrize("choice", ["warn", "mute_day", "mute_week", "no_action", "annul_round"])
def test_the_moderator_reads_word_for_word_what_people_will_read(client, report, choice):
    page = client.get(address_of(report)).text
    start = page.index(f'value="{choice}"')
    block = page[start : page.index('<div class="desk__choice">', start)]
    promised = [
        " ".join(unescape(strip_tags(told)).split())
        for told in re.findall(r'<p class="desk__told">(.*?)</p>', block, re.DOTALL)
    ]
    decide(client, report, choice)
    for notice in DecisionNotice.objects.all():
        # What the rating will be is not known before.
        text = re.sub(r"Your rating in .*? instead of \d+\. ", "", text_of(notice))
        text = re.sub(r"\d+:\d+", "", text.replace("Insults.", "…"))
        promised_to = [re.sub(r"\d+:\d+", "", one) for one in promised]
        assert f"{notice.user.username} will read: “{text}”" in promised_to


def test_everybody_of_the_case_who_reported_is_among_the_readers(client, report, bob):
    carol = make_person("carol")
    send(reporter=carol, reported=bob, game=report.game, reason="words")
    page = client.get(address_of(report)).text
    assert page.count("carol will read:") == page.count('class="desk__choice"') > 0
    decide(client, report, "no_action", seen=Report.objects.latest("pk").pk)
    assert set(DecisionNotice.objects.values_list("user__username", flat=True)) == {
        "alice",
        "carol",
    }


def test_a_bot_reads_nothing_and_is_not_warned(client, alice, bob):
    bot = make_bot(owner=bob, name="willow")
    report = send(reporter=alice, reported=bot, game=None, reason="words")
    page = client.get(address_of(report)).text
    assert 'value="mute_day"' in page
    assert 'value="warn"' not in page
    assert "willow will read" not in page
    decide(client, report, "mute_day")
    assert [notice.user for notice in DecisionNotice.objects.all()] == [alice]


def test_a_decision_is_made_once(client, report, bob):
    assert messages_of(decide(client, report, "mute_day")) == [
        "Decided about bob: Mute for a day. Everyone concerned has been told."
    ]
    assert messages_of(decide(client, report, "ban")) == ["Someone has already dealt with this."]
    bob.refresh_from_db()
    assert bob.is_muted
    assert not bob.is_banned
    page = client.get(address_of(report)).text
    assert "Insults." in page
    assert 'name="choice"' not in page
    assert "All done" in client.get(DESK).text


@pytest.mark.parametrize(
    "fields", [{"reason": "  "}, {"reason": "x" * 201}, {"choice": "hang"}, {"seen": "x"}]
)
def test_what_cannot_be_decided_is_refused_in_the_form(client, report, fields):
    answer = decide(client, report, fields.pop("choice", "warn"), **fields)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert Report.objects.open().get() == report


def test_who_signed_in_long_ago_is_asked_first(moderator, report):
    client = Client()
    begin_session(client, moderator, seconds_ago=3600)
    answer = client.post(address_of(report), {"choice": "ban", "reason": "x", "seen": report.pk})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert Report.objects.open().exists()


def test_staff_without_the_permission_see_no_desk(clerk, report):
    client = signed_in(clerk)
    assert client.get(DESK).status_code == 403
    assert decide(client, report, "ban").status_code == 403
