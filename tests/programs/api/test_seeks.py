"""Bots find each other for rated rounds."""

import pytest
from asgiref.sync import sync_to_async

from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token
from games.compete.rounds import seeks
from games.compete.rounds.leaving import LIMIT
from games.live.limits import CHALLENGES, GAMES, REQUESTS
from games.models import Round, Seek
from tests.compete.rounds.test_seeks import wish
from tests.play.game.test_consumer import connected
from tests.programs.api.conftest import Program
from tests.programs.api.problems import code_of

pytestmark = pytest.mark.django_db(transaction=True)
SIX = {"m": 6, "n": 6, "k": 4, "control": "120+2"}


@pytest.fixture(autouse=True)
def _nothing_counted():
    for limit in (CHALLENGES, GAMES, REQUESTS):
        limit.forget()
    yield
    for limit in (CHALLENGES, GAMES, REQUESTS):
        limit.forget()


@pytest.fixture
def other_bot(bob):
    return make_bot(owner=bob, name="edge")


@pytest.fixture
def other(other_bot, bob) -> Program:
    scopes = ["read", "challenge"]
    return Program(make_token(account=other_bot, actor=bob, name="desk", scopes=scopes))


def refused(answer) -> tuple[int, str]:
    return answer.status_code, code_of(answer)


def test_of_two_bots_the_second_meets_the_first(program, bot, other, other_bot):
    made = program.post("rounds/seek", {**SIX, "reach": 200, "widens": True})
    assert made.status_code == 201
    assert made.json() == program.get("rounds/seek").json()
    assert made.json() | {"uid": ""} == {
        **{"uid": "", "pool": "fours", **SIX, "reach": 200},
        "invited": "",
        "declined": False,
        "round": "",
    }
    (listed,) = other.get("rounds/seeks").json()
    assert (listed["uid"], listed["name"]) == (made.json()["uid"], bot.username)
    assert listed["invited"] is False
    assert program.get("rounds/seeks").json() == []  # one's own is no opponent
    found = other.post("rounds/seek", SIX).json()["round"]
    assert program.get("rounds/seek").json()["round"] == found
    round = Round.objects.get(uid=found)
    assert (set(round.players), round.pool) == ({bot, other_bot}, "fours")
    assert program.get(f"games/{found}").json()["round"]["uid"] == found
    assert program.get("rounds/seeks").json() == []


def test_whoever_looks_is_accepted_or_stops(program, other):
    uid = program.post("rounds/seek", SIX).json()["uid"]
    accepted = other.post(f"rounds/seeks/{uid}/accept")
    assert accepted.status_code == 200
    assert other.post(f"rounds/seeks/{uid}/accept").json() == accepted.json()
    assert program.get("rounds/seek").json()["round"] == accepted.json()["round"]
    gone = program.post("rounds/seek", SIX).json()["uid"]
    for _ in range(2):
        assert program.client.delete("/api/v1/rounds/seek").status_code == 204
    assert refused(program.get("rounds/seek")) == (404, "no_such_seek")
    assert refused(other.post(f"rounds/seeks/{gone}/accept")) == (409, "seek_gone")


def test_one_bot_asks_another(program, bot, other, other_bot):
    made = program.post("rounds/seek", {**SIX, "invited": other_bot.username}).json()
    assert made["invited"] == other_bot.username
    (listed,) = other.get("rounds/seeks").json()
    assert (listed["uid"], listed["invited"]) == (made["uid"], True)
    assert refused(program.post(f"rounds/seeks/{made['uid']}/decline")) == (403, "not_invited")
    assert other.post(f"rounds/seeks/{made['uid']}/decline").status_code == 204
    assert program.get("rounds/seek").json()["declined"] is True
    again = program.post("rounds/seek", {**SIX, "invited": other_bot.username}).json()
    found = other.post(f"rounds/seeks/{again['uid']}/accept").json()["round"]
    assert set(Round.objects.get(uid=found).players) == {bot, other_bot}


def test_what_cannot_be_rated_is_refused(program, bot, alice, bob):
    def asking(**changes):
        return refused(program.post("rounds/seek", {**SIX, **changes}))

    assert asking(m=3, n=3, k=3) == (409, "no_pool")
    assert asking(control="3d") == (409, "no_pool")
    assert asking(control="fast")[0] == 422
    assert asking(m=3, n=3, k=4) == (422, "bad_ruleset")
    assert asking(reach=150) == (422, "bad_request")
    assert asking(invited="nobody-here") == (404, "no_such_player")
    assert asking(invited=bob.username) == (409, "cannot_challenge")
    make_bot(owner=alice, name="second")
    assert asking(invited="second") == (409, "same_owner")
    assert not Seek.objects.exists()
    assert CHALLENGES.left(bot.pk) == CHALLENGES.at_once  # what is refused costs nothing


def test_bots_and_people_do_not_meet(program, bob):
    person = seeks.seek(user=bob, wish=wish())
    assert program.get("rounds/seeks").json() == []
    assert program.post("rounds/seek", SIX).json()["round"] == ""
    assert refused(program.post(f"rounds/seeks/{person.uid}/accept")) == (403, "people_only")


def test_a_token_that_may_not_challenge_only_reads(bot):
    token = make_token(account=bot, actor=bot.owner, name="reader", scopes=["read"])
    reader = Program(token)
    assert reader.get("rounds/seeks").status_code == 200
    assert refused(reader.post("rounds/seek", SIX)) == (403, "scope_missing")
    assert refused(reader.get("rounds/seek")) == (403, "scope_missing")
    assert refused(Program("").post("rounds/seek", SIX)) == (401, "bad_token")


@pytest.mark.usefixtures("no_token_comes_back")
def test_too_many_are_refused(program, bot):
    for _ in range(GAMES.at_once):
        GAMES.take(bot.pk)
    answer = program.post("rounds/seek", SIX)
    assert refused(answer) == (429, "too_fast")
    assert answer.json()["key"] == "games"
    table = {limit["name"]: limit for limit in program.get("limits").json()}
    assert table[LIMIT]["at_once"] == 2


async def test_a_bot_hears_of_the_round_that_was_found(bot, other_bot):
    await sync_to_async(seeks.seek)(user=bot, wish=wish())
    async with connected("/ws/me/", bot) as one, connected("/ws/me/", other_bot) as two:
        for socket in (one, two):
            assert (await socket.hear("waiting"))["uids"] == []
        found = await sync_to_async(seeks.seek)(user=other_bot, wish=wish())
        heard = [(await socket.hear("waiting"))["uids"] for socket in (one, two)]
        assert heard == [[found.round_uid], [found.round_uid]]  # whoever has the first move
