"""A group of the channel layer as one listener hears it."""

import asyncio
from typing import Any

from channels.layers import get_channel_layer

from games.live import feed as module
from games.live.feed import Hints

GROUP = "hints.of.a.test"
PATIENCE = 30.0


async def tell(word: str) -> None:
    await get_channel_layer().group_send(GROUP, {"type": "hint", "word": word})


class Heard:
    """The words that came, of which each can be waited for."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    async def hear(self, hint: dict[str, Any]) -> None:
        self.words.append(hint["word"])
        self._queue.put_nowait(hint["word"])

    async def next(self) -> str:
        return await asyncio.wait_for(self._queue.get(), PATIENCE)


async def test_hints_come_in_their_order_until_it_is_stopped():
    heard = Heard()
    hints = Hints(GROUP, heard.hear)
    hints.start()
    await hints.ready()
    for word in "abc":
        await tell(word)
    assert [await heard.next() for _ in range(3)] == ["a", "b", "c"]
    hints.stop()
    hints.stop()


async def test_a_hint_that_fails_ends_nothing(monkeypatch):
    monkeypatch.setattr(module, "SECONDS_BEFORE_RETRY", 0.0)
    heard, joined = Heard(), asyncio.Event()

    async def hear(hint: dict[str, Any]) -> None:
        if hint["word"] == "bad":
            raise RuntimeError("bad")
        await heard.hear(hint)

    hints = Hints(GROUP, hear)
    hints.start()
    await hints.ready()
    layer = get_channel_layer()
    add = layer.group_add

    async def noted(group: str, channel: str) -> None:
        await add(group, channel)
        joined.set()

    monkeypatch.setattr(layer, "group_add", noted)
    await tell("bad")
    await asyncio.wait_for(joined.wait(), PATIENCE)
    await tell("good")
    assert await heard.next() == "good"
    hints.stop()


async def test_whoever_waits_goes_on_when_the_layer_is_away(monkeypatch):
    async def away(group: str, channel: str) -> None:
        raise OSError("away")

    monkeypatch.setattr(get_channel_layer(), "group_add", away)
    hints = Hints(GROUP, Heard().hear)
    hints.start()
    await asyncio.wait_for(hints.ready(), PATIENCE)
    hints.stop()
