"""The staff's decisions go through the services, are logged, and are never a 500."""

from dataclasses import replace

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.test import Client
from django.urls import reverse

from accounts.admin import decisions
from games.admin.games import DECISIONS, GameAdmin
from games.core.events import Outcome
from games.live.storage import database
from games.live.storage.database import Unavailable
from games.live.storage.verification import faults_of
from games.models import Event, Game
from games.play.game.creation import engine_account
from tests.admin.conftest import signed_in
from tests.signing_in import begin_session
from tests.stored import adjudicate, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

LIST = reverse("admin:games_game_changelist")
REASON = "Both wrote that they agreed."


def ask(client, action, *games, **fields):
    """Choose *action* in the list for *games*."""
    data = {"action": action, ACTION_CHECKBOX_NAME: [game.pk for game in games], "index": "0"}
    return client.post(LIST, {**data, **fields})


def decide(client, action, *games, reason=REASON, **headers):
    """Confirm the page that follows; the messages of the list after it."""
    data = {"action": action, ACTION_CHECKBOX_NAME: [game.pk for game in games], "confirmed": "1"}
    answer = client.post(LIST, {**data, "reason": reason}, follow=True, headers=headers)
    assert answer.status_code == 200
    return [str(message) for message in answer.context.get("messages", ())]


def stands(game):
    game.refresh_from_db()
    return game.status, game.outcome, game.termination


def holds(game):
    return not faults_of(game, list(game.moves.order_by("ply")), list(game.events.all()))


@pytest.mark.parametrize(
    ("action", "result"),
    [
        ("adjudicate_x", ("finished", "x", "adjudication")),
        ("adjudicate_o", ("finished", "o", "adjudication")),
        ("adjudicate_draw", ("finished", "draw", "adjudication")),
        ("annul", ("finished", "", "annulled")),
        ("abort", ("finished", "", "abort")),
    ],
)
def test_a_decision_is_confirmed_with_a_reason_and_logged(desk, staff, ongoing, action, result):
    page = ask(desk, action, ongoing)
    assert "Reason" in page.content.decode()
    assert stands(ongoing)[0] == "ongoing"
    assert decide(desk, action, ongoing) == ["Done for 1 game."]
    assert stands(ongoing) == result
    event = Event.objects.filter(game=ongoing).latest("version")
    assert (event.actor, event.data["reason"], event.data["address"]) == (
        staff,
        REASON,
        "127.0.0.1",
    )
    assert holds(ongoing)


def test_who_signed_in_long_ago_is_asked_first_and_the_decision_goes_on(staff, won):
    client = Client()
    begin_session(client, staff, seconds_ago=3600)
    data = {"action": "annul", ACTION_CHECKBOX_NAME: [won.pk], "confirmed": "1"}
    ask_first = client.post(f"{LIST}?status__exact=finished", {**data, "reason": REASON})
    assert ask_first["Location"] == f"/accounts/reauthenticate/?next={LIST}"
    assert stands(won) == ("finished", "x", "line")
    answer = client.post(ask_first["Location"], {"password": "stella-password"})
    assert answer["Location"] == f"{LIST}?status__exact=finished"
    assert stands(won) == ("finished", "", "annulled")


def test_a_flag_needs_no_password(staff, won):
    client = Client()
    begin_session(client, staff, seconds_ago=3600)
    ask(client, "flag", won)
    won.refresh_from_db()
    assert won.flagged


def test_the_log_keeps_what_stood_before_and_the_request(desk, won):
    decide(desk, "adjudicate_o", won, **{"X-Request-ID": "abc-123"})
    event = Event.objects.get(game=won, kind="adjudicated")
    assert event.data["before"] == {"outcome": "x", "termination": "line"}
    assert event.data["after"] == {"outcome": "o", "termination": "adjudication"}
    assert event.request_id == "abc-123"


def test_a_request_id_longer_than_its_column_is_cut(desk, won):
    decide(desk, "annul", won, **{"X-Request-ID": "a" * 64})
    stored = Event.objects.get(game=won, kind="adjudicated").request_id
    assert stored == "a" * Event._meta.get_field("request_id").max_length


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "nul\x00"])
def test_without_a_proper_reason_nothing_is_decided(desk, won, reason):
    data = {"action": "annul", ACTION_CHECKBOX_NAME: [won.pk], "confirmed": "1"}
    page = desk.post(LIST, {**data, "reason": reason})
    assert page.status_code == 200
    assert page.context["form"].errors["reason"]
    assert 'aria-invalid="true"' in page.content.decode()
    assert stands(won) == ("finished", "x", "line")


def test_many_games_are_decided_at_once(desk, won, ongoing):
    assert decide(desk, "adjudicate_draw", won, ongoing) == ["Done for 2 games."]
    assert stands(won) == stands(ongoing) == ("finished", "draw", "adjudication")


