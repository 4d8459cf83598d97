"""The channel layer of several processes: when Redis is away, they do not hear each other."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import msgspec

from tictactoe_site.server.channel_layers.memory_layer import LayerMessage, MemoryLayer
from tictactoe_site.server.channel_layers.redis_link import RedisLink


class Hint(msgspec.Struct, array_like=True):
    """What one process tells all: *message*, for a group or for one channel."""

    process: str
    group: str
    channel: str
    message: dict[str, Any]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Hint)


class RedisLayer(MemoryLayer):
    """A layer that hands a hint to the sockets of its process, and through Redis to all others.

    Who is in which group is kept in the memory of each process, and Redis keeps nothing. So a Redis
    that is slow, away or started again leaves nobody out, and the sockets of one process hear each
    other without it.
    """

    def __init__(self, url: str, **config: Any) -> None:
        super().__init__(**config)
        self._url = url
        # The databases of a Redis server share their topics.
        self._topic = f"tictactoe{urlsplit(url).path}/hints"
        self._process = secrets.token_hex(8)
        self._links: WeakKeyDictionary[asyncio.AbstractEventLoop, RedisLink] = WeakKeyDictionary()

    async def new_channel(self, prefix: str = "specific.") -> str:
        await self._link.subscribe()
        return f"{prefix}{self._process}!{secrets.token_hex(8)}"

    async def send(self, channel: str, message: LayerMessage) -> None:
        """Send *message* to a channel of any process. Raises ConnectionError if Redis is away."""
        await self._publish(Hint(self._process, "", channel, message))

    async def group_send(self, group: str, message: LayerMessage) -> None:
        """Send *message* to a group. Raises ConnectionError if only this process hears it."""
        await super().group_send(group, message)
        await self._publish(Hint(self._process, group, "", message))

    async def _publish(self, hint: Hint) -> None:
        await self._link.publish(_encoder.encode(hint))

    def _on_heard(self, payload: bytes) -> None:
        hint = _decoder.decode(payload)
        if hint.group:
            if hint.process != self._process:
                self.hand_to_group(hint.group, hint.message)
        elif f"{self._process}!" in hint.channel:
            self.hand(hint.channel, hint.message)

    @property
    def _link(self) -> RedisLink:
        """The link of the running event loop: a server has one, other programs may have many."""
        loop = asyncio.get_running_loop()
        if loop not in self._links:
            self._links[loop] = RedisLink(self._url, self._topic, self._on_heard)
        return self._links[loop]
