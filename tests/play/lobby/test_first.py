"""/games/first/"""

import pytest
from django.test import Client

from games.live.limits import GAMES
from games.models import Game

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/first/"


def test_a_press_on_the_empty_board_begins_a_game_with_that_mark(client):
    response = client.post(URL, {"cell": "4"})
    game = Game.objects.get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.opponent, game.status, game.x_player.kind) == ("computer", "ongoing", "guest")
    assert game.cells[0] == 4


@pytest.mark.parametrize("fields", [{}, {"cell": "9"}, {"cell": "b2"}, {"cell": "\u0661"}])
def test_without_a_cell_of_the_board_the_game_waits_for_the_first_mark(client, fields):
    client.post(URL, fields)
    assert Game.objects.get().cells == ()


def test_whoever_has_an_account_plays_with_it(as_user, alice):
    as_user(alice).post(URL, {"cell": "0"})
    assert Game.objects.get().x_player == alice


def as_script(client, cell, **headers):
    return client.post(URL, {"cell": cell}, headers={"Accept": "application/json", **headers})


def test_a_script_gets_the_game_to_go_on_with_and_a_new_token(client):
    answer = as_script(client, "4").json()
    game = Game.objects.get()
    assert answer["url"] == game.get_absolute_url()
    assert answer["review"] == f"{game.get_absolute_url()}review/"
    state = answer["state"]
    assert (state["uid"], state["you"], state["moves"][0]) == (game.uid, ["x"], 4)
    token = {"csrfmiddlewaretoken": answer["token"], "opponent": "computer", "level": "rules"}
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    terms = {"m": 4, "n": 4, "k": 4, "side": "x", "first": "x", "control": "none"}
    assert strict.post("/games/new/", token | terms).status_code == 302


def test_the_computer_has_answered_where_there_is_no_script(client):
    client.post(URL, {"cell": "4"})
    assert len(Game.objects.get().cells) == 2


@pytest.mark.usefixtures("no_token_comes_back")
def test_games_are_limited_as_elsewhere(as_user, alice):
    client = as_user(alice)
    for _ in range(GAMES.at_once):
        GAMES.take(alice.pk)
    answer = as_script(client, "4")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    assert int(answer["Retry-After"]) > 0
    assert client.post(URL, {"cell": "4"})["Location"] == "/"
    assert not Game.objects.exists()


def test_an_address_that_was_opened_leads_to_the_lobby(client):
    assert client.get(URL)["Location"] == "/"
    assert client.put(URL).status_code == 405
    assert not Game.objects.exists()
