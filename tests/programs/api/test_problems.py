"""Whatever goes wrong, a program reads a problem with a stable code."""

import json
import time

import pytest

from accounts.models import User
from games.live.limits import BAD_TOKENS, REQUESTS
from games.models import ChatLine
from games.programs.api.auth import seconds_owed
from tests.programs.api.conftest import Program
from tests.programs.api.problems import code_of
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)
MOVE = {"ply": 0, "cell": "b2", "id": "1"}


def send(program, path, text, content_type="application/json"):
    return program.client.post(f"/api/v1/{path}", text, content_type=content_type)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("post", "account", "GET"),
        ("get", "games/{}/moves", "POST"),
        ("delete", "games/{}", "GET"),
        ("put", "challenges", "GET, POST"),
    ],
)
def test_another_method(program, game, method, path, allowed):
    answer = getattr(program.client, method)(f"/api/v1/{path.format(game.uid)}")
    assert (answer.status_code, code_of(answer)) == (405, "method_not_allowed")
    assert set(answer["Allow"].split(", ")) == set(allowed.split(", "))


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v2/account", "/api/v1/games/x/nothing"])
def test_another_address(program, path):
    for answer in (program.client.get(path), program.client.post(path)):
        assert (answer.status_code, code_of(answer)) == (404, "not_found")


@pytest.mark.parametrize(
    "text",
    ["{", "", "nothing", "[" * 100_000, "9" * 5_000, '{"ply": ' + "9" * 5_000 + "}", '"\\ud800"'],
)
def test_what_is_no_json(program, game, text):
    answer = send(program, f"games/{game.uid}/moves", text)
    assert answer.status_code in (400, 422)
    assert code_of(answer) == "bad_request"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; x"]
)
def test_another_content_type(program, game, content_type):
    answer = send(program, f"games/{game.uid}/moves", json.dumps(MOVE), content_type)
    assert (answer.status_code, code_of(answer)) == (415, "json_only")
    assert not game.moves.exists()


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("games/{}/moves", MOVE | {"ply": "0"}, "ply"),
        ("games/{}/moves", MOVE | {"ply": True}, "ply"),
        ("games/{}/moves", MOVE | {"ply": 10**30}, "ply"),
        ("games/{}/moves", MOVE | {"cell": -1}, "cell"),
        ("games/{}/moves", MOVE | {"cell": 10**30}, "cell"),
        ("games/{}/moves", MOVE | {"cell": "a\0"}, "cell"),
        ("games/{}/moves", MOVE | {"cell": None}, "cell"),
        ("games/{}/moves", MOVE | {"id": "x" * 37}, "id"),
        ("games/{}/moves", MOVE | {"id": "a b"}, "id"),
        ("games/{}/moves", MOVE | {"more": 1}, "more"),
        ("games/{}/chat", {"text": "Hel\0lo"}, "text"),
        ("games/{}/chat", {"text": "\ud800"}, "text"),
        ("games/{}/offers", {"what": "everything"}, "what"),
        ("games/{}/answers", {"what": "draw", "yes": "no"}, "yes"),
        ("challenges", {"name": "bob\0"}, "name"),
        ("challenges", {"name": "\ud800"}, "name"),
        ("challenges", {"name": "bob", "m": 1e999}, "m"),
        ("challenges", {"name": "bob", "m": 3.0000001}, "m"),
        ("challenges", {"name": "bob", "control": "\0"}, "control"),
    ],
)
def test_a_field_that_makes_no_sense_is_named(program, game, path, body, field):
    text = json.dumps(body).replace("Infinity", "1e999")
    answer = send(program, path.format(game.uid), text)
    assert (answer.status_code, code_of(answer)) == (422, "bad_request")
    assert {one["field"] for one in answer.json()["fields"]} == {field}
    assert not game.moves.exists()
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize("path", ["users/b%00b/games", "users/bob/games?before=%00", "games/%00"])
def test_nul_in_an_address(program, bob, path):
    answer = program.client.get(f"/api/v1/{path}")
    assert answer.status_code in (400, 404)
    assert code_of(answer) in ("bad_request", "not_found", "no_such_player", "no_such_game")


def test_an_unknown_host(program):
    answer = program.client.get("/api/v1/account", headers={"host": "elsewhere.test"})
    assert (answer.status_code, code_of(answer)) == (400, "bad_request")


def test_an_error_of_ours_tells_nothing(program, monkeypatch):
    def fail(bot: User) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("games.programs.api.reads.challenges_to", fail)
    program.client.raise_request_exception = False
    answer = program.get("challenges")
    assert (answer.status_code, code_of(answer)) == (500, "failed")
    assert b"secret" not in answer.content


@pytest.mark.usefixtures("no_token_comes_back")
def test_the_seconds_of_a_429_are_those_to_wait(program, monkeypatch):
    monkeypatch.setattr(REQUESTS, "at_once", 1)
    assert program.get("account").status_code == 200
    answer = program.get("account")
    assert (answer.status_code, code_of(answer)) == (429, "too_fast")
    seconds = answer.json()["seconds"]
    later = time.monotonic() + seconds
    monkeypatch.setattr("tictactoe_site.common.limiters.in_memory.time.monotonic", lambda: later)
    assert program.get("account").status_code == 200
    monkeypatch.undo()


def test_who_has_to_wait_is_known_without_asking_the_database(
    program, monkeypatch, django_assert_num_queries
):
    header = program.headers["authorization"]
    monkeypatch.setattr(REQUESTS, "at_once", 1)
    REQUESTS.forget()
    assert seconds_owed(header) == 0
    assert program.get("account").status_code == 200
    with django_assert_num_queries(0):
        assert seconds_owed(header) == 1
        assert seconds_owed("Bearer another") == seconds_owed("") == 0


@pytest.mark.usefixtures("no_token_comes_back")
def test_whoever_guesses_at_tokens_hears_when_to_come_again(monkeypatch):
    monkeypatch.setattr(BAD_TOKENS, "at_once", 1)
    BAD_TOKENS.forget()
    guesser = Program("ttt_guess")
    assert guesser.get("account").status_code == 401
    answer = guesser.get("account")
    assert (answer.status_code, code_of(answer)) == (429, "too_fast")
    assert (answer.json()["key"], answer["Retry-After"]) == ("bad-tokens", "3")
    assert answer["RateLimit"] == '"bad-tokens";r=0;t=3'


def test_a_good_token_is_let_in_beside_one_who_guesses(program, monkeypatch):
    monkeypatch.setattr(BAD_TOKENS, "at_once", 1)
    for _ in range(3):
        Program("ttt_guess").get("account")
    assert program.get("account").status_code == 200


def test_answers_without_a_body_say_how_many_are_left(program, bot, bob):
    answer = program.post(f"games/{new_game(bot, bob).uid}/abort")
    assert answer.status_code == 204
    assert answer["RateLimit"].startswith('"requests";r=')


def test_pages_are_no_problems(client):
    assert client.get("/no-such-page/")["Content-Type"].startswith("text/html")
