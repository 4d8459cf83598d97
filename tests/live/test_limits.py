"""How often one person may do what costs others something."""

import time

import pytest
from asgiref.sync import async_to_sync

from games.core.clock import parse_time_control
from games.core.errors import GameError, TooFast
from games.live import limits
from games.live.rooms import rooms
from games.models import Game
from games.play.game import services as play_services
from games.play.game.series import again
from games.play.game.services import offer, play, resign
from games.play.game.terms import Terms
from games.play.lobby.challenges import challenge
from games.play.lobby.services import cancel, create_game
from games.play.notices import services as notices_services
from tests.playing import begin
from tictactoe_site.common.limiters.in_memory import TokenBuckets

QUICK = {"m": 3, "n": 3, "k": 3, "control": "none"}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_refusal_tells_how_long_to_wait(clock):
    one = TokenBuckets(at_once=1, seconds=2.5)
    limits.enter((one, "alice"))
    with pytest.raises(TooFast) as refused:
        limits.enter((one, "alice"))
    assert (refused.value.code, refused.value.wait) == ("too_fast", 3)


def test_who_is_refused_by_one_limit_does_not_pay_for_the_others(clock):
    many, one = TokenBuckets(at_once=5, seconds=1), TokenBuckets(at_once=1, seconds=9, name="one")
    limits.enter((many, "alice"), (one, "here"))
    for _ in range(9):
        with pytest.raises(TooFast) as refused:
            limits.enter((many, "bob"), (one, "here"))
    assert (refused.value.wait, refused.value.limit) == (9, "one")
    assert many.left("bob") == 5


def test_who_is_refused_by_several_hears_the_longest_wait(clock):
    short, long = TokenBuckets(at_once=1, seconds=2), TokenBuckets(at_once=1, seconds=7)
    limits.enter((short, "alice"), (long, "alice"))
    with pytest.raises(TooFast) as refused:
        limits.enter((short, "alice"), (long, "alice"))
    assert refused.value.wait == 7


async def test_games_are_made_at_a_pace(alice, clock):
    terms = Terms(opponent="device")
    for _ in range(30):
        await create_game(creator=alice, terms=terms)
    with pytest.raises(TooFast):
        await create_game(creator=alice, terms=terms)
    assert await Game.objects.acount() == 30


async def test_guests_of_one_address_do_not_add_up(alice, bob, clock, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=3, seconds=10))
    terms = Terms(opponent="device")
    for creator in (alice, bob, alice):
        await create_game(creator=creator, terms=terms, address="192.0.2.1")
    with pytest.raises(TooFast) as refused:
        await create_game(creator=bob, terms=terms, address="192.0.2.1")
    assert refused.value.wait == 10
    assert limits.GAMES.wait(bob.pk) == 0
    await create_game(creator=bob, terms=terms, address="192.0.2.2")


def test_games_of_a_form_count_for_its_address(as_user, alice, bob, clock, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=1, seconds=7))
    assert as_user(alice).post("/games/quick/", QUICK).status_code == 302
    form = {"m": 3, "n": 3, "k": 3, "control": "none", "opponent": "device"}
    answer = as_user(bob).post("/games/new/", form | {"side": "x", "first": "x"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "7")


async def finished(creator, **terms) -> Game:
    game = await create_game(creator=creator, terms=Terms(opponent="device", **terms))
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        await play(uid=game.uid, player=creator, ply=ply, cell=cell)
    return game


async def test_games_of_a_series_count_for_the_address(alice, bob, clock, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=1, seconds=10))
    of_alice, of_bob = await finished(alice), await finished(bob)
    here = {"address": "192.0.2.1"}
    following = await again(uid=of_alice.uid, player=alice, **here)
    assert await again(uid=of_alice.uid, player=alice, **here) == following  # no new one
    with pytest.raises(TooFast) as refused:
        await offer(uid=of_bob.uid, player=bob, what="rematch", **here)
    assert refused.value.wait == 10
    await again(uid=of_bob.uid, player=bob, address="192.0.2.2")


