"""Who is at a game, and since when a player is away."""

import asyncio

import pytest

from accounts.models import User
from games.live import presence as presence_module
from games.live.presence import MAX_NAMES, PRESENCE_TTL, RELOAD_GRACE, LastSeen
from games.live.rooms import rooms
from games.live.watchers import Watchers
from games.models import Game
from games.play.game.terms import Terms
from games.play.game.watching import look, unwatch, watch
from games.play.lobby.services import create_game
from tests.live.conftest import Recorder

PLAYER = 7


class Somebody(Recorder):
    """A watcher that needs no row in the database."""

    def __init__(self, user_id: int | None, name: str = "") -> None:
        super().__init__()
        self.user_id, self.public_name = user_id, name


def presences(watcher: Recorder) -> list[dict]:
    return [frame for frame in watcher.frames if frame["type"] == "presence"]


async def next_presence(watcher: Recorder) -> dict:
    seen = len(presences(watcher))
    while len(presences(watcher)) == seen:
        await asyncio.sleep(0.01)
    return presences(watcher)[-1]


def test_who_never_came_is_away_since_the_room_was_opened():
    last_seen = LastSeen(Watchers(), now=1000)
    assert last_seen.absence(PLAYER, 1000) == 0
    assert last_seen.absence(PLAYER, 31_000) == 30_000


def test_who_has_a_socket_is_here_until_the_last_one_is_gone():
    watchers = Watchers()
    last_seen = LastSeen(watchers, now=0)
    sockets = [Somebody(PLAYER), Somebody(PLAYER)]
    for socket in sockets:
        watchers.add(socket)
    for at, socket in enumerate(sockets):
        assert last_seen.absence(PLAYER, at) is None
        watchers.remove(socket)
        last_seen.leave(PLAYER, at)
    assert last_seen.absence(PLAYER, 5_001) == 5_000


def test_who_has_just_left_may_be_loading_the_page_again():
    last_seen = LastSeen(Watchers(), now=0)
    assert not last_seen.seems_here(PLAYER, 10)  # who never came loads nothing again
    last_seen.leave(PLAYER, 5_000)
    assert last_seen.seems_here(PLAYER, 5_000 + RELOAD_GRACE - 1)
    assert not last_seen.seems_here(PLAYER, 5_000 + RELOAD_GRACE)
    assert last_seen.absence(PLAYER, 5_001) == 1  # what can be claimed counts from the start


def test_who_looks_at_the_page_is_here_for_a_while():
    last_seen = LastSeen(Watchers(), now=0)
    last_seen.look(PLAYER, 40_000)
    assert last_seen.absence(PLAYER, 40_000 + PRESENCE_TTL - 1) is None
    assert last_seen.absence(PLAYER, 40_000 + PRESENCE_TTL + 5_000) == 5_000


def test_who_closes_the_page_is_away_at_once_although_it_was_just_loaded():
    watchers = Watchers()
    last_seen = LastSeen(watchers, now=0)
    last_seen.look(PLAYER, 10_000)
    watchers.add(socket := Somebody(PLAYER))
    watchers.remove(socket)
    last_seen.leave(PLAYER, 11_000)
    assert last_seen.absence(PLAYER, 12_000) == 1_000


def test_who_falls_silent_is_absent_from_then_on_although_the_socket_stays():
    watchers = Watchers()
    last_seen = LastSeen(watchers, now=0)
    first, second = Somebody(PLAYER), Somebody(PLAYER)
    for socket in (first, second):
        watchers.add(socket)
    watchers.silence(first)
    assert last_seen.absence(PLAYER, 10_000) is None  # by the other page
    watchers.silence(second)
    watchers.silence(second)
    last_seen.fall_silent(PLAYER, 10_000)
    assert not last_seen.seems_here(PLAYER, 10_000)
    watchers.remove(second)  # the server gives the connection up
    last_seen.leave(PLAYER, 45_000, is_lost=True)
    assert last_seen.absence(PLAYER, 40_001) == 30_001
    assert last_seen.is_lost(PLAYER)
    assert watchers.count_others([]) == 1
    watchers.hear(first)
    last_seen.come(PLAYER)
    assert last_seen.absence(PLAYER, 50_000) is None
    watchers.remove(first)
    last_seen.leave(PLAYER, 60_000, is_lost=True)
    assert last_seen.absence(PLAYER, 61_000) == 1_000  # another time, counted anew


def test_who_closes_the_page_is_not_said_to_have_lost_the_connection():
    last_seen = LastSeen(Watchers(), now=0)
    last_seen.leave(PLAYER, 1_000, is_lost=True)
    assert last_seen.is_lost(PLAYER)
    last_seen.leave(PLAYER, 2_000)
    assert not last_seen.is_lost(PLAYER)
    assert last_seen.absence(PLAYER, 3_000) == 1_000


def test_the_end_of_an_old_socket_takes_nobody_away():
    watchers = Watchers()
    last_seen = LastSeen(watchers, now=0)
    old, new = Somebody(PLAYER), Somebody(PLAYER)
    watchers.add(old)
    watchers.silence(old)
    last_seen.fall_silent(PLAYER, 1_000)
    watchers.add(new)
    last_seen.come(PLAYER)
    watchers.remove(old)
    last_seen.leave(PLAYER, 9_000, is_lost=True)
    watchers.remove(new)
    last_seen.leave(PLAYER, 20_000)
    assert (last_seen.absence(PLAYER, 21_000), last_seen.is_lost(PLAYER)) == (1_000, False)


