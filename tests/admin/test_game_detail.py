import pytest
from django.urls import reverse

from games.admin.record import details
from games.core.events import Outcome
from games.core.rules import Mark, Ruleset
from games.models import Event, Game, Move
from tests.admin.conftest import signed_in
from tests.stored import adjudicate, carry_out, new_game, play

pytestmark = pytest.mark.django_db


def address(game):
    return reverse("admin:games_game_change", args=[game.pk])


def detail(client, game):
    answer = client.get(address(game))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_game_is_shown_with_board_moves_and_log(desk, won):
    answer = desk.get(address(won))
    page = answer.content.decode()
    assert [move.cell for move in answer.context["moves"]] == ["a3", "a2", "b3", "b2", "c3"]
    assert [move.mark for move in answer.context["moves"]] == ["X", "O", "X", "O", "X"]
    kinds = [event.kind for event, _ in answer.context["events"]]
    assert kinds == ["created", "ended"]
    assert "thumb__number" in page
    assert f'href="/games/{won.uid}/"' in page


def test_the_log_shows_what_staff_decided_before_and_after(desk, won, staff):
    adjudicate(won, Outcome.DRAW, staff)
    event, details = desk.get(address(won)).context["events"][-1]
    assert (event.kind, event.actor) == ("adjudicated", staff)
    assert dict(details) == {
        "before": "x (line)",
        "after": "draw (adjudication)",
    }


def test_the_log_names_the_cells_that_were_taken_back(desk, ongoing):
    times = [move.played_at.isoformat() for move in ongoing.moves.order_by("ply")[1:]]
    carry_out(ongoing, lambda match, now: match.take_back(mark=Mark.O, now=now))
    _, details = desk.get(address(ongoing)).context["events"][-1]
    assert dict(details) == {"by": "o", "cells": "a3, c1", "at": ", ".join(times)}


@pytest.mark.parametrize("data", [None, [], "", [1, 0, 2], 7])
def test_a_broken_row_of_the_log_is_shown_as_it_is(data):
    assert list(details(Event(data=data), Ruleset(3, 3, 3))) == [("data", repr(data))]


def test_a_zero_in_a_list_is_shown_and_what_is_empty_is_not():
    event = Event(data={"score": [1, 0, None, ""], "by": None, "cell": 9})
    assert list(details(event, Ruleset(3, 3, 3))) == [("score", "1, 0"), ("cell", "9")]


def test_a_game_from_a_position_says_which(desk, alice, bob):
    game = play(new_game(alice, bob), [4, 0, 1])
    Game.objects.filter(pk=game.pk).update(setup=2, origin="abcdefghij")
    page = detail(desk, game)
    assert "Setup" in page
    assert "abcdefghij" in page


def test_a_game_without_moves_or_players_is_shown(desk, alice):
    assert "No moves yet." in detail(desk, new_game(alice, None))


def test_the_largest_board_is_shown(desk, alice, bob):
    assert "s19" in detail(desk, play(new_game(alice, bob, ruleset=Ruleset(19, 19, 19)), range(40)))


def test_a_broken_game_is_shown_too(desk, won):
    Move.objects.filter(game=won, ply=2).update(cell=300)
    assert "300" in detail(desk, won)


def test_what_users_wrote_is_escaped(desk, alice):
    game = new_game(alice, alice, opponent="device", x_name="<img src=x>", x_symbol="<")
    page = detail(desk, play(game, [4]))
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;" in page


def test_nothing_on_the_page_changes_the_game_directly(desk, staff, won):
    staff.is_superuser = True
    staff.save(update_fields=["is_superuser"])
    page = detail(desk, won)
    assert 'name="_save"' not in page
    assert 'name="outcome"' not in page
    assert desk.post(address(won), {"outcome": "o"}).status_code == 403
    won.refresh_from_db()
    assert won.outcome == "x"


def test_decisions_are_offered_to_those_who_may_decide(desk, clerk, won):
    assert 'value="adjudicate_draw"' in detail(desk, won)
    assert 'value="adjudicate_draw"' not in detail(signed_in(clerk), won)


@pytest.mark.parametrize("key", ["999999", "0", "x"])
def test_a_game_that_is_not_there_leads_back(desk, key):
    answer = desk.get(reverse("admin:games_game_change", args=[key]), follow=True)
    assert answer.status_code == 200
    assert "exist" in " ".join(str(message) for message in answer.context["messages"])


def test_who_may_not_look_is_refused(staff, won):
    staff.user_permissions.clear()
    assert signed_in(staff).get(address(won)).status_code == 403


# The log of all games.


def test_all_events_are_listed_and_found(desk, won, ongoing):
    events = reverse("admin:games_event_changelist")
    page = desk.get(events)
    assert page.context["cl"].result_count == Event.objects.count()
    assert desk.get(events, {"q": won.uid}).context["cl"].result_count == 2
    assert "outcome: x; termination: line" in page.content.decode()
    assert desk.get(events, {"kind__exact": "\x01"}, follow=True).status_code == 200


def test_nobody_changes_the_log(desk, staff, won):
    staff.is_superuser = True
    staff.save(update_fields=["is_superuser"])
    event = won.events.first()
    assert desk.get(reverse("admin:games_event_add")).status_code == 403
    change = reverse("admin:games_event_change", args=[event.pk])
    assert desk.get(change).status_code == 200
    assert desk.post(change, {"kind": "ended"}).status_code == 403
    assert desk.post(reverse("admin:games_event_delete", args=[event.pk])).status_code == 403
