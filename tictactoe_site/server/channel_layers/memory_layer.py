"""The channel layer of a single process: a hint goes straight to the sockets it is for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

LayerMessage = dict[str, Any]
Take = Callable[[LayerMessage], None]


class MemoryLayer(InMemoryChannelLayer):
    """Channels' own layer without what grows with the number of sockets.

    Channels' looks through all channels and all groups whenever anybody begins to wait for a
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
        """Undo `listen`."""
        self._takers.pop(channel, None)

    async def send(self, channel: str, message: LayerMessage) -> None:
        self.hand(channel, message)

    async def group_send(self, group: str, message: LayerMessage) -> None:
        self.hand_to_group(group, message)

    def hand(self, channel: str, message: LayerMessage) -> None:
        """Hand *message* to whoever listens to *channel*, or keep it until somebody receives it.

        Raises ChannelFull.
        """
        if take := self._takers.get(channel):
            take(message)
            return
        new: asyncio.Queue[Any] = asyncio.Queue(self.get_capacity(channel))
        try:
            self.channels.setdefault(channel, new).put_nowait((time.time() + self.expiry, message))
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    def hand_to_group(self, group: str, message: LayerMessage) -> None:
        """Hand *message* to every channel of *group*; whoever is too far behind loses it."""
        for channel in tuple(self.groups.get(group, ())):
            with suppress(ChannelFull):
                self.hand(channel, message)

    def _clean_expired(self) -> None:
        """Forget what nobody came to receive. Groups stay: every consumer leaves its own."""
        now = time.time()
        for channel, queue in list(self.channels.items()):
            if not queue.empty() and queue._queue[0][0] < now:  # as Channels looks at it
                del self.channels[channel]
