"""Redis goes away and comes back, with nothing in it."""

import asyncio
import signal
from collections.abc import Callable

import pytest

from deploy.cluster.parts import Redis
from tests.server.raw_socket import RawSocket
from tests.serving import ServerProcess
from tictactoe_site.server import redis_layer
from tictactoe_site.server.redis_layer import RedisLayer

pytestmark = pytest.mark.redis


async def test_who_listens_hears_again_when_redis_is_back(redis):
    layer = RedisLayer(hosts=[redis.url])
    early, late = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("lobby", early)
    listening = [asyncio.create_task(layer.receive(early))]
    await asyncio.sleep(0.1)
    await asyncio.to_thread(redis.program.stop)
    with pytest.raises((OSError, TimeoutError)):
        await until_told(layer, [asyncio.get_running_loop().create_future()])
    await layer.group_add("lobby", late)  # a socket that opens meanwhile
    listening.append(asyncio.create_task(layer.receive(late)))
    await asyncio.to_thread(redis.start)
    async with asyncio.timeout(30):
        while not all(task.done() for task in listening):
            await asyncio.sleep(0.05)
            try:
                await layer.group_send("lobby", {"type": "hello"})
            except (OSError, TimeoutError):
                continue
    assert [task.result()["type"] for task in listening] == ["hello", "hello"]
    await layer.flush()
    await layer.close_pools()


async def test_a_redis_that_says_nothing_is_away(redis, monkeypatch):
    monkeypatch.setattr(RedisLayer, "brpop_timeout", 1)
    monkeypatch.setattr(redis_layer, "OVERDUE", 0.1)
    layer = RedisLayer(hosts=[redis.url])
    listening = asyncio.create_task(layer.receive(await layer.new_channel()))
    await asyncio.sleep(0.1)
    redis.program.send(signal.SIGSTOP)
    async with asyncio.timeout(30):
        while not layer._is_away:
            await asyncio.sleep(0.01)
    redis.program.send(signal.SIGCONT)
    listening.cancel()
    await asyncio.wait([listening])
    await layer.close_pools()


async def test_what_nobody_waits_for_fails_quietly(redis):
    layer = RedisLayer(hosts=[redis.url])
    channel = await layer.new_channel()
    await asyncio.to_thread(redis.program.stop)
    await layer._clean_receive_backup(layer.consistent_hash(channel), channel)
    await layer.close_pools()


async def test_who_leaves_listens_no_longer_wherever_that_finds_it(redis):
    layer = RedisLayer(hosts=[redis.url])
    channel = await layer.new_channel()
    for turns in range(100):  # of the event loop: connecting, sending, waiting
        listening = asyncio.create_task(layer.receive(channel))
        for _ in range(turns):
            await asyncio.sleep(0)
        listening.cancel()
        await asyncio.wait([listening], timeout=2)
        assert listening.cancelled(), turns
    await layer.close_pools()


async def until_told(layer: RedisLayer, waiting: list[asyncio.Future[None]]) -> None:
    """Send until nobody waits."""
    while not all(future.done() for future in waiting):
        await layer.group_send("lobby", {"type": "hello"})
        await asyncio.sleep(0.02)


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
