"""Hears the hints of a group of the channel layer. They may be lost, and so may the layer."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_JOINING = 30.0  # the layer forgets groups
SECONDS_BEFORE_RETRY = 5.0


class Hints:
    """Calls a function for each hint, from `start` to `stop`."""

    def __init__(self, group: str, on_hint: Callable[[], None]) -> None:
        self._group, self._on_hint = group, on_hint
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._listen(), context=contextvars.Context())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            while True:
                await self._hear_for_a_while(layer, channel)
        finally:
            with contextlib.suppress(Exception):
                await layer.group_discard(self._group, channel)

    async def _hear_for_a_while(self, layer: Any, channel: str) -> None:
        try:
            await layer.group_add(self._group, channel)
            async with asyncio.timeout(SECONDS_BETWEEN_JOINING):
                while True:
                    await layer.receive(channel)
                    self._on_hint()
        except TimeoutError:
            pass
        except Exception as away:
            logger.warning("hints of workshops cannot be heard: %s", type(away).__name__)
            await asyncio.sleep(SECONDS_BEFORE_RETRY)
