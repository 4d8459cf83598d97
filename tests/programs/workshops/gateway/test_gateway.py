"""`/socket.io/` as its clients see it, with a namespace that echoes."""

import asyncio
import json

import pytest

from games.core.errors import GameError
from games.programs.workshops.gateway import client as client_module
from games.programs.workshops.gateway import session as session_module
from games.programs.workshops.gateway.messages import GatewayMessage, Type, event
from games.programs.workshops.gateway.packets import Packet, PacketKind, Revision, write_payload
from games.programs.workshops.gateway.session import MAX_BODY_BYTES, MAX_UNREAD
from tests.programs.workshops.clients import Client, Request, WebSocket
from tests.waiting import until
from tictactoe_site.server import socket_io
from tictactoe_site.server.asgi_types import ON_STOP
from tictactoe_site.server.socket_io import BesideSocketIO, Gateway

BOTH = pytest.mark.parametrize("revision", Revision)
TRANSPORTS = pytest.mark.parametrize("transport", ["polling", "websocket"])


class Echo:
    """A visitor who is told what it says."""

    def __init__(self, code, address, emit, hang_up) -> None:
        self.code, self.address, self.emit, self.hang_up = code, address, emit, hang_up
        self.has_left = False

    def greet(self) -> None:
        self.emit("hello", self.code)

    async def handle(self, name, data) -> None:
        if name == "wait":
            await asyncio.sleep(3600)
        if name == "refuse":
            raise GameError(data)
        if name == "fail":
            raise RuntimeError
        self.emit(name, data)

    async def leave(self) -> None:
        self.has_left = True


@pytest.fixture
def visitors() -> list[Echo]:
    return []


@pytest.fixture
def gateway(visitors) -> Gateway:
    async def enter(code, *, address, emit, hang_up):
        if not code.startswith("ROOM"):
            raise GameError("no_such_workshop")
        visitors.append(Echo(code, address, emit, hang_up))
        return visitors[-1]

    return Gateway(enter, clients_per_address=5)


def ask(gateway, method="GET", body=b"", headers=None, **query):
    query = {"EIO": "4", "transport": "polling"} | query
    return Request(gateway, query, method=method, body=body, **(headers or {})).answer()


# ---- talking ----------------------------------------------------------------------------------


@BOTH
@TRANSPORTS
async def test_a_client_is_greeted_and_heard(gateway, revision, transport):
    async with Client(gateway, "ROOM", revision=revision, transport=transport) as client:
        assert client.greeting["pingInterval"] == 25_000
        assert client.greeting["pingTimeout"] == 20_000
        assert client.greeting["upgrades"] == (["websocket"] if transport == "polling" else [])
        assert await client.hear("hello") == "ROOM"
        assert await client.emit("say", {"text": "höre 😀"}) == {"ok": True}
        assert await client.hear("say") == {"text": "höre 😀"}


@BOTH
@TRANSPORTS
async def test_a_refusal_is_acknowledged_with_its_code(gateway, revision, transport):
    async with Client(gateway, "ROOM", revision=revision, transport=transport) as client:
        assert await client.emit("refuse", "not_now") == {"error": "not_now"}


@BOTH
async def test_an_unknown_namespace_gets_an_error(gateway, revision):
    client = Client(gateway, "ELSEWHERE", revision=revision)
    await client.open()
    refused = await client.connect()
    assert refused.type is Type.ERROR
    data = {"message": "no_such_workshop"} if revision is Revision.FOUR else "no_such_workshop"
    assert refused.data == data
    await client.leave()


async def test_case_and_slashes_of_a_namespace_do_not_matter(gateway):
    async with Client(gateway, "room5/") as client:
        assert await client.hear("hello") == "ROOM5"


async def test_events_outside_a_namespace_are_refused(gateway):
    client = Client(gateway, "ROOM")
    await client.open()
    assert await client.emit("say", 1) == {"error": "bad_message"}
    await client.leave()


