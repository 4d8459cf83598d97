"""The client of one session, in the terms of Socket.IO: it connects to namespaces, each of which is
a workshop, and emits events there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from django.db import OperationalError

from games.core.errors import GameError
from games.programs.workshops.gateway.messages import (
    NOTHING,
    GatewayMessage,
    Type,
    event,
    parse_message,
    write_message,
)
from games.programs.workshops.gateway.packets import Packet, PacketKind, Revision
from games.programs.workshops.gateway.session import MAX_UNREAD, Session
from tictactoe_site.common.event_loop import in_background
from tictactoe_site.common.limiters.in_memory import TokenBucket

logger = logging.getLogger(__name__)

MAX_NAMESPACES = 4
SECONDS_A_MESSAGE = 0.1
BURST = 20
ROOT = "/"


class Participant(Protocol):
    """Somebody in one workshop."""

    def greet(self) -> None:
        """Tell how things stand: the client has heard that it is connected."""

    def handle(self, name: str, data: Any) -> Awaitable[None]:
        """Do what the event *name* asks. Raises GameError."""

    def leave(self) -> Awaitable[None]:
        """Note that the client is gone."""


class Emit(Protocol):
    def __call__(self, name: str, *data: Any) -> None:
        """Send the client an event."""


class Enter(Protocol):
    def __call__(
        self, code: str, *, address: str, emit: Emit, hang_up: Callable[[], None]
    ) -> Awaitable[Participant]:
        """Let a client into the workshop *code*; *hang_up* sends it away. Raises GameError."""


class GatewayClient:
    """The listener of a session, which handles its messages one after the other."""

    def __init__(self, session: Session, enter: Enter) -> None:
        self._session = session
        self._enter = enter
        self._visitors: dict[str, Participant] = {}  # by the namespace, as the client spells it
        self._inbox: deque[GatewayMessage] = deque()
        self._work: asyncio.Task[None] | None = None
        # A message beyond the allowance is refused; beyond the patience, the session is closed.
        self._allowance = TokenBucket(at_once=BURST, seconds=SECONDS_A_MESSAGE)
        self._patience = TokenBucket(at_once=2 * BURST, seconds=SECONDS_A_MESSAGE)

    def opened(self) -> None:
        if self._session.revision is Revision.THREE:  # it takes the root namespace for granted
            self._say(GatewayMessage(Type.CONNECT))

    def received(self, text: str) -> None:
        message = parse_message(text)
        if not self._allowance.take() and len(self._inbox) < MAX_UNREAD:
            self._put(message)
        elif not self._patience.take():
            self._acknowledge(message, {"error": "too_fast"})
        else:
            self._session.close()

    def closed(self) -> None:
        # It leaves after the message that is being handled; messages that wait are dropped.
        self._inbox.clear()
        for namespace in list(self._visitors):
            self._put(GatewayMessage(Type.DISCONNECT, namespace))

    def _put(self, message: GatewayMessage) -> None:
        self._inbox.append(message)
        if self._work is None:
            self._work = in_background(self._go_on())

    async def _go_on(self) -> None:
        while self._inbox:
            message = self._inbox.popleft()
            try:
                await self._carry_out(message)
            except Exception:  # what comes after it must be done all the same
                logger.exception("a workshop's message could not be carried out")
        self._work = None

    async def _carry_out(self, message: GatewayMessage) -> None:
        match message.type:
            case Type.CONNECT:
                await self._connect(message.namespace.partition("?")[0])
            case Type.DISCONNECT:
                if visitor := self._visitors.pop(message.namespace, None):
                    await visitor.leave()
            case Type.EVENT:
                await self._handle(message)

    # Coming in.

    async def _connect(self, namespace: str) -> None:
        if namespace in self._visitors:
            return
        if namespace == ROOT and self._session.revision is Revision.THREE:
            return
        try:
            visitor = await self._let_in(namespace)
        except GameError as refused:
            self._refuse(namespace, refused.code)
        except Exception as error:
            note(error)
            self._refuse(namespace, "unavailable")
        else:
            # The session has closed meanwhile: nobody else would make this visitor leave.
            if self._session.is_closed:
                await visitor.leave()
                return
            self._visitors[namespace] = visitor
            is_four = self._session.revision is Revision.FOUR
            data = {"sid": secrets.token_urlsafe(9)} if is_four else NOTHING
            self._say(GatewayMessage(Type.CONNECT, namespace, data=data))
            visitor.greet()

    def _let_in(self, namespace: str) -> Awaitable[Participant]:
        if len(self._visitors) >= MAX_NAMESPACES:
            raise GameError("too_many_namespaces")

        def emit(name: str, *data: Any) -> None:
            self._say(event(namespace, name, *data))

        def hang_up() -> None:
            self._say(GatewayMessage(Type.DISCONNECT, namespace))
            self._put(GatewayMessage(Type.DISCONNECT, namespace))

        code = namespace.strip("/").upper()
        address = self._session.address
        return self._enter(code, address=address, emit=emit, hang_up=hang_up)

    def _refuse(self, namespace: str, code: str) -> None:
        is_four = self._session.revision is Revision.FOUR
        self._say(
            GatewayMessage(Type.ERROR, namespace, data={"message": code} if is_four else code)
        )

    # Events.

    async def _handle(self, message: GatewayMessage) -> None:
        visitor = self._visitors.get(message.namespace)
        match message.data:
            case [str(name), *data] if visitor:
                self._acknowledge(message, await self._answer(visitor, name, data))
            case _:
                self._acknowledge(message, {"error": "bad_message"})

    async def _answer(self, visitor: Participant, name: str, data: list[Any]) -> dict[str, Any]:
        try:
            await visitor.handle(name, data[0] if data else None)
        except GameError as refused:
            return {"error": refused.code}
        except Exception as error:
            note(error)
            return {"error": "unavailable"}
        return {"ok": True}

    def _acknowledge(self, message: GatewayMessage, answer: dict[str, Any]) -> None:
        if message.type is Type.EVENT and message.id is not None:
            self._say(GatewayMessage(Type.ACK, message.namespace, message.id, [answer]))

    def _say(self, message: GatewayMessage) -> None:
        self._session.send(Packet(PacketKind.MESSAGE, write_message(message)))


def note(error: Exception) -> None:
    """Log what ought not to happen. That the database is away has been logged elsewhere."""
    if not isinstance(error, OperationalError):
        logger.error("a workshop's message could not be carried out", exc_info=error)
