"""How a socket receives: messages of its client, and hints that come through the channel layer."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from tictactoe_site.common import trace
from tictactoe_site.common.event_loop import in_background

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

HINTS_WAITING = 100  # from the channel layer; more are lost, as hints may be


class ReceivingConsumer(AsyncWebsocketConsumer):
    """A consumer that does one thing at a time: what the client sent, or what a hint asks for."""

    _following: asyncio.Task[None] | None = None
    _hints: Sequence[dict[str, Any]] = ()  # that wait for their turn
    groups = ()  # it joins its groups itself

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Do as Channels does, but await client and channel layer each in a loop of its own.

        Channels makes new tasks for every message in order to await both at once, which costs
        more than everything else that a move needs.
        """
        self.scope, self.base_send, self._trace = scope, until_gone(send), trace.current()
        self._context = contextvars.copy_context()
        self.channel_layer = get_channel_layer(self.channel_layer_alias)
        self.channel_name = await self.channel_layer.new_channel()
        self._turn = asyncio.Lock()  # one message at a time, from wherever it comes
        stop_listening = self._listen()
        try:
            while True:
                message = await receive()
                async with self._turn:
                    await self.dispatch(message)
        except StopConsumer:
            pass
        finally:
            stop_listening()
            if self._following:
                self._following.cancel()

    def _listen(self) -> Callable[[], object]:
        """Start listening to the channel layer; call the function returned to stop."""
        if listen := getattr(self.channel_layer, "listen", None):
            listen(self.channel_name, self._on_hint)
            return partial(self.channel_layer.hang_up, self.channel_name)
        return asyncio.create_task(self._receive_hints()).cancel

    async def _receive_hints(self) -> None:
        while True:
            self._on_hint(await self.channel_layer.receive(self.channel_name))

    def _on_hint(self, hint: dict[str, Any]) -> None:
        """Queue *hint*. Called by whoever sends it, in any trace."""
        if len(self._hints) >= HINTS_WAITING:
            return
        self._hints = [*self._hints, hint]
        if self._following is None:
            self._following = in_background(self._follow_hints())

    async def _follow_hints(self) -> None:
        """Handle the queued hints in order; none of them may end the socket."""
        with trace.going_on(self._trace):
            while self._hints:
                hint, *self._hints = self._hints
                async with self._turn:
                    try:
                        await self.dispatch(hint)
                    except Exception:
                        logger.exception("a hint could not be followed")
        self._following = None

    @classmethod
    def as_asgi(cls, **initkwargs: Any) -> Callable[..., Any]:  # Django's paths know views only
        """Do as Channels does, without a coroutine of its own for each socket."""
        return lambda scope, receive, send: cls(**initkwargs)(scope, receive, send)

    async def dispatch(self, message: dict[str, Any]) -> None:
        # As in Channels, but without a visit to the database thread for every message, which
        # closes old connections: nothing here leaves one behind.
        await getattr(self, get_handler_name(message))(message)


def until_gone(send: Send) -> Send:
    """Return *send*, but a client that has gone is no error; some servers raise OSError then."""

    async def send_if_there(message: Any) -> None:
        with suppress(OSError):
            await send(message)

    return send_if_there