async def test_only_revision_3_takes_the_root_for_granted(gateway):
    async with Client(gateway, "", revision=Revision.THREE) as old:
        assert (await old.hear_message(lambda it: True)) == GatewayMessage(Type.CONNECT)
    new = Client(gateway, "")
    await new.open()
    assert (await new.connect()).type is Type.ERROR
    await new.leave()


async def test_what_fails_here_does_not_end_the_client(gateway, caplog):
    async with Client(gateway, "ROOM") as client:
        assert await client.emit("fail") == {"error": "unavailable"}
        assert await client.emit("say", 1) == {"ok": True}
    assert "could not be carried out" in caplog.text


@TRANSPORTS
async def test_a_client_that_goes_leaves_its_namespaces(gateway, visitors, transport):
    async with Client(gateway, "ROOM", transport=transport):
        pass
    await until(lambda: visitors[0].has_left and not len(gateway.sessions))


async def test_a_visitor_can_be_sent_away(gateway, visitors):
    async with Client(gateway, "ROOM") as client:
        visitors[0].hang_up()
        gone = await client.hear_message(lambda it: it.type is Type.DISCONNECT)
        assert gone.namespace == "/ROOM"
        await until(lambda: visitors[0].has_left)


# ---- transports -------------------------------------------------------------------------------


@BOTH
async def test_polls_are_upgraded_to_a_socket(gateway, revision):
    client = Client(gateway, "ROOM", revision=revision)
    await client.open()
    socket = WebSocket(gateway, client.query | {"transport": "websocket"})
    assert await socket.is_accepted()
    socket.write("2probe")
    assert await socket.read() == "3probe"
    await client.poll.task  # the poll that was held ends
    client._reading.cancel()
    visit = asyncio.create_task(client.post(write_payload(
        [Packet(PacketKind.MESSAGE, "0/ROOM,")], revision)))  # fmt: skip
    await visit
    socket.write("5")
    assert (await socket.read()).startswith("40/ROOM")
    assert await socket.read() == '42/ROOM,["hello","ROOM"]'
    socket.write('42/ROOM,["say",1]')
    assert await socket.read() == '42/ROOM,["say",1]'
    assert (await ask(gateway, sid=client.query["sid"])).status == 400  # it polls no more
    await socket.leave()
    assert len(gateway.sessions) == 0


async def test_an_upgrade_that_is_given_up_leaves_the_polls(gateway):
    async with Client(gateway, "ROOM") as client:
        socket = WebSocket(gateway, client.query | {"transport": "websocket"})
        await socket.is_accepted()
        socket.write("2probe")
        await socket.read()
        await socket.leave()
        assert await client.emit("say", 1) == {"ok": True}


async def test_a_client_tries_one_socket_at_a_time(gateway):
    async with Client(gateway, "ROOM") as client:
        query = client.query | {"transport": "websocket"}
        first, second = WebSocket(gateway, query), WebSocket(gateway, query)
        assert await first.is_accepted()
        assert not await second.is_accepted()
        await first.leave()
        again = WebSocket(gateway, query)
        assert await again.is_accepted()
        await again.leave()


@pytest.mark.parametrize("said", [[], ["2probe"]])
async def test_a_socket_to_which_a_client_does_not_agree_is_closed(gateway, monkeypatch, said):
    monkeypatch.setattr(socket_io, "PATIENCE", 0.1)
    async with Client(gateway, "ROOM") as client:
        socket = WebSocket(gateway, client.query | {"transport": "websocket"})
        assert await socket.is_accepted()
        for text in said:
            socket.write(text)
            assert await socket.read() == "3probe"
        assert await socket.read() is None
        assert await client.emit("say", 1) == {"ok": True}


async def test_a_held_poll_ends_with_a_noop(gateway, monkeypatch):
    monkeypatch.setattr(session_module, "MAX_POLL", 0.02)
    client = Client(gateway)
    await client.open()
    client._reading.cancel()
    await asyncio.sleep(0)
    assert (await client.get()).body == "6"