def test_watchers_are_counted_by_head_and_named_in_the_order_they_came():
    watchers = Watchers()
    crowd = [Somebody(3, "carol"), Somebody(2, "bob"), Somebody(3, "carol"), Somebody(4)]
    for watcher in [*crowd, Somebody(None), Somebody(None), crowd[0]]:
        watchers.add(watcher)
    assert watchers.count_others([2, None]) == 4  # carol, a guest, two visitors
    assert watchers.names_of_others([2, None], most=20) == ["carol"]
    assert watchers.names_of_others([], most=1) == ["carol"]
    for watcher in (crowd[0], crowd[0], crowd[2]):
        watchers.remove(watcher)
    assert watchers.names_of_others([2], most=20) == []
    assert watchers.count_others([2]) == 3


@pytest.mark.django_db(transaction=True)
async def test_presence_is_told(game, alice, bob, charlie):
    first, second = Recorder(alice), Recorder(bob)
    room = await watch(uid=game.uid, watcher=first)
    for watcher in (second, Recorder(charlie), Recorder()):
        await watch(uid=game.uid, watcher=watcher)
    assert await next_presence(first) == {
        "type": "presence",
        "x": True,
        "o": True,
        "x_left": 0,
        "o_left": 0,
        "x_lost": False,
        "o_lost": False,
        "x_reads": False,
        "o_reads": False,
        "watchers": 2,
        "names": ["charlie"],
    }
    unwatch(room=room, watcher=second)
    while (told := await next_presence(first))["o"]:
        assert told["o_left"] == 0
    assert (told["x"], told["o"], told["x_left"]) == (True, False, 0)
    assert told["o_left"] >= RELOAD_GRACE


@pytest.mark.django_db(transaction=True)
async def test_a_lost_connection_is_told_at_once_and_so_is_its_return(game, alice, bob):
    first, second = Recorder(alice), Recorder(bob)
    room = await watch(uid=game.uid, watcher=first)
    await watch(uid=game.uid, watcher=second)
    await next_presence(first)
    room.fell_silent(second)
    told = await next_presence(first)
    assert (told["o"], told["o_lost"], told["x_lost"]) == (False, True, False)
    assert told["o_left"] < RELOAD_GRACE
    assert told["watchers"] == 0
    room.came_back(second)
    told = await next_presence(first)
    assert (told["o"], told["o_lost"], told["o_left"]) == (True, False, 0)


@pytest.mark.django_db(transaction=True)
async def test_nobody_hears_of_a_player_who_loads_the_page_again(game, alice, bob, monkeypatch):
    monkeypatch.setattr(presence_module, "RELOAD_GRACE", 100_000)
    first, second = Recorder(alice), Recorder(bob)
    room = await watch(uid=game.uid, watcher=first)
    await watch(uid=game.uid, watcher=second)
    await next_presence(first)
    unwatch(room=room, watcher=second)
    await next_presence(first)
    await watch(uid=game.uid, watcher=Recorder(bob))
    await next_presence(first)
    assert {(told["x"], told["o"], told["o_left"]) for told in presences(first)} == {
        (True, True, 0)
    }


@pytest.mark.django_db(transaction=True)
async def test_a_crowd_is_told_of_in_few_short_messages(game, alice):
    player = Recorder(alice)
    await watch(uid=game.uid, watcher=player)
    for number in range(1000):
        crowd = Somebody(10_000 + number, f"spectator-{number}")
        await watch(uid=game.uid, watcher=crowd)
    while not presences(player) or presences(player)[-1]["watchers"] < 1000:
        await asyncio.sleep(0.01)
    last = presences(player)[-1]
    assert last["names"] == [f"spectator-{number}" for number in range(MAX_NAMES)]
    assert len(presences(player)) < 20


@pytest.mark.django_db(transaction=True)
async def test_a_player_without_scripts_keeps_the_room_for_a_while(game, alice, monkeypatch):
    monkeypatch.setattr(presence_module, "PRESENCE_TTL", 50)
    state = await look(uid=game.uid, viewer=alice)
    assert state.presence.x
    assert not state.presence.o
    room = rooms().find_open(game.uid)
    assert room is not None
    while rooms().find_open(game.uid):
        await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_who_only_watches_leaves_no_room_behind(game, charlie):
    await look(uid=game.uid, viewer=charlie)
    await look(uid=game.uid, viewer=None)
    assert rooms().find_open(game.uid) is None


@pytest.mark.django_db(transaction=True)
async def test_the_computer_is_always_here(alice):
    terms = Terms(opponent=Game.Opponent.COMPUTER, level="rules", side="x")
    game = await create_game(creator=alice, terms=terms)
    state = await look(uid=game.uid, viewer=alice)
    assert (state.presence.o, state.presence.o_left) == (True, 0)
    assert await User.objects.filter(kind="engine").aexists()
