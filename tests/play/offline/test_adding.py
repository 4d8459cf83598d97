"""The addresses to which a device's games are sent."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games.live.limits import OFFLINE_GAMES
from games.models import Game
from tests.play.offline.test_services import stored_game

PATH = "/offline/games/"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    OFFLINE_GAMES.forget()


def send(client: Client, games: Any) -> Any:
    return client.post(PATH, msgspec.json.encode(games), content_type="application/json")


@pytest.mark.django_db(transaction=True)
def test_games_become_those_of_who_is_signed_in(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = send(client, [stored_game(), stored_game(id="f" * 32, level=0, side="")])
    assert answer.status_code == 200
    told = answer.json()["games"]
    assert [game["id"] for game in told] == [stored_game()["id"], "f" * 32]
    assert [client.get(game["path"]).status_code for game in told] == [200, 200]
    assert "played offline" in client.get("/me/games/").text


@pytest.mark.django_db(transaction=True)
def test_the_computer_is_stored_in_english_and_called_in_the_readers_language(
    client: Client, alice: User
) -> None:
    client.force_login(alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    (game,) = send(client, [stored_game()]).json()["games"]
    level = stored_game()["level"]
    stored = Game.objects.get()
    assert "Computer, rules" in (stored.x_name, stored.o_name)
    assert f"Computer, Stufe {level}" in client.get("/me/games/").text
    assert f"Computer, Stufe {level}" in client.get(game["path"]).text


@pytest.mark.django_db
def test_one_that_is_refused_keeps_no_other_away(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = send(client, [stored_game(moves=[4, 4]), stored_game(), {"id": 1}])
    assert answer.status_code == 422
    first, second, third = answer.json()["games"]
    assert first["code"] == "cell_taken"
    assert second["uid"] == Game.objects.get().uid
    assert third["code"] == "bad_offline_games"


@pytest.mark.django_db
def test_nobody_has_no_games(client: Client) -> None:
    answer = send(client, [stored_game()])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_signed_in")


@pytest.mark.django_db
def test_ten_thousand_games_are_refused_with_a_code(client: Client, alice: User) -> None:
    client.force_login(alice)
    for game in ({}, stored_game()):
        answer = send(client, [game] * 10_000)
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_games")
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_without_the_token_nothing_is_taken(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert send(client, [stored_game()]).status_code == 403
    token = client.get("/offline/account/").json()["token"]
    body = msgspec.json.encode([stored_game()])
    headers = {"X-CSRFToken": token}
    answer = client.post(PATH, body, content_type="application/json", headers=headers)
    assert answer.status_code == 200


@pytest.mark.django_db
def test_a_page_is_told_whose_games_they_would_be(client: Client, alice: User) -> None:
    assert client.get("/offline/account/").json()["name"] == ""
    client.force_login(alice)
    answer = client.get("/offline/account/")
    assert answer.json()["name"] == "alice"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db(transaction=True)
def test_two_uploads_at_the_same_moment_make_one_game(alice: User) -> None:
    begin = threading.Barrier(4)
    uids = []

    def upload() -> None:
        client = Client()
        client.force_login(alice)
        begin.wait()
        uids.append(send(client, [stored_game()]).json()["games"][0]["uid"])
        connection.close()

    uploads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in uploads:
        thread.start()
    for thread in uploads:
        thread.join()
    assert uids == [Game.objects.get().uid] * 4
