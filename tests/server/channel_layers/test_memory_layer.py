"""Hints within one process go straight to whoever listens."""

import pytest

from tictactoe_site.server.channel_layers.memory_layer import MemoryLayer


@pytest.fixture
def layer() -> MemoryLayer:
    return MemoryLayer(capacity=2)


async def test_a_listener_is_called_with_what_its_groups_are_sent_until_it_hangs_up(layer):
    heard: dict[str, list[int]] = {"a": [], "b": []}
    for channel, numbers in heard.items():
        layer.listen(channel, lambda message, numbers=numbers: numbers.append(message["number"]))
        await layer.group_add("both", channel)
    await layer.group_add("one", "b")
    await layer.group_send("both", {"type": "hint", "number": 1})
    await layer.group_send("one", {"type": "hint", "number": 2})
    layer.hang_up("a")
    await layer.group_discard("both", "a")
    await layer.group_send("both", {"type": "hint", "number": 3})
    assert heard == {"a": [1], "b": [1, 2, 3]}


async def test_who_does_not_listen_can_wait_as_with_any_layer(layer):
    channel = await layer.new_channel()
    await layer.group_add("all", channel)
    for number in range(3):  # one more than fits
        await layer.group_send("all", {"type": "hint", "number": number})
    assert [(await layer.receive(channel))["number"] for _ in range(2)] == [0, 1]
    assert not layer.channels


async def test_a_listener_that_hangs_up_twice_or_never_listened_harms_nobody(layer):
    layer.hang_up("a")
    await layer.group_send("nobody", {"type": "hint"})
