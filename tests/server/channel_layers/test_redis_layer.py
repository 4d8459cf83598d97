"""Redis goes away and comes back, with nothing in it; or takes its time."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from deploy.cluster.parts import Redis
from tests.server.raw_socket import RawSocket
from tests.serving import ServerProcess
from tests.slow_proxy import SlowProxy
from tictactoe_site.server.channel_layers import redis_link
from tictactoe_site.server.channel_layers.redis_layer import RedisLayer

pytestmark = pytest.mark.redis
HELLO = {"type": "hello"}


class Listener:
    """Somebody in the group "all" of a layer."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def join(self, layer: RedisLayer) -> None:
        channel = await layer.new_channel()
        layer.listen(channel, self.heard.append)
        await layer.group_add("all", channel)


async def joined(layer: RedisLayer, count: int) -> list[Listener]:
    listeners = [Listener() for _ in range(count)]
    await asyncio.gather(*(listener.join(layer) for listener in listeners))
    return listeners


async def tell_until_heard(layer: RedisLayer, listeners: list[Listener]) -> None:
    """Send until everybody has heard."""
    async with asyncio.timeout(60):
        while not all(listener.heard for listener in listeners):
            with suppress(ConnectionError):
                await layer.group_send("all", HELLO)
            await asyncio.sleep(0.05)


async def tell_for_ever(layer: RedisLayer) -> None:
    async with asyncio.timeout(30):
        while True:
            await layer.group_send("all", HELLO)


@asynccontextmanager
async def slowed(redis: Redis, delay: float) -> AsyncIterator[SlowProxy]:
    async with SlowProxy(redis.port, delay=lambda: delay) as proxy:
        yield proxy


async def test_two_processes_hear_each_other_and_themselves_once(redis):
    here, there = RedisLayer(redis.url), RedisLayer(redis.url)
    [alice], [bob] = await joined(here, 1), await joined(there, 1)
    await here.group_send("all", HELLO)
    await there.group_send("all", {"type": "bye"})
    async with asyncio.timeout(30):
        while len(alice.heard) < 2 or len(bob.heard) < 2:
            await asyncio.sleep(0.01)
    for listener in (alice, bob):  # in either order: each hears its own process at once
        assert sorted(told["type"] for told in listener.heard) == ["bye", "hello"]


async def test_a_channel_of_another_process_is_reached_and_no_other_is(redis):
    here, there = RedisLayer(redis.url), RedisLayer(redis.url)
    mine, theirs = await here.new_channel(), await there.new_channel()
    await here.send(theirs, HELLO)
    await there.send(mine, {"type": "bye"})
    async with asyncio.timeout(30):
        assert await there.receive(theirs) == HELLO
        assert await here.receive(mine) == {"type": "bye"}


async def test_databases_of_one_server_are_apart(redis):
    here, there = RedisLayer(redis.url), RedisLayer(redis.url[:-1] + "1")
    [alice], [bob] = await joined(here, 1), await joined(there, 1)
    again = RedisLayer(redis.url)
    await tell_until_heard(again, [alice])
    assert bob.heard == []


async def test_everybody_hears_again_when_redis_is_back(redis):
    here, there = RedisLayer(redis.url), RedisLayer(redis.url)
    before = await joined(here, 40)
    await asyncio.to_thread(redis.program.stop)
    with pytest.raises(ConnectionError):
        await tell_for_ever(there)
    during = await joined(here, 10)
    await asyncio.to_thread(redis.start)
    after = await joined(here, 10)
    await tell_until_heard(there, before + during + after)


async def test_who_shares_a_process_hears_each_other_without_redis(redis):
    layer = RedisLayer(redis.url)
    [alice] = await joined(layer, 1)
    await asyncio.to_thread(redis.program.stop)
    with pytest.raises(ConnectionError):
        await tell_for_ever(layer)
    assert HELLO in alice.heard


async def test_a_slow_redis_loses_no_hint_and_no_order(redis, monkeypatch):
    monkeypatch.setattr(redis_link, "PATIENCE", 0.01)
    async with slowed(redis, delay=0.2) as proxy:
        here, there = (RedisLayer(proxy.url_of(redis)) for _ in range(2))
        [alice] = await joined(here, 1)
        await tell_until_heard(there, [alice])  # it may take a while until she is subscribed
        for number in range(100):
            await there.group_send("all", {"type": "number", "number": number})
        async with asyncio.timeout(60):
            while not alice.heard or alice.heard[-1] != {"type": "number", "number": 99}:
                await asyncio.sleep(0.01)
        numbers = [hint["number"] for hint in alice.heard if hint != HELLO]
        assert numbers == list(range(100))


async def test_a_redis_that_says_nothing_is_away(redis, monkeypatch):
    monkeypatch.setattr(redis_link, "BETWEEN_PULSES", 0.1)
    layer = RedisLayer(redis.url)
    [alice] = await joined(layer, 1)
    await tell_until_heard(layer, [alice])
    monkeypatch.setattr(redis_link, "OVERDUE", 0.1)
    redis.program.send(signal.SIGSTOP)
    async with asyncio.timeout(30):
        while not layer._link._is_away:
            await asyncio.sleep(0.01)
    redis.program.send(signal.SIGCONT)


def test_sockets_stay_and_open_without_redis(
    make_site: Callable[..., ServerProcess], redis: Redis
) -> None:
    site = make_site(REDIS_URL=redis.url)
    with RawSocket(site.port, "/ws/lobby/", origin=site.url) as before:
        assert b'"lobby"' in before.receive()[1]
        redis.program.stop()
        with RawSocket(site.port, "/ws/lobby/", origin=site.url, timeout=30) as during:
            assert b'"lobby"' in during.receive()[1]
        before.send(b'{"type":"ping"}')
        assert b'"pong"' in before.receive()[1]
        assert site.get("/").status == 200
        assert site.get("/readyz").status == 503
        assert "Traceback" not in site.log.read_text()
