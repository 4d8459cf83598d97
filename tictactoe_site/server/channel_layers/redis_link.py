"""One event loop's way to Redis: what is published through it, and what is heard.

A caller never waits for Redis for more than a moment. What cannot be published yet waits in order,
and is lost only if Redis is away or very far behind.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tictactoe_site.common.event_loop import in_background

logger = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a caller waits for Redis
OVERDUE = 30.0  # seconds after which a Redis that says nothing is away
BEFORE_RETRY = 1.0  # seconds
BETWEEN_PULSES = 5.0  # seconds of silence
PULSE = b""  # says that somebody can publish
MAX_WAITING = 10_000  # payloads to be published; more are lost
AWAY = (RedisError, OSError, TimeoutError)
Work = Callable[[], Coroutine[Any, Any, None]]


class RedisLink:
    """A link to one topic of Redis: it publishes, and hears what anybody publishes."""

    def __init__(self, url: str, topic: str, on_heard: Callable[[bytes], None]) -> None:
        self._url, self._topic, self._on_heard = url, topic, on_heard
        self._waiting: deque[tuple[bytes, asyncio.Future[bool]]] = deque()
        self._has_waiting = asyncio.Event()
        self._is_subscribed = asyncio.Event()
        self._is_away = False
        self._is_slow = False
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def publish(self, payload: bytes) -> None:
        """Publish *payload*, behind those before it. Return at the latest after a moment.

        Raises ConnectionError if it is lost by then; what still waits may be lost later.
        """
        if self._is_away or len(self._waiting) >= MAX_WAITING:
            raise ConnectionError("Redis is away")
        self._run("publishing", self._publish_all, on_away=self._note_away)
        is_sent = asyncio.get_running_loop().create_future()
        self._waiting.append((payload, is_sent))
        self._has_waiting.set()
        await asyncio.wait({is_sent}, timeout=0 if self._is_slow else PATIENCE)
        if not is_sent.done():
            self._is_slow = True
        elif not is_sent.result():
            raise ConnectionError("Redis is away")

    async def subscribe(self) -> None:
        """Begin to hear, and go on whatever happens. Return after a moment at the latest."""
        self._run("hearing", self._hear_all, on_away=lambda error: None)
        self._run("publishing", self._publish_all, on_away=self._note_away)
        if self._is_away or self._is_slow or self._is_subscribed.is_set():
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._is_subscribed.wait()
        except TimeoutError:
            self._is_slow = True

    def _run(self, name: str, work: Work, *, on_away: Callable[[BaseException], None]) -> None:
        if name not in self._tasks or self._tasks[name].done():
            self._tasks[name] = in_background(_again_and_again(work, on_away))

    async def _publish_all(self) -> None:
        async with self._connect() as redis:
            await _in_time(redis.ping())
            self._note_back()
            while True:
                # Also once in a while without need, so that whoever listens hears something.
                with suppress(TimeoutError):
                    async with asyncio.timeout(BETWEEN_PULSES):
                        await self._has_waiting.wait()
                self._has_waiting.clear()
                await self._publish_waiting(redis)

    async def _publish_waiting(self, redis: Redis) -> None:
        batch = tuple(self._waiting)
        pipeline = redis.pipeline(transaction=False)
        for payload in [payload for payload, _ in batch] or [PULSE]:
            pipeline.publish(self._topic, payload)
        await _in_time(pipeline.execute())
        for _ in batch:
            _settle(self._waiting.popleft()[1], True)
        self._is_slow = False

    async def _hear_all(self) -> None:
        try:
            async with self._connect() as redis, redis.pubsub() as subscription:
                await _in_time(subscription.subscribe(self._topic))
                while True:
                    self._take(await _in_time(subscription.get_message(timeout=None)))
        finally:
            self._is_subscribed.clear()

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._is_subscribed.set()
            self._is_slow = False
        elif message["type"] == "message" and message["data"] != PULSE:
            self._on_heard(message["data"])

    def _connect(self) -> Redis:
        # redis-py's own limits would be asyncio.wait_for, which in Python 3.11 can lose a
        # cancellation; and what it sent again after an error would be heard twice.
        never = Retry(NoBackoff(), 0)
        client: Redis = Redis.from_url(
            self._url, socket_timeout=None, socket_connect_timeout=None, retry=never
        )
        return client

    def _note_away(self, error: BaseException) -> None:
        if not self._is_away:
            logger.warning("Redis is away: %s", type(error).__name__)
        self._is_away = True
        while self._waiting:
            _settle(self._waiting.popleft()[1], False)

    def _note_back(self) -> None:
        if self._is_away:
            logger.info("Redis is back")
        self._is_away = self._is_slow = False


async def _again_and_again(work: Work, on_away: Callable[[BaseException], None]) -> None:
    while True:
        try:
            await work()
        except AWAY as error:
            on_away(error)
        except Exception:
            logger.exception("payloads of other processes are not exchanged")
        await asyncio.sleep(BEFORE_RETRY)


async def _in_time(command: Any) -> Any:
    async with asyncio.timeout(OVERDUE):
        return await command


def _settle(is_sent: asyncio.Future[bool], was_sent: bool) -> None:
    if not is_sent.done():
        is_sent.set_result(was_sent)
