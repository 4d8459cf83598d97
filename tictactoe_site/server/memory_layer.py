"""The channel layer of a single process: a hint goes straight to the sockets it is for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

LayerMessage = dict[str, Any]
Take = Callable[[LayerMessage], None]


class MemoryLayer(InMemoryChannelLayer):
    """Channels' own layer without what grows with the number of sockets.

    That one looks through all channels and all groups whenever anybody begins to wait for a
    message, and keeps a queue and a task for each. Here a socket gives a function instead, which
    is called with every message at once; it must not change the message, which all get.
    """

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self._takers: dict[str, Take] = {}

    def listen(self, channel: str, take: Take) -> None:
        """Call *take* with whatever is sent to *channel*, until `hang_up`."""
        self._takers[channel] = take

    def hang_up(self, channel: str) -> None:
        """The reverse of `listen`."""
        self._takers.pop(channel, None)

    async def send(self, channel: str, message: LayerMessage) -> None:
        if take := self._takers.get(channel):
            take(message)
        else:
            await super().send(channel, message)

    async def group_send(self, group: str, message: LayerMessage) -> None:
        for channel in tuple(self.groups.get(group, ())):
            # Whoever is so far behind loses a hint, as through Redis.
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _clean_expired(self) -> None:
        """Do nothing: every consumer leaves its groups when it ends, so nothing expires."""
