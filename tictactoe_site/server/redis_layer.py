"""The channel layer of several processes: when Redis is away, hints are lost and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import Any

from channels_redis.core import RedisChannelLayer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that one command may take
OVERDUE = 10.0  # seconds that Redis may take to end a wait which has its own limit
BEFORE_RETRY = 1.0  # seconds
AWAY = (RedisError, OSError, TimeoutError)
# redis-py would send under asyncio.wait_for, which in Python 3.11 can lose a cancellation, so that
# whoever has left listens on: each command has its limit here instead. Of connections redis-py
# allows itself 100, and fails where one more is wanted: as after a restart.
CONNECTIONS = {"socket_timeout": None, "max_connections": 500}


class RedisLayer(RedisChannelLayer):
    """Keeps sockets open while Redis is away, and finds its groups again when it is back.

    channels_redis ends every consumer whose waiting is disturbed, and a Redis that was started
    again has forgotten who is in which group. Sending raises OSError as long as Redis is away.
    """

    def __init__(self, hosts: list[str], **kwargs: Any) -> None:
        super().__init__([{"address": host} | CONNECTIONS for host in hosts], **kwargs)
        self._groups: dict[str, set[str]] = defaultdict(set)  # of each channel of this process
        self._return: asyncio.Task[None] | None = None

    async def group_add(self, group: str, channel: str) -> None:
        # Also while Redis is away: `_add_all` goes by this when it is back.
        self._groups[channel].add(group)
        if not self._is_away:
            await self._try(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        self._groups[channel].discard(group)
        if not self._groups[channel]:
            del self._groups[channel]
        if not self._is_away:
            await self._try(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self._is_away:
            raise ConnectionError("Redis is away")
        try:
            async with asyncio.timeout(PATIENCE):
                await super().group_send(group, message)
        except RedisError as error:
            raise ConnectionError("Redis is away") from error

    async def receive(self, channel: str) -> dict[str, Any]:
        while True:
            try:
                message: dict[str, Any] = await super().receive(channel)
                return message
            except AWAY as error:
                self._note(error)
                await asyncio.sleep(BEFORE_RETRY)

    async def _brpop_with_clean(self, *args: Any, **kwargs: Any) -> bytes | None:
        async with asyncio.timeout(self.brpop_timeout + OVERDUE):
            message: bytes | None = await super()._brpop_with_clean(*args, **kwargs)
            return message

    async def _clean_receive_backup(self, index: int, channel: str) -> None:
        # channels_redis makes this a task that nobody waits for: its error would be a traceback.
        with suppress(*AWAY):
            async with asyncio.timeout(PATIENCE):
                await super()._clean_receive_backup(index, channel)

    @property
    def _is_away(self) -> bool:
        return self._return is not None and not self._return.done()

    async def _try(self, command: Any) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await command
        except AWAY as error:
            self._note(error)

    def _note(self, error: BaseException) -> None:
        """Note that Redis is away, and start to look whether it is back."""
        if not self._is_away:
            logger.warning("Redis is away: %s", type(error).__name__)
            self._return = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        while True:
            await asyncio.sleep(BEFORE_RETRY)
            try:
                await self._add_all()
            except AWAY:
                continue
            logger.info("Redis is back")
            return

    async def _add_all(self) -> None:
        for channel, groups in list(self._groups.items()):
            for group in list(groups):
                async with asyncio.timeout(PATIENCE):
                    await super().group_add(group, channel)
