"""Clients of the gateway in the test's own process: polls and sockets as ASGI sees them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from games.programs.workshops.gateway.messages import (
    GatewayMessage,
    Type,
    event,
    parse_message,
    write_message,
)
from games.programs.workshops.gateway.packets import (
    Packet,
    PacketKind,
    Revision,
    parse_packet,
    parse_payload,
    write_packet,
    write_payload,
)

PATIENCE = 60.0  # seconds, for what comes sooner or not at all
ADDRESS = "192.0.2.7"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: str


class Request:
    """One request to an ASGI application."""

    def __init__(
        self,
        application: Callable[..., Any],
        query: dict[str, str],
        *,
        method: str = "GET",
        body: bytes = b"",
        address: str = ADDRESS,
        **headers: str,
    ) -> None:
        self.state: dict[str, Any] = {}
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "http.request", "body": body})
        self.messages: list[dict[str, Any]] = []
        scope = {
            "type": "http",
            "method": method,
            "path": "/socket.io/",
            "query_string": urlencode(query).encode(),
            "client": (address, 50_000),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "state": self.state,
        }
        work = application(scope, self.inbox.get, self.send)
        self.task = asyncio.ensure_future(work)

    async def send(self, message: dict[str, Any]) -> None:
        self.messages.append(message)

    def leave(self) -> None:
        self.inbox.put_nowait({"type": "http.disconnect"})

    async def answer(self) -> Answer:
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self.task)
        start, body = self.messages
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], headers, body["body"].decode())


class WebSocket:
    """One websocket to an ASGI application."""

    def __init__(
        self, application: Callable[..., Any], query: dict[str, str], address: str = ADDRESS
    ) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "path": "/socket.io/",
            "query_string": urlencode(query).encode(),
            "client": (address, 50_000),
            "headers": [],
        }
        work = application(scope, self.inbox.get, self.outbox.put)
        self.task = asyncio.ensure_future(work)

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            return await self.outbox.get()

    async def is_accepted(self) -> bool:
        return (await self.next())["type"] == "websocket.accept"

    async def read(self) -> str | None:
        """The next text; None once it is closed."""
        text: str | None = (await self.next()).get("text")
        return text

    def write(self, text: str) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        async with asyncio.timeout(PATIENCE):
            await self.task


class Client:
    """A client of Socket.IO that keeps what it hears; `transport` is polling or websocket."""

    def __init__(
        self,
        application: Callable[..., Any],
        code: str = "",
        *,
        revision: Revision = Revision.FOUR,
        transport: str = "polling",
        address: str = ADDRESS,
        **headers: str,
    ) -> None:
        self.application, self.address, self.headers = application, address, headers
        self.revision, self.transport = revision, transport
        self.namespace = f"/{code}"
        self.query = {"EIO": str(int(revision)), "transport": transport}
        self.heard: list[GatewayMessage] = []
        self.is_open = True
        self._news = asyncio.Event()
        self._ids = 0
        self._reading: asyncio.Task[None] | None = None
        self.socket: WebSocket | None = None
        self.poll: Request | None = None

    async def __aenter__(self) -> Client:
        await self.open()
        if self.namespace != "/":
            await self.connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.leave()

    async def open(self) -> None:
        if self.transport == "websocket":
            self.socket = WebSocket(self.application, self.query, self.address)
            assert await self.socket.is_accepted()
            greeting = parse_packet(await self.socket.read() or "")
        else:
            (greeting, *others) = parse_payload((await self.get()).body, self.revision)
            for packet in others:
                self.take(packet)
        assert greeting.kind is PacketKind.OPEN
        self.greeting = json.loads(greeting.data)
        self.query["sid"] = self.greeting["sid"]
        self._reading = asyncio.create_task(self.read())

    async def connect(self) -> GatewayMessage:
        """Enter the namespace; the answer, which may be a refusal."""
        self.send(GatewayMessage(Type.CONNECT, self.namespace))
        return await self.hear_message(
            lambda it: it.type in (Type.CONNECT, Type.ERROR) and it.namespace == self.namespace
        )

    async def leave(self) -> None:
        """Go without a word, as a tab that is closed does."""
        if self.poll:
            await asyncio.sleep(0.01)  # the next one is on its way
            self.poll.leave()
        if self.socket:
            await self.socket.leave()
        if self._reading:
            self._reading.cancel()

    # Requests.

    def request(self, **arguments: Any) -> Request:
        headers = {"address": self.address, **self.headers}
        return Request(self.application, self.query, **headers, **arguments)

    async def get(self) -> Answer:
        self.poll = self.request()
        return await self.poll.answer()

    async def post(self, body: str) -> Answer:
        return await self.request(method="POST", body=body.encode()).answer()

    def send(self, message: GatewayMessage) -> None:
        packet = Packet(PacketKind.MESSAGE, write_message(message))
        if self.socket:
            self.socket.write(write_packet(packet))
        else:
            self.posting = asyncio.create_task(self.post(write_payload([packet], self.revision)))

    async def read(self) -> None:
        while self.is_open:
            if self.socket:
                text = await self.socket.outbox.get()
                packets = [parse_packet(text["text"])] if text.get("text") else []
                self.is_open = text["type"] == "websocket.send"
            else:
                self.poll = self.request()
                await asyncio.shield(self.poll.task)
                answer = await self.poll.answer()
                packets = parse_payload(answer.body, self.revision) if answer.status == 200 else []
                self.is_open = answer.status == 200
            for packet in packets:
                self.take(packet)
            self._news.set()

    def take(self, packet: Packet) -> None:
        if packet.kind is PacketKind.MESSAGE:
            self.heard.append(parse_message(packet.data))
            self._news.set()
        elif packet.kind is PacketKind.CLOSE:
            self.is_open = False

    # Events.

    async def emit(self, name: str, *data: Any) -> Any:
        """Emit an event; what it is acknowledged with."""
        self._ids += 1
        id = self._ids
        self.send(GatewayMessage(Type.EVENT, self.namespace, id, [name, *data]))
        found = await self.hear_message(lambda it: it.type is Type.ACK and it.id == id)
        return found.data[0]

    def emit_and_go(self, name: str, *data: Any) -> None:
        self.send(event(self.namespace, name, *data))

    async def hear(self, name: str) -> Any:
        """What the next event *name* carries."""
        found = await self.hear_message(
            lambda it: (
                it.type is Type.EVENT and it.namespace == self.namespace and it.data[0] == name
            )
        )
        return found.data[1] if len(found.data) > 1 else None

    async def hear_message(self, is_wanted: Callable[[GatewayMessage], bool]) -> GatewayMessage:
        """The first message that is wanted; it is heard only once."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for number, message in enumerate(self.heard):
                    if is_wanted(message):
                        del self.heard[number]
                        return message
                self._news.clear()
                await self._news.wait()

    async def lobby(self, *uids: str) -> list[dict[str, Any]]:
        """The lobby, as soon as it has just these games."""
        while True:
            rows = await self.hear("client:lobby")
            if [row["gameUid"] for row in rows] == list(uids):
                return list(rows)