async def test_a_server_that_stops_ends_the_held_polls(gateway):
    async with Client(gateway, "ROOM") as client:
        await client.hear("hello")
        await asyncio.sleep(0.01)
        poll = client.poll
        poll.state[ON_STOP]()
        assert (await poll.answer()).body == "6"


async def test_two_polls_at_once_end_the_session(gateway):
    client = Client(gateway, "ROOM")
    await client.open()
    await asyncio.sleep(0.01)
    assert (await client.request().answer()).status == 400
    assert (await client.request().answer()).status == 400
    assert len(gateway.sessions) == 0


async def test_a_client_that_closes_is_forgotten(gateway, visitors):
    async with Client(gateway, "ROOM") as client:
        await client.post("1")
        await until(lambda: visitors[0].has_left)


# ---- pings ------------------------------------------------------------------------------------


@TRANSPORTS
async def test_clients_of_revision_3_ping(gateway, transport):
    client = Client(gateway, revision=Revision.THREE, transport=transport)
    await client.open()
    client._reading.cancel()
    if client.socket:
        client.socket.write("2hi")
        assert await client.socket.read() == "40"
        assert await client.socket.read() == "3hi"
    else:
        await client.post("3:2hi")
        assert (await client.get()).body == "3:3hi"
    await client.leave()


@BOTH
async def test_a_client_that_is_silent_is_given_up(gateway, monkeypatch, revision):
    monkeypatch.setattr(session_module, "PING_INTERVAL", 0.03)
    monkeypatch.setattr(session_module, "PING_TIMEOUT", 0.02)
    client = Client(gateway, revision=revision, transport="websocket")
    await client.open()
    async with asyncio.timeout(30):
        await client._reading
    assert len(gateway.sessions) == 0


async def test_a_client_that_answers_pings_stays(gateway, monkeypatch):
    monkeypatch.setattr(session_module, "PING_INTERVAL", 0.1)
    monkeypatch.setattr(session_module, "PING_TIMEOUT", 0.05)
    socket = WebSocket(gateway, {"EIO": "4", "transport": "websocket"})
    await socket.is_accepted()
    await socket.read()
    for _ in range(4):
        assert await socket.read() == "2"
        socket.write("3")
    assert len(gateway.sessions) == 1
    await socket.leave()


# ---- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "query", "code"),
    [
        ("GET", {"EIO": "2"}, 5),
        ("GET", {"EIO": ""}, 5),
        ("GET", {"transport": "flashsocket"}, 0),
        ("GET", {"transport": "websocket"}, 0),
        ("GET", {"j": "0"}, 0),  # JSONP
        ("GET", {"sid": "unknown"}, 1),
        ("POST", {"sid": "unknown"}, 1),
        ("POST", {}, 2),
        ("DELETE", {}, 2),
        ("GET", {str(number): "x" for number in range(30)}, 0),
    ],
)
async def test_a_request_that_makes_no_sense_is_refused(gateway, method, query, code):
    answer = await ask(gateway, method, **query)
    assert answer.status == 400
    assert json.loads(answer.body)["code"] == code
    assert len(gateway.sessions) == 0


@pytest.mark.parametrize(
    "query",
    [{"transport": "polling"}, {"sid": "unknown"}, {"EIO": "7"}, {"EIO": "3", "transport": ""}],
)
async def test_a_socket_that_makes_no_sense_is_refused(gateway, query):
    socket = WebSocket(gateway, {"EIO": "4", "transport": "websocket"} | query)
    assert (await socket.next()) == {"type": "websocket.close"}


@BOTH
@pytest.mark.parametrize("body", ["", "9", "b4AAAA", "\ufffd", "4x", "45", "x" * 50])
async def test_a_body_that_is_no_payload_ends_the_session(gateway, revision, body):
    if revision is Revision.THREE:
        body = f"{len(body)}:{body}"
    client = Client(gateway, revision=revision)
    await client.open()
    assert (await client.post(body)).status == 400
    assert len(gateway.sessions) == 0


async def test_a_body_that_is_no_text_is_refused(gateway):
    client = Client(gateway)
    await client.open()
    assert (await client.request(method="POST", body=b"4\xff").answer()).status == 400


