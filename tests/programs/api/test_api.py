"""The API for programs: the verbs and reads of pages and sockets, by a token alone."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.programs.tokens import make_token, revoke_all
from games.core.errors import GameError
from games.live.limits import CHALLENGES, REQUESTS
from games.models import ChatLine, Game
from games.people.profiles.export_views import exports
from games.play.game import services
from games.programs.api import published_limits
from tests.programs.api.conftest import Program
from tests.programs.api.problems import code_of
from tests.stored import new_game, play

pytestmark = pytest.mark.django_db(transaction=True)


# ---- who asks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "ttt_", "ttt_" + "x" * 46])
def test_without_a_token_nothing_is_told(token):
    answer = Program(token).get("account")
    assert (answer.status_code, code_of(answer)) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_what_a_token_is_answered_is_kept_by_nobody_between(program):
    assert program.get("account").headers["Cache-Control"] == "no-store"


def test_a_session_counts_for_nothing(as_user, alice):
    client = as_user(alice)
    assert client.get("/api/v1/account").status_code == 401
    assert (
        client.post("/api/v1/challenges", "{}", content_type="application/json").status_code == 401
    )


def test_a_token_that_is_revoked_is_over(program, alice, bot):
    assert program.get("account").status_code == 200
    revoke_all(account=bot, actor=alice)
    assert program.get("account").status_code == 401


@pytest.mark.parametrize(
    ("path", "body"), [("games/0000000000/resign", None), ("challenges", {"name": "bob"})]
)
def test_a_token_does_what_its_scopes_say(bot, path, body):
    reader = Program(make_token(account=bot, actor=bot.owner, name="reader", scopes=["read"]))
    answer = reader.post(path, body)
    assert (answer.status_code, code_of(answer)) == (403, "scope_missing")


@pytest.mark.usefixtures("no_token_comes_back")
def test_requests_are_counted_and_a_429_says_how_long_to_wait(program, monkeypatch):
    monkeypatch.setattr(REQUESTS, "at_once", 2)
    first = program.get("account")
    assert first["RateLimit"] == '"requests";r=1;t=0'
    assert first["RateLimit-Policy"] == '"requests";q=60;w=30'
    program.get("account")
    answer = program.get("account")
    assert (answer.status_code, code_of(answer)) == (429, "too_fast")
    problem = answer.json()
    assert (problem["key"], str(problem["seconds"])) == ("requests", answer["Retry-After"])
    assert answer["RateLimit"] == f'"requests";r=0;t={problem["seconds"]}'


# ---- reading ----------------------------------------------------------------------------------


def test_a_program_finds_out_who_it_is(program):
    found = program.get("account").json()
    assert (found["name"], found["kind"], found["owner"]) == ("line", "bot", "alice")
    assert found["token"]["scopes"] == ["challenge", "play", "read"]


def test_the_limits_are_those_that_hold(program):
    shown = {limit["name"]: limit for limit in program.get("limits").json()}
    assert set(shown) == set(published_limits.BY_NAME)
    assert shown["challenges"]["at_once"] == CHALLENGES.at_once == shown["challenges"]["left"]


def test_a_game_is_read_as_its_socket_tells_it(program, game):
    found = program.get(f"games/{game.uid}").json()
    assert (found["type"], found["you"], found["seats"]["o"]["name"]) == ("game", ["x"], "bob")


def test_a_game_that_cannot_be_seen_is_not_there(program, alice, bob):
    hidden = new_game(alice, None, opponent="friend", invited=bob)
    for uid in (hidden.uid, "0" * 10):
        assert (program.get(f"games/{uid}").status_code) == 404
        assert program.post(f"games/{uid}/resign").status_code == 404


def test_the_bots_are_listed_with_what_they_play(program):
    (found,) = program.get("bots").json()
    assert (found["name"], found["online"], found["free"]) == ("line", True, 2)
    assert found["conditions"]["largest"] == 19


def test_finished_public_games_are_read_with_their_moves(program, alice, bob):
    game = play(new_game(alice, bob), (0, 3, 1, 4, 2))
    found = program.get("users/bob/games").json()
    assert [one["moves"][0]["name"] for one in found["games"]] == ["a3"]
    assert program.get("users/nobody-here/games").status_code == 404
    assert program.get("users/bob/games", before=game.uid).json()["games"] == []


async def test_all_games_are_exported_one_a_line(async_client, program, bot, bob):
    for cells in ((0, 3, 1, 4, 2), (4,)):
        await sync_to_async(lambda cells=cells: play(new_game(bot, bob), cells))()
    answer = await async_client.get("/api/v1/export/games", headers=program.headers)
    assert answer["Content-Type"] == "application/x-ndjson"
    text = b"".join([piece async for piece in answer.streaming_content]).decode()
    assert [len(json.loads(line)["moves"]) for line in text.splitlines()] == [5, 1]


def test_there_is_one_export_at_a_time(program, bot):
    exports.enter(bot.pk)
    answer = program.get("export/games")
    exports.leave(bot.pk)
    assert (answer.status_code, code_of(answer)) == (429, "export_running")
    assert answer["Retry-After"] == "20"


# ---- challenges -------------------------------------------------------------------------------


def test_a_challenge_is_sent_seen_and_withdrawn(program, alice):
    answer = program.post("challenges", {"name": "alice", "m": 5, "n": 5, "k": 4})
    assert answer.status_code == 201
    uid = answer.json()["uid"]
    assert program.get("challenges").json()["sent"] == [uid]
    assert program.post(f"challenges/{uid}/withdraw").status_code == 204
    assert program.get("challenges").json()["sent"] == []


def test_a_challenge_is_accepted(program, bob, bot):
    game = new_game(bob, None, opponent="friend", invited=bot)
    (found,) = program.get("challenges").json()["received"]
    assert (found["uid"], found["by"]) == (game.uid, "bob")
    assert program.post(f"challenges/{game.uid}/accept").status_code == 204
    game.refresh_from_db()
    assert game.o_player == bot


def test_a_challenge_is_declined_with_a_reason(program, bob, bot):
    game = new_game(bob, None, opponent="friend", invited=bot)
    answer = program.post(f"challenges/{game.uid}/decline", {"reason": "too_fast"})
    assert answer.status_code == 204
    game.refresh_from_db()
    assert game.termination == "declined"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "nobody-here"}, 404, "no_such_player"),
        ({"name": "bob"}, 409, "not_followed"),
        ({"name": "alice", "m": 3, "n": 3, "k": 4}, 422, "bad_ruleset"),
        ({"name": "alice", "control": "fast"}, 422, "bad_clock"),
        ({"name": "alice", "m": 30}, 422, "bad_request"),
        ({"name": "alice", "colour": "red"}, 422, "bad_request"),
        ({}, 422, "bad_request"),
    ],
)
def test_what_cannot_be_asked_is_refused(program, bob, body, status, code):
    answer = program.post("challenges", body)
    assert (answer.status_code, code_of(answer)) == (status, code)


def test_only_a_challenge_that_is_sent_counts(program, bot, bob, alice):
    def limits_left() -> list[int]:
        named = {limit["name"]: limit["left"] for limit in program.get("limits").json()}
        return [named[name] for name in ("challenges", "challenges-to-people", "games")]

    before = limits_left()
    for body in ({"name": "bob"}, {"name": "line"}, {"name": "alice", "k": 4}, {"name": "nobody"}):
        assert program.post("challenges", body).status_code >= 400
    assert limits_left() == before
    assert program.post("challenges", {"name": "alice"}).status_code == 201
    assert limits_left() == [number - 1 for number in before]
    assert program.post("challenges", {"name": "alice"}).status_code == 409  # she is asked already
    assert limits_left() == [number - 1 for number in before]


def test_a_challenge_that_comes_too_fast_makes_no_game(program, bot):
    for _ in range(CHALLENGES.at_once):
        CHALLENGES.take(bot.pk)
    assert program.post("challenges", {"name": "alice"}).json()["key"] == "challenges"
    assert not Game.objects.exists()


# ---- playing ----------------------------------------------------------------------------------


def test_a_move_is_made_by_number_or_by_name_and_repeated_without_harm(program, game, bob):
    path = f"games/{game.uid}/moves"
    assert program.post(path, {"ply": 0, "cell": "b2", "id": "1"}).json() == {"new": True}
    assert program.post(path, {"ply": 0, "cell": 4, "id": "1"}).json() == {"new": False}
    assert list(game.moves.values_list("cell", flat=True)) == [4]


def test_an_id_that_was_used_for_another_move_is_refused(program, game, bob):
    path, sent = f"games/{game.uid}/moves", {"ply": 0, "cell": 0, "id": "a"}
    program.post(path, sent)
    for other in ({"cell": 5}, {"ply": 2}, {"ply": 2, "cell": 5}):
        answer = program.post(path, sent | other)
        assert (answer.status_code, code_of(answer)) == (409, "id_used")
    theirs = async_to_sync(services.play)
    for other in ({"ply": 0, "cell": 0}, {"ply": 0, "cell": 7}, {"ply": 1, "cell": 7}):
        with pytest.raises(GameError, match="id_used"):
            theirs(uid=game.uid, player=bob, id="a", **other)
    assert list(game.moves.values_list("cell", flat=True)) == [0]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"ply": 1, "cell": 0}, 409, "stale_ply"),
        ({"ply": 0, "cell": 9}, 409, "no_such_cell"),
        ({"ply": 0, "cell": "z9"}, 422, "bad_cell"),
        ({"ply": 0, "cell": 1.5}, 422, "bad_request"),
        ({"ply": -1, "cell": 0}, 422, "bad_request"),
        ({"cell": 0}, 422, "bad_request"),
        ([], 422, "bad_request"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused(program, game, body, status, code):
    answer = program.post(f"games/{game.uid}/moves", body)
    assert (answer.status_code, code_of(answer)) == (status, code)
    assert not game.moves.exists()


def test_broken_json_is_refused(program, game):
    answer = program.client.post(
        f"/api/v1/games/{game.uid}/moves", "{", content_type="application/json"
    )
    assert (answer.status_code, code_of(answer)) == (400, "bad_request")


def test_another_players_game_is_watched_only(program, alice, bob):
    game = new_game(alice, bob)
    answer = program.post(f"games/{game.uid}/moves", {"ply": 0, "cell": 0})
    assert (answer.status_code, code_of(answer)) == (403, "not_seated")


def test_a_game_is_resigned_and_aborted(program, bot, bob):
    resigned, aborted = play(new_game(bot, bob), (4, 0)), new_game(bot, bob)
    assert program.post(f"games/{resigned.uid}/resign").status_code == 204
    assert program.post(f"games/{aborted.uid}/abort").status_code == 204
    assert [Game.objects.get(pk=one.pk).termination for one in (resigned, aborted)] == [
        "resignation",
        "abort",
    ]


def test_an_offer_is_made_and_withdrawn(program, game):
    play(game, (4, 0))
    assert program.post(f"games/{game.uid}/offers", {"what": "draw"}).status_code == 204
    assert Game.objects.get(pk=game.pk).offer_what == "draw"
    body = {"what": "draw", "yes": False}
    assert program.post(f"games/{game.uid}/answers", body).status_code == 204
    assert Game.objects.get(pk=game.pk).offer_what == ""


@pytest.mark.parametrize("verb", ["swap", "claim", "claim-draw", "give-time"])
def test_what_the_game_does_not_allow_is_refused(program, game, verb):
    answer = program.post(f"games/{game.uid}/{verb}")
    assert answer.status_code == 409
    assert code_of(answer)


def test_a_bot_says_what_is_offered_and_nothing_else(program, game):
    assert program.post(f"games/{game.uid}/chat", {"text": "Hello"}).status_code == 204
    answer = program.post(f"games/{game.uid}/chat", {"text": "Buy my engine"})
    assert code_of(answer) == "presets_only"
    assert ChatLine.objects.get().text == "Hello"


def test_other_addresses_are_problems(program):
    assert code_of(program.get("nothing")) == code_of(program.post("nothing", {})) == "not_found"


@pytest.mark.usefixtures("no_token_comes_back")
def test_who_says_too_much_hears_how_long_to_wait(program, bot, bob):
    for line in ("Hello", "Good luck", "Hello", "Good luck"):
        game = new_game(bot, bob)
        assert program.post(f"games/{game.uid}/chat", {"text": line}).status_code == 204
    answer = program.post(f"games/{game.uid}/chat", {"text": "Thank you"})
    assert (answer.status_code, code_of(answer)) == (429, "too_fast")
    assert answer.json()["key"] == "chat"
    assert 1 <= int(answer["Retry-After"]) == answer.json()["seconds"] <= 12