@pytest.mark.parametrize("way", ["answer", "offer"])
async def test_a_rematch_counts_for_the_address_of_whoever_accepts(
    alice, bob, clock, monkeypatch, way
):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=1, seconds=10))
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    rematch = {"uid": game.uid, "what": "rematch"}
    await offer(player=alice, **rematch, address="192.0.2.1")
    limits.GAMES_OF_ADDRESS.take("192.0.2.2")
    verb = {
        "answer": lambda address: play_services.answer(
            player=bob, yes=True, **rematch, address=address
        ),
        "offer": lambda address: offer(player=bob, **rematch, address=address),
    }[way]
    with pytest.raises(TooFast):
        await verb("192.0.2.2")
    await verb("192.0.2.1")  # for which the offer alone has not counted
    assert limits.GAMES_OF_ADDRESS.wait("192.0.2.1") == 10


def test_a_form_for_the_next_game_says_when_there_may_be_one(as_user, alice, clock, monkeypatch):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=1, seconds=7))
    games = [async_to_sync(finished)(alice) for _ in range(3)]
    client = as_user(alice)
    posts = [
        (f"/games/{games[0].uid}/again/", {}),
        (f"/games/{games[1].uid}/again/", {}),
        (f"/games/{games[2].uid}/offer/", {"what": "rematch"}),
    ]
    answers = [client.post(path, fields) for path, fields in posts]
    assert [answer.status_code for answer in answers] == [302, 429, 429]
    assert [answer.get("Retry-After") for answer in answers] == [None, "7", "7"]
    assert "Too fast. Wait a moment and try again." in answers[1].content.decode()


def test_a_quick_match_beyond_the_pace_shows_the_form(as_user, alice, monkeypatch, clock):
    monkeypatch.setattr(limits, "GAMES", TokenBuckets(at_once=1, seconds=9))
    client = as_user(alice)
    assert client.post("/games/quick/", QUICK).status_code == 302
    answer = client.post("/games/quick/", QUICK | {"m": 5})
    assert (answer.status_code, answer["Retry-After"]) == (429, "9")
    text = answer.content.decode()
    assert "Too fast. Wait a moment and try again." in text
    assert 'action="/games/new/"' in text


async def test_notices_are_told_at_a_pace(alice, bob, clock, monkeypatch):
    told: list[int] = []

    async def notice(receiver, message):
        told.append(receiver)

    monkeypatch.setattr(notices_services.announce, "notice", notice)
    monkeypatch.setattr(notices_services, "NOTICES", TokenBuckets(at_once=2, seconds=5))
    game = await create_game(creator=alice, terms=Terms(opponent="friend"))
    for _ in range(4):
        await notices_services.tell("challenge", game, bob)
    assert len(told) == 2
    clock[0] += 5
    await notices_services.tell("challenge", game, bob)
    assert len(told) == 3


async def test_challenges_are_sent_at_a_pace(alice, bob, clock):
    for _ in range(5):
        game = await challenge(creator=alice, invited=bob, terms=Terms())
        await cancel(uid=game.uid, player=alice)
    with pytest.raises(TooFast):
        await challenge(creator=alice, invited=bob, terms=Terms())


async def test_offers_are_made_at_a_pace(alice, clock):
    game = await create_game(creator=alice, terms=Terms(opponent="device"))
    codes = []
    for _ in range(21):
        with pytest.raises(GameError) as refused:
            await offer(uid=game.uid, player=alice, what="takeback")
        codes.append(refused.value.code)
    assert codes[-1] == "too_fast"
    assert "too_fast" not in codes[:-1]


@pytest.fixture
def as_user(client):
    def sign_in(user):
        client.force_login(user)
        return client

    return sign_in


def test_a_page_says_when_there_may_be_another_game(as_user, alice, clock):
    client = as_user(alice)
    form = {"m": 3, "n": 3, "k": 3, "control": "none", "opponent": "device"}
    form |= {"side": "x", "first": "x"}
    answers = [client.post("/games/new/", form) for _ in range(31)]
    assert {answer.status_code for answer in answers[:-1]} == {302}
    assert (answers[-1].status_code, answers[-1]["Retry-After"]) == (429, "4")


async def test_an_abandoned_game_does_not_stay_in_memory(alice, bob):
    game = await begin(alice, bob, 0, 1, control=parse_time_control("600+0"))
    assert rooms().find_open(game.uid) is None
