"""Hears the hints of a group of the channel layer. They may be lost, and so may the layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import get_channel_layer

from tictactoe_site.common.event_loop import in_background

logger = logging.getLogger(__name__)

SECONDS_BEFORE_RETRY = 1.0


class Hints:
    """A listener that awaits *on_hint* with each hint to *group*, from `start` to `stop`."""

    def __init__(self, group: str, on_hint: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._group, self._on_hint = group, on_hint
        self._task: asyncio.Task[None] | None = None
        self._is_heard = asyncio.Event()

    def start(self) -> None:
        self._task = in_background(self._listen())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def heard(self) -> None:
        """Wait until every hint is heard from now on, or it is known that they cannot be."""
        await self._is_heard.wait()

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception:
                logger.exception("hints to %s are not heard", self._group)
                self._is_heard.set()
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def _hear(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            await layer.group_add(self._group, channel)
            self._is_heard.set()
            while True:
                await self._on_hint(await layer.receive(channel))
        finally:
            await layer.group_discard(self._group, channel)
