"""The sockets of a game and of the lobby, as a client meets them."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from channels.layers import InMemoryChannelLayer, get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.utils import timezone

from games.core.clock import parse_time_control
from games.live import announce, limits
from games.live.cluster.peer_processes import group_of_game
from games.live.rooms import rooms
from games.live.sockets import consumer as site_consumer
from games.live.sockets import receiving
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database, records
from games.live.storage.database import Unavailable
from games.models import ChatLine, Game, Move
from games.play.chat import services as chat_services
from games.play.game import consumer
from games.play.game.leaving import leave_all
from games.play.game.services import offer, play, resign
from games.play.game.terms import Terms
from games.play.lobby import challenges
from games.play.lobby import consumer as lobby_consumer
from games.play.lobby.services import cancel, create_game, join
from games.play.notices import consumer as notice_consumer
from games.urls import websocket_urlpatterns
from tests.playing import begun
from tictactoe_site.common.asgi_extensions import RECEIVE_NOW, SEND_NOW
from tictactoe_site.common.limiters.in_memory import TokenBuckets

pytestmark = pytest.mark.django_db(transaction=True)

application = URLRouter(websocket_urlpatterns)


class Client(WebsocketCommunicator):
    """A socket of one user, whose messages are dictionaries, at a server like ours.

    It hands over each text at once, and queues what is not handled then.
    """

    def __init__(self, path: str, user=None, address: str = "192.0.2.1") -> None:
        super().__init__(application, path)
        self.scope |= {"user": user, "session_key": "", "client": (address, 50_000)}
        self.handle_now = None
        self.scope["extensions"] = {RECEIVE_NOW: partial(setattr, self, "handle_now")}

    async def say(self, **message) -> None:
        text = json.dumps(message)
        is_direct = self.handle_now and self.input_queue.empty()
        if not is_direct or not self.handle_now(text):
            await self.send_to(text_data=text)

    async def hear(self, kind: str) -> dict:
        """The next message of *kind*, passing over others."""
        return await self.hear_any(kind)

    async def hear_any(self, *kinds: str) -> dict:
        """The next message of one of *kinds*."""
        while True:
            message = json.loads(await self.receive_from(timeout=30))
            if message["type"] in kinds:
                return message

    async def closed_with(self) -> int:
        """The code that the server closes with, passing over messages."""
        while True:
            event = await self.receive_output(timeout=30)
            if event["type"] == "websocket.close":
                return event["code"]


@asynccontextmanager
async def connected(path: str, user=None, **more: str) -> AsyncIterator[Client]:
    client = Client(path, user, **more)
    accepted, _ = await client.connect(timeout=30)
    assert accepted
    try:
        yield client
    finally:
        await client.disconnect()


def warned(caplog) -> list[str]:
    """What sockets have warned of; nobody has logged a traceback."""
    assert not [record for record in caplog.records if record.exc_info]
    lines = [record for record in caplog.records if record.name == database.__name__]
    return [record.getMessage() for record in lines if record.levelname == "WARNING"]


@pytest.fixture
def game(alice, bob) -> Game:
    return begun(alice, bob)


@pytest.fixture
def path(game) -> str:
    return f"/ws/games/{game.uid}/"


async def test_a_client_gets_the_whole_state_and_its_seats_first(path, alice):
    async with connected(path, alice) as client:
        state = json.loads(await client.receive_from(timeout=30))
    assert state["type"] == "game"
    assert state["you"] == ["x"]
    assert state["status"] == "ongoing"
    assert state["seats"]["o"] == {"name": "bob", "kind": "person", "label": "bob", "level": 0}


async def test_two_tabs_see_each_others_moves_and_a_third_watches(path, alice, bob):
    async with (
        connected(path, alice) as x,
        connected(path, bob) as o,
        connected(path) as watcher,
    ):
        for client in (x, o, watcher):
            await client.hear("game")  # from now on it is told of every move
        await x.say(type="play", ply=0, cell=4, id="a")
        for client in (x, o, watcher):
            moved = await client.hear("moved")
            assert (moved["ply"], moved["cell"], moved["id"]) == (0, 4, "a")
        await o.say(type="resign")
        for client in (x, o, watcher):
            ended = await client.hear("ended")
            assert (ended["outcome"], ended["termination"]) == ("x", "resignation")


@pytest.mark.parametrize(
    "command",
    [
        {"type": "play", "ply": 0, "cell": 0},
        {"type": "resign"},
        {"type": "abort"},
        {"type": "offer", "what": "draw"},
        {"type": "answer", "what": "draw", "yes": True},
    ],
)
@pytest.mark.parametrize("who", ["nobody", "charlie"])
async def test_every_command_needs_a_seat(path, charlie, who, command):
    async with connected(path, charlie if who == "charlie" else None) as client:
        await client.say(**command)
        assert (await client.hear("refused"))["code"] == "not_seated"
    assert await Move.objects.acount() == 0


async def test_a_refused_move_names_its_id(path, bob):
    async with connected(path, bob) as client:
        await client.say(type="play", ply=0, cell=4, id="b1")
        assert await client.hear("refused") == {
            "type": "refused",
            "code": "not_your_turn",
            "id": "b1",
        }


async def test_a_stale_move_is_refused_with_the_state(path, game, alice, bob):
    await play(uid=game.uid, player=alice, ply=0, cell=4)
    async with connected(path, alice) as client:
        await client.hear("game")
        await client.say(type="play", ply=0, cell=5, id="late")
        assert (await client.hear("refused"))["code"] == "stale_ply"
        assert (await client.hear("game"))["moves"] == [4]


async def test_another_move_with_an_id_that_was_used_is_refused_with_the_state(path, alice, bob):
    async with connected(path, alice) as hers, connected(path, bob) as his:
        await hers.say(type="play", ply=0, cell=4, id="same")
        await hers.hear("moved")
        for client, cell in ((hers, 5), (his, 4), (his, 7)):
            await client.say(type="play", ply=0, cell=cell, id="same")
            assert (await client.hear("refused"))["code"] == "id_used"
            assert (await client.hear("game"))["moves"] == [4]


async def test_a_move_sent_twice_is_made_once_and_acknowledged_twice(path, alice):
    async with connected(path, alice) as client:
        await client.say(type="play", ply=0, cell=4, id="same")
        await client.hear("moved")
        await client.say(type="play", ply=0, cell=4, id="same")
        assert (await client.hear("game"))["ids"] == ["same"]
    assert await Move.objects.acount() == 1


async def test_hints_come_through_any_layer_also_one_that_cannot_call(path, alice, monkeypatch):
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(receiving, "get_channel_layer", lambda alias: layer)
    async with connected(path, alice) as client:
        await client.hear("game")
        await layer.group_send(announce.group_of_user(alice.pk), {"type": "user.revoked"})
        assert await client.closed_with() == 4403


async def test_hints_are_followed_in_the_order_in_which_they_came(path, alice, game):
    async with connected(path, alice) as client:
        await client.hear("game")
        group = announce.group_of_user(alice.pk)
        for session in ("another", announce.session_name("")):
            await get_channel_layer().group_send(
                group, {"type": "user.password_changed", "session": session}
            )
        assert await client.closed_with() == 4401
        assert await client.closed_with() == 1012


async def test_a_ping_with_an_old_version_brings_the_state(path, alice):
    async with connected(path, alice) as client:
        version = (await client.hear("game"))["version"]
        await client.say(type="ping", version=version)
        assert await client.hear("pong") == {"type": "pong", "version": version}
        await client.say(type="ping", version=version - 1)
        assert (await client.hear("game"))["version"] == version


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        "[" * 4000,
        "NaN",
        "1" * 4000,
        '{"type":"play"}',
        '{"type":"play","ply":0,"cell":NaN}',
        '{"type":"play","ply":0,"cell":361}',
        '{"type":"play","ply":0,"cell":1.5}',
        '{"type":"play","ply":0,"cell":true}',
        '{"type":"play","ply":0,"cell":1,"extra":1}',
        '{"type":"play","ply":0,"cell":1,"id":"\\u0000"}',
        '{"type":"play","ply":0,"cell":1,"id":"\\ud800"}',
        '{"type":"offer","what":"everything"}',
        '{"type":"game"}',
        '{"type":"say"}',
        '{"type":"say","text":5}',
        '{"type":"say","text":"\\ud800"}',
        '{"type":"say","text":"hi","room":"watchers"}',
        '{"type":"listen","room":"players"}',
        '{"type":"ping","version":99999999999}',
        '{"type":"resign","x":' + "[" * 3000,
        '{"x":' + "[" * 1500 + "]" * 1500 + ',"type":"resign"}',
        "\udc80",
    ],
)
async def test_a_bad_message_is_refused_once_and_the_socket_lives(path, alice, frame):
    async with connected(path, alice) as client:
        await client.hear("game")
        await client.send_input({"type": "websocket.receive", "text": frame})
        assert (await client.hear("refused"))["code"] == "bad_message"
        await client.say(type="ping", version=0)
        await client.hear("pong")


async def test_a_line_too_long_for_any_chat_is_a_bad_message(path, alice):
    async with connected(path, alice) as client:
        await client.say(type="say", text="x" * 1001)
        assert (await client.hear("refused"))["code"] == "bad_message"


async def test_players_chat_and_a_watcher_hears_none_of_it(path, alice, bob, charlie):
    async with (
        connected(path, alice) as x,
        connected(path, bob) as o,
        connected(path, charlie) as watcher,
    ):
        for client in (x, o, watcher):
            await client.hear("game")
        await x.say(type="say", text="<b>good luck</b>", id="a1")
        for client in (x, o):
            said = await client.hear("said")
            line = said["line"]
            assert (said["id"], line["room"], line["name"]) == ("a1", "players", "alice")
            assert line["text"] == "<b>good luck</b>"
        await watcher.say(type="say", text="who wins?")
        assert (await watcher.hear("said"))["line"]["room"] == "watchers"


async def test_no_line_is_told_before_an_answer_that_lacks_it(path, game, alice, bob, monkeypatch):
    reading, said = threading.Event(), threading.Event()
    chat_for = consumer.chat_for

    def read_slowly(*arguments):
        lines = chat_for(*arguments)
        reading.set()
        said.wait(0.3)  # the line would be kept and told in this time
        return lines

    monkeypatch.setattr(consumer, "chat_for", read_slowly)
    async with connected(path, alice) as x, connected(path, bob) as o:
        await o.say(type="listen")
        await asyncio.to_thread(reading.wait, 5)
        await x.say(type="say", text="hello", id="a1")
        asked = [await o.hear_any("chat", "said"), await o.hear_any("chat", "said")]
        said.set()
    assert [message["type"] for message in asked] == ["chat", "said"]


async def test_listening_brings_what_may_be_read_and_where_to_speak(path, game, alice, bob):
    await chat_services.say(uid=game.uid, player=alice, text="hello")
    async with connected(path, bob) as o, connected(path) as watcher:
        await o.say(type="listen")
        chat = await o.hear("chat")
        assert (chat["room"], [line["text"] for line in chat["lines"]]) == ("players", ["hello"])
        await watcher.say(type="listen")
        assert await watcher.hear("chat") == {"type": "chat", "room": "watchers", "lines": []}


async def test_a_refused_line_names_its_id(path, alice):
    async with connected(path, alice) as client, connected(path) as watcher:
        await client.say(type="say", text="\u200b", id="e1")
        assert await client.hear("refused") == {"type": "refused", "code": "empty", "id": "e1"}
        await watcher.say(type="say", text="hello", id="w1")
        assert await watcher.hear("refused") == {"type": "refused", "code": "sign_in", "id": "w1"}


async def test_a_line_that_could_not_be_kept_is_to_be_said_again(path, alice, monkeypatch):
    def fail(*args: object, **kwargs: object) -> None:
        raise OperationalError

    monkeypatch.setattr(ChatLine, "save", fail)
    async with connected(path, alice) as client:
        await client.say(type="say", text="hello", id="h1")
        assert await client.hear("retry") == {"type": "retry", "id": "h1"}


async def test_a_line_said_in_another_process_is_heard_once(path, game, alice, bob):
    async with connected(path, bob) as one, connected(path, bob) as two:
        for client in (one, two):
            await client.hear("game")
        row = await ChatLine.objects.acreate(
            game=game, room="players", author=alice, text="from afar", at=timezone.now()
        )
        await announce.said(game.uid, row.pk)
        await chat_services.say(uid=game.uid, player=alice, text="from here")
        for client in (one, two):
            heard = [(await client.hear("said"))["line"]["text"] for _ in range(2)]
            assert sorted(heard) == ["from afar", "from here"]
            await client.say(type="ping", version=0)
            assert (await client.hear("pong"))["type"] == "pong"


async def test_a_binary_frame_is_refused(path, alice):
    async with connected(path, alice) as client:
        await client.send_to(bytes_data=b'{"type":"resign"}')
        assert (await client.hear("refused"))["code"] == "bad_message"


async def test_a_message_over_four_kibibytes_is_refused(path, alice):
    async with connected(path, alice) as client:
        await client.send_to(text_data='{"type":"resign"}' + " " * 4096)
        assert (await client.hear("refused"))["code"] == "too_long"


async def test_the_fifth_bad_message_closes_the_socket(path, alice):
    async with connected(path, alice) as client:
        for _ in range(5):
            await client.send_to(text_data="{")
        assert await client.closed_with() == 4400


async def test_a_flood_is_refused_beyond_its_burst(path, alice):
    async with connected(path, alice) as client:
        await client.hear("game")
        for _ in range(30):
            await client.say(type="ping", version=0)
        assert (await client.hear("refused"))["code"] == "too_fast"


async def test_a_socket_has_only_so_many_commands_that_are_not_settled(path, alice, monkeypatch):
    go_on = threading.Event()

    def write(entries):
        assert go_on.wait(10)
        records.write(entries)

    monkeypatch.setattr("games.live.storage.journal.write", write)
    monkeypatch.setattr(consumer, "MAX_UNSETTLED", 2)
    async with connected(path, alice) as client:
        await client.hear("game")
        for id in "abc":
            await client.say(type="play", ply=0, cell=4, id=id)
        assert await client.hear("refused") == {"type": "refused", "code": "too_fast", "id": "c"}
        go_on.set()
        assert (await client.hear("moved"))["id"] == "a"
        assert (await client.hear("refused"))["id"] == "b"
        await client.say(type="play", ply=0, cell=4, id="a")
        assert (await client.hear("game"))["ids"] == ["a"]


@pytest.mark.parametrize("is_direct", [True, False], ids=["handed over", "queued"])
async def test_a_message_waits_for_the_one_before_it(path, game, alice, monkeypatch, is_direct):
    """Chat is kept in the database before it is told; what is asked meanwhile comes after it."""
    save, go_on = ChatLine.save, threading.Event()

    def save_late(*args: object, **kwargs: object) -> None:
        assert go_on.wait(10)
        save(*args, **kwargs)

    monkeypatch.setattr(ChatLine, "save", save_late)
    async with connected(path, alice) as client:
        await client.hear("game")
        client.handle_now = client.handle_now if is_direct else None
        await client.say(type="say", text="hello")
        await client.say(type="ping", version=0)
        await client.say(type="play", ply=0, cell=4)
        for _ in range(20):  # the socket's task has its turns
            await asyncio.sleep(0)
        go_on.set()
        heard = []
        while len(heard) < 3:
            message = json.loads(await client.receive_from(timeout=30))
            heard += [message["type"]] * (message["type"] in ("said", "pong", "moved"))
        assert heard == ["said", "pong", "moved"]


async def test_a_socket_whose_session_has_ended_unheard_is_closed(path, alice, monkeypatch):
    monkeypatch.setattr(site_consumer, "SECONDS_BETWEEN_SESSION_CHECKS", 0)
    async with connected(path, alice) as client:
        await client.hear("game")
        await client.say(type="play", ply=0, cell=4)
        assert await client.closed_with() == 4401
    assert not await Move.objects.aexists()


async def test_a_message_whose_session_cannot_be_read_now_is_to_be_sent_again(
    path, alice, monkeypatch, caplog
):
    def fail(*args: object) -> None:
        raise Unavailable from OperationalError("no such column")

    monkeypatch.setattr(site_consumer, "SECONDS_BETWEEN_SESSION_CHECKS", 0)
    monkeypatch.setattr(site_consumer, "user_of", fail)
    async with connected(path, alice) as client:
        await client.say(type="ping", version=0)
        await client.hear("retry")
    assert warned(caplog) == ["a message was not carried out: OperationalError: no such column"]


@pytest.mark.usefixtures("no_token_comes_back")
async def test_who_floods_on_is_shut_out(path, alice):
    async with connected(path, alice) as client:
        for _ in range(100):
            await client.say(type="ping", version=0)
        assert await client.closed_with() == 4429


async def test_a_reader_that_does_not_keep_up_is_cut(path, game, alice, monkeypatch):
    async with connected(path, alice) as client:
        await client.hear("game")

        async def stall(self, **kwargs) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(site_consumer.SiteConsumer, "send", stall)
        room = rooms().find_open(game.uid)
        for _ in range(site_consumer.FRAMES_WAITING + 1):
            room.tell_state()
            await asyncio.sleep(0)
        room.tell_state()
        assert await client.closed_with() == 4429


async def test_a_socket_that_cannot_be_written_to_harms_nobody_else(path, game, alice, bob):
    written: list[str] = []

    def fail(frame: str) -> None:
        written.append(frame)
        raise RuntimeError

    broken = Client(path, alice)
    broken.scope["extensions"][SEND_NOW] = fail
    await broken.connect(timeout=30)
    assert await broken.closed_with() == 1012
    async with connected(path, bob) as o:
        await o.hear("game")
        await play(uid=game.uid, player=alice, ply=0, cell=4)
        assert (await o.hear("moved"))["ply"] == 0
    assert len(written) == 1
    await broken.disconnect()


async def test_there_is_no_socket_of_a_game_that_is_not(alice):
    async with connected("/ws/games/0123456789/", alice) as client:
        assert await client.closed_with() == 4404


async def test_a_socket_that_was_refused_passes_over_what_the_others_hear(
    alice, bob, charlie, caplog
):
    game = await challenges.challenge(creator=alice, invited=bob, terms=Terms())
    async with connected(f"/ws/games/{game.uid}/", charlie) as client:
        assert await client.closed_with() == 4404
        # It hears of the game until its client has closed, too.
        await announce.changed(game.uid, 1)
        await announce.send(group_of_game(game.uid), {"type": "game.said", "number": 1})
        await announce.removed(game.uid)
        assert await client.closed_with() == 4404
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_user_has_five_sockets_at_most(path, alice, settings):
    settings.SOCKETS_PER_USER = 2
    async with connected(path, alice), connected(path, alice):
        async with connected(path, alice) as third:
            assert await third.closed_with() == 4429
        async with connected("/ws/lobby/") as nobody:
            await nobody.hear("lobby")
    async with connected(path, alice) as again:
        await again.hear("game")


async def test_who_is_banned_gets_no_socket(path, alice):
    from django.utils import timezone

    alice.banned_at = timezone.now()
    async with connected(path, alice) as client:
        assert await client.closed_with() == 4403


async def test_sockets_of_a_closed_account_are_shut(path, alice):
    async with connected(path, alice) as client:
        await client.hear("game")
        await announce.revoked(alice.pk)
        assert await client.closed_with() == 4403


async def test_the_lobby_shows_what_waits_and_what_changes(alice, bob):
    waiting = await create_game(creator=alice, terms=Terms())
    async with connected("/ws/lobby/") as client:
        rows = (await client.hear("lobby"))["games"]
        assert [row["uid"] for row in rows] == [waiting.uid]
        assert (rows[0]["name"], rows[0]["seat"]) == ("alice", "o")
        await create_game(creator=alice, terms=Terms(opponent="friend"))
        another = await create_game(creator=alice, terms=Terms(side="either"))
        opened = await client.hear("opened")
        assert (opened["game"]["uid"], opened["game"]["seat"]) == (another.uid, "either")
        await join(uid=waiting.uid, player=bob)
        assert (await client.hear("closed"))["uid"] == waiting.uid


async def test_what_changes_while_the_open_games_are_read_comes_after_them(monkeypatch):
    async def read() -> str:
        await lobby_consumer.lobby_feed().tell("changed meanwhile")
        return "the open games"

    monkeypatch.setattr(lobby_consumer, "_lobby_frame", read)
    async with connected("/ws/lobby/") as client:
        heard = [await client.receive_from(timeout=30) for _ in range(2)]
        assert heard == ["the open games", "changed meanwhile"]
        await lobby_consumer.lobby_feed().tell("changed later")
        assert await client.receive_from(timeout=30) == "changed later"


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/me/"])
async def test_a_socket_that_comes_while_the_database_fails_leaves_nothing(
    path, alice, monkeypatch, caplog
):
    def fail(*args: object) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(lobby_consumer, "open_games_rows", fail)
    monkeypatch.setattr(notice_consumer, "uids_waiting_for", fail)
    async with connected(path, alice) as client:
        assert await client.closed_with() == 1012
    assert warned(caplog) == ["a socket was sent away: OperationalError: no server"]
    assert not SiteConsumer._places_of_users.held(alice.pk)
    assert not lobby_consumer.lobby_feed()._listeners


async def test_the_lobby_hears_nothing_of_games_it_does_not_show(alice, bob, charlie):
    async def challenge() -> Game:
        return await challenges.challenge(creator=alice, invited=bob, terms=Terms())

    async with connected("/ws/lobby/") as stranger:
        await stranger.hear("lobby")
        friends = await create_game(creator=alice, terms=Terms(opponent="friend"))
        await join(uid=friends.uid, player=bob)
        called_off = await create_game(creator=alice, terms=Terms(opponent="friend"))
        await cancel(uid=called_off.uid, player=alice)
        withdrawn = await challenge()
        await cancel(uid=withdrawn.uid, player=alice)
        accepted = await challenge()
        await join(uid=accepted.uid, player=bob)
        await challenge()
        await leave_all(user=alice)
        public = await create_game(creator=charlie, terms=Terms())
        await cancel(uid=public.uid, player=charlie)
        assert (await stranger.hear("opened"))["game"]["uid"] == public.uid
        assert (await stranger.hear("closed"))["uid"] == public.uid
        assert await stranger.receive_nothing()


async def test_the_next_game_counts_for_the_address_of_the_socket(
    game, path, alice, bob, monkeypatch
):
    monkeypatch.setattr(limits, "GAMES_OF_ADDRESS", TokenBuckets(at_once=1, seconds=60))
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    limits.GAMES_OF_ADDRESS.take("2001:db8::/64")
    async with connected(path, bob, address="2001:db8::7") as client:
        await client.say(type="answer", what="rematch", yes=True)
        assert (await client.hear("refused"))["code"] == "too_fast"
    async with connected(path, bob, address="192.0.2.1") as client:
        await client.say(type="answer", what="rematch", yes=True)
        while not (await client.hear("game"))["next"]:
            pass


async def test_a_challenge_is_not_there_for_others_until_it_is_accepted(alice, bob, charlie):
    game = await challenges.challenge(creator=alice, invited=bob, terms=Terms())
    path = f"/ws/games/{game.uid}/"
    for stranger in (None, charlie):
        async with connected(path, stranger) as client:
            assert await client.closed_with() == 4404
    async with connected(path, bob) as client:
        assert (await client.hear("game"))["uid"] == game.uid
    await join(uid=game.uid, player=bob)
    async with connected(path, charlie) as client:
        assert (await client.hear("game"))["uid"] == game.uid


async def test_the_lobby_only_listens_to_pings(alice):
    async with connected("/ws/lobby/", alice) as client:
        await client.say(type="ping", version=0)
        await client.hear("pong")
        await client.say(type="resign")
        assert (await client.hear("refused"))["code"] == "bad_message"


# Notices.


async def test_a_notice_comes_through_the_socket_of_any_page(alice, bob):
    async with connected("/ws/me/", bob) as client:
        assert (await client.hear("waiting"))["uids"] == []
        game = await challenges.challenge(
            creator=alice, invited=bob, terms=Terms(opponent="friend")
        )
        notice = await client.hear("notice")
        assert (notice["kind"], notice["name"], notice["uid"]) == ("challenge", "alice", game.uid)
        assert notice["waiting"] == [notice["uid"]]
        await client.say(type="ping", version=0)
        await client.hear("pong")


async def test_notices_are_for_those_whom_the_site_knows():
    client = Client("/ws/me/")
    await client.connect(timeout=30)
    assert await client.closed_with() == 4401


async def test_whoever_closes_the_last_page_waits_in_the_lobby_no_longer(alice):
    game = await create_game(creator=alice, terms=Terms(control=parse_time_control("60+2")))

    async def waits() -> bool:
        return await Game.objects.waiting(timezone.now()).filter(pk=game.pk).aexists()

    async with connected("/ws/me/", alice):
        async with connected(f"/ws/games/{game.uid}/", alice):
            assert alice.pk in SiteConsumer.users_here()
        assert await waits()  # on another page
    assert alice.pk not in SiteConsumer.users_here()
    assert not await waits()
    async with connected("/ws/me/", alice) as page:
        await page.hear("waiting")  # which comes once it has been noted
        assert await waits()


def let_time_pass(seconds: float) -> None:
    """So long nothing is heard, as the server counts it."""
    for _ in range(int(seconds / site_consumer.SECONDS_BETWEEN_LOOKS)):
        SiteConsumer.look_for_silence()


async def hear_presence(client: Client, *, o: bool) -> dict:
    """The next that *client* is told of who is here in which O is, or is not."""
    while (told := await client.hear("presence"))["o"] != o:
        pass
    return told


async def test_a_page_that_falls_silent_is_told_of_within_eight_seconds_and_again_when_it_is_back(
    path, alice, bob
):
    async with connected(path, alice) as x, connected(path, bob) as o:
        await x.hear("game")
        await o.hear("game")
        await hear_presence(x, o=True)
        let_time_pass(site_consumer.LOST_AFTER - 0.5)
        await x.say(type="ping", version=0)
        let_time_pass(0.5)
        told = await hear_presence(x, o=False)
        assert (told["x"], told["o_lost"]) == (True, True)
        await o.say(type="ping", version=0)
        assert not (await hear_presence(x, o=True))["o_lost"]


async def test_a_page_out_of_sight_may_sleep_without_being_accused(path, alice, bob):
    async with connected(path, alice) as x, connected(path, bob) as o:
        await x.hear("game")
        await o.say(type="ping", version=0, hidden=True)
        await o.hear("pong")
        await hear_presence(x, o=True)
        let_time_pass(14)
        assert bob.pk in SiteConsumer.users_here()
        let_time_pass(1)
        assert bob.pk not in SiteConsumer.users_here()  # nobody is to be seated with them either
        await o.say(type="ping", version=0)
        await o.hear("pong")
        let_time_pass(site_consumer.LOST_AFTER)
        assert (await hear_presence(x, o=False))["o_lost"]


async def test_who_looks_elsewhere_for_long_is_here_while_their_browser_answers(path, bob):
    hidden = Client(path, bob)
    answer = []
    hidden.scope["extensions"][site_consumer.HEAR_PONGS] = answer.append
    await hidden.connect(timeout=30)
    await hidden.hear("game")
    for is_hidden in (True, False):
        await hidden.say(type="ping", version=0, hidden=is_hidden)
        await hidden.hear("pong")
        let_time_pass(14)
        answer[0]()
        let_time_pass(14)
        # A page that is looked at has to say something itself.
        assert (bob.pk in SiteConsumer.users_here()) is is_hidden
    await hidden.disconnect()


async def test_people_and_guests_are_here_with_a_page_and_programs_are_not(path, alice, bob):
    async with connected(path, alice) as page, connected(path, bob):
        await page.hear("game")
        assert SiteConsumer.users_here(people_only=True).keys() == {alice.pk, bob.pk}
        bob.kind = bob.Kind.BOT
        assert SiteConsumer.users_here(people_only=True).keys() == {alice.pk}
        let_time_pass(15)
        assert SiteConsumer.users_here(people_only=True).keys() == set()
        await page.say(type="ping", version=0)
        assert SiteConsumer.users_here(people_only=True).keys() == {alice.pk}


@pytest.mark.parametrize(("code", "is_here"), [(1001, False), (1012, True)])
async def test_who_is_sent_to_another_process_has_not_left(alice, code, is_here):
    terms = Terms(control=parse_time_control("60+2"))
    game = await create_game(creator=alice, terms=terms)
    client = Client("/ws/lobby/", alice)
    await client.connect(timeout=30)
    await client.hear("lobby")
    await client.disconnect(code=code)
    await game.arefresh_from_db()
    assert game.has_creator_here(timezone.now()) is is_here