def test_refused_games_are_told_and_the_others_decided(desk, won, alice):
    waiting = new_game(alice, None)
    assert decide(desk, "adjudicate_draw", won, waiting) == [
        f"{waiting.uid}: This game is still waiting for a second player.",
        "Done for 1 game.",
    ]


def test_a_game_that_is_over_is_not_aborted(desk, won):
    assert decide(desk, "abort", won) == [f"{won.uid}: This game is over."]
    assert stands(won) == ("finished", "x", "line")


def test_an_open_game_is_called_off(desk, alice):
    waiting = new_game(alice, None)
    decide(desk, "abort", waiting)
    assert stands(waiting) == ("finished", "", "cancelled")
    assert holds(waiting)


def test_a_few_refusals_are_told_and_the_rest_counted(desk, alice, monkeypatch):
    monkeypatch.setattr(decisions, "MAX_REFUSALS_SHOWN", 1)
    games = [new_game(alice, None) for _ in range(3)]
    told = decide(desk, "adjudicate_x", *games)
    assert len(told) == 2
    assert told[1] == "2 more were refused."


def test_a_flag_is_set_and_taken_away_without_a_question(desk, staff, ongoing):
    ask(desk, "flag", ongoing)
    ongoing.refresh_from_db()
    assert ongoing.flagged
    event = Event.objects.get(game=ongoing, kind="flagged")
    assert (event.actor, event.data["before"], event.data["after"]) == (staff, False, True)
    ask(desk, "unflag", ongoing)
    ongoing.refresh_from_db()
    assert not ongoing.flagged
    assert holds(ongoing)


def test_more_games_than_anybody_oversees_are_refused(desk, won, ongoing, monkeypatch):
    flag = next(decision for decision in DECISIONS if decision.name == "flag")
    monkeypatch.setattr(GameAdmin, "actions", (replace(flag, at_once=1).action(),))
    answer = ask(desk, "flag", won, select_across="1")
    assert answer.status_code == 302
    assert not Game.objects.filter(flagged=True).exists()
    messages = [str(message) for message in desk.get(LIST).context["messages"]]
    assert messages == ["Choose at most 1 game at once."]


def test_a_choice_of_all_games_is_confirmed_game_by_game(desk, won, ongoing):
    page = ask(desk, "annul", won, select_across="1")
    assert {game.uid for game in page.context["rows"]} == {won.uid, ongoing.uid}


def test_the_question_shows_each_game_as_it_stands(desk, won, staff):
    adjudicate(won, Outcome.DRAW, staff)
    page = ask(desk, "adjudicate_x", won).content.decode()
    assert "finished: draw (decided by staff)" in page
    assert won.uid in page
    assert 'class="thumb thumb--inked"' in page


def test_a_database_that_is_away_is_asked_again_later(desk, won, monkeypatch):
    async def away(*_arguments, **_named):
        raise Unavailable

    monkeypatch.setattr(database, "run", away)
    answer = ask(desk, "annul", won, confirmed="1", reason=REASON)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert stands(won) == ("finished", "x", "line")


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "no_such_action"},
        {"action": ""},
        {"action": "annul", ACTION_CHECKBOX_NAME: "x"},
        {"action": "annul", ACTION_CHECKBOX_NAME: "9" * 40},
        {"action": "annul", ACTION_CHECKBOX_NAME: "999999"},
        {"action": "annul", "confirmed": "1", "reason": REASON},
        {},
    ],
)
def test_strange_posts_are_never_an_error_of_the_server(desk, won, fields):
    for extra in ({}, {"index": "0"}, {"index": "x"}, {"index": "7"}):
        assert desk.post(LIST, {**fields, **extra}).status_code < 500
    assert stands(won) == ("finished", "x", "line")


def test_who_may_only_look_decides_nothing(clerk, won):
    client = signed_in(clerk)
    decide(client, "adjudicate_o", won)
    ask(client, "flag", won)
    assert stands(won) == ("finished", "x", "line")
    assert not won.flagged


def test_a_power_taken_away_ends_at_once(desk, staff, won):
    ask(desk, "adjudicate_o", won)
    staff.user_permissions.clear()
    data = {"action": "adjudicate_o", ACTION_CHECKBOX_NAME: [won.pk], "confirmed": "1"}
    assert desk.post(LIST, {**data, "reason": REASON}).status_code == 403
    assert stands(won) == ("finished", "x", "line")


def test_a_decided_game_can_be_played_no_further(desk, alice, ongoing):
    decide(desk, "adjudicate_draw", ongoing)
    player = signed_in(alice)
    player.post(f"/games/{ongoing.uid}/play/", {"ply": 3, "cell": 1, "id": "late"})
    assert ongoing.moves.count() == 3


def test_the_engine_game_is_decided_too(desk, alice):
    engine = engine_account("random")
    game = play(new_game(alice, engine, opponent="computer", level="random"), (4, 0, 8))
    decide(desk, "adjudicate_x", game)
    assert stands(game) == ("finished", "x", "adjudication")
