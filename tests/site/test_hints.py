"""Redis goes away and comes back, with nothing in it."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.cluster.parts import Redis
from tests.serving import ServerProcess
from tests.site.raw_socket import RawSocket
from tictactoe_site.hints import HintLayer

pytestmark = pytest.mark.redis


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A server of the test's own."""
    server = Redis(tmp_path / "redis")
    server.start()
    yield server
    server.program.stop()


async def test_who_listens_hears_again_when_redis_is_back(redis):
    layer = HintLayer(hosts=[{"address": redis.url, "socket_timeout": 15}])
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
    async with asyncio.timeout(20):
        while not all(task.done() for task in listening):
            await asyncio.sleep(0.05)
            try:
                await layer.group_send("lobby", {"type": "hello"})
            except (OSError, TimeoutError):
                continue
    assert [task.result()["type"] for task in listening] == ["hello", "hello"]
    await layer.flush()
    await layer.close_pools()


async def test_what_nobody_waits_for_fails_quietly(redis):
    layer = HintLayer(hosts=[{"address": redis.url, "socket_timeout": 15}])
    channel = await layer.new_channel()
    await asyncio.to_thread(redis.program.stop)
    await layer._clean_receive_backup(layer.consistent_hash(channel), channel)
    await layer.close_pools()


async def until_told(layer: HintLayer, waiting: list[asyncio.Future[None]]) -> None:
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
        with RawSocket(site.port, "/ws/lobby/", origin=site.url, timeout=10) as during:
            assert b'"lobby"' in during.receive()[1]
        before.send(b'{"type":"ping"}')
        assert b'"pong"' in before.receive()[1]
        assert site.get("/").status == 200
        assert site.get("/readyz").status == 503
        assert "Traceback" not in site.log.read_text()