async def test_a_body_that_is_too_long_is_refused(gateway):
    client = Client(gateway)
    await client.open()
    assert (await client.post("4" * (MAX_BODY_BYTES + 1))).status == 413
    assert len(gateway.sessions) == 0


@pytest.mark.parametrize("text", ["x", "b4AAAA", "4x", "2" * (MAX_BODY_BYTES + 1), None])
async def test_a_bad_frame_ends_the_session(gateway, text):
    async with Client(gateway, transport="websocket") as client:
        frame = {"text": text} if text else {"bytes": b"4"}
        client.socket.inbox.put_nowait({"type": "websocket.receive"} | frame)
        async with asyncio.timeout(30):
            await client._reading
        assert len(gateway.sessions) == 0


# ---- limits -----------------------------------------------------------------------------------


async def test_an_address_has_so_many_clients(gateway):
    clients = [Client(gateway) for _ in range(5)]
    for client in clients:
        await client.open()
    assert (await ask(gateway)).status == 429
    socket = WebSocket(gateway, {"EIO": "4", "transport": "websocket"})
    assert (await socket.next())["type"] == "websocket.close"
    async with Client(gateway, address="192.0.2.8"):
        pass
    for client in clients:
        await client.leave()


async def test_a_client_has_so_many_namespaces(gateway):
    async with Client(gateway, "ROOM1") as client:
        answers = []
        for number in range(2, 6):
            client.namespace = f"/ROOM{number}"
            answers.append((await client.connect()).type)
        assert answers == [*[Type.CONNECT] * 3, Type.ERROR]


@TRANSPORTS
async def test_a_client_says_so_much_at_once(gateway, transport):
    async with Client(gateway, "ROOM", transport=transport) as client:
        answers = [await client.emit("say", number) for number in range(client_module.BURST + 2)]
        assert {"error": "too_fast"} in answers
        assert answers[0] == {"ok": True}


async def test_a_client_that_floods_is_sent_away(gateway):
    async with Client(gateway, "ROOM", transport="websocket") as client:
        for number in range(100):
            client.send(event("/ROOM", "say", number))
        async with asyncio.timeout(30):
            await client._reading
        assert len(gateway.sessions) == 0


async def test_a_client_that_does_not_read_is_given_up(gateway, visitors):
    client = Client(gateway)
    await client.open()
    client._reading.cancel()
    client.poll.leave()
    async with Client(gateway, "ROOM", transport="websocket"):
        slow = next(iter(gateway.sessions._by_sid.values()))
        for _ in range(MAX_UNREAD + 1):
            slow.send(Packet(PacketKind.MESSAGE, "2[]"))
        assert slow.is_closed


# ---- other origins ----------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://a.example", "http://localhost:1234"])
async def test_pages_of_any_origin_may_read_the_answer(gateway, origin):
    answer = await ask(gateway, headers={"origin": origin, "cookie": "sessionid=alice"})
    assert answer.headers["access-control-allow-origin"] == origin
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert answer.headers["vary"] == "Origin"
    assert "set-cookie" not in answer.headers


async def test_refusals_can_be_read_as_well(gateway):
    answer = await ask(gateway, headers={"origin": "https://a.example"}, sid="unknown")
    assert answer.headers["access-control-allow-origin"] == "https://a.example"


async def test_a_browser_that_asks_beforehand_is_told(gateway):
    answer = await ask(gateway, "OPTIONS", headers={"origin": "https://a.example"})
    assert answer.status == 204
    assert answer.headers["access-control-allow-methods"] == "GET, POST"


async def test_other_paths_go_elsewhere():
    asked = []

    async def pages(scope, receive, send):
        asked.append(scope["path"])

    way_in = BesideSocketIO(None, pages)
    for path in ("/", "/socket.io", "/socket.io/x", "/workshops/"):
        await way_in({"path": path}, None, None)
    assert asked == ["/", "/socket.io", "/socket.io/x", "/workshops/"]
