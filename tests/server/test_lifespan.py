"""What a site does by itself begins and ends with its server, whichever that is."""

import asyncio
from typing import Any

import pytest

from tictactoe_site.server import lifespan
from tictactoe_site.server.lifespan import Lifespan


class Upkeep:
    def __init__(self) -> None:
        self.said: list[str] = []

    def start(self) -> None:
        self.said.append("started")

    async def stop(self) -> None:
        self.said.append("stopped")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Lifespan:
    monkeypatch.setattr(lifespan, "Upkeep", Upkeep)
    monkeypatch.setattr(lifespan.thinking, "warm_up", lambda then: None)
    return Lifespan(page)


async def page(scope: Any, receive: Any, send: Any) -> None:
    await send("page")


async def test_upkeep_lasts_as_long_as_the_server(site):
    told: asyncio.Queue[Any] = asyncio.Queue()
    said: asyncio.Queue[Any] = asyncio.Queue()
    living = asyncio.create_task(site({"type": "lifespan"}, told.get, said.put))
    await told.put({"type": "lifespan.startup"})
    assert await said.get() == {"type": "lifespan.startup.complete"}
    await site({"type": "http"}, None, said.put)
    assert await said.get() == "page"
    assert site.upkeep.said == ["started"]
    await told.put({"type": "lifespan.shutdown"})
    assert await said.get() == {"type": "lifespan.shutdown.complete"}
    await living
    assert site.upkeep.said == ["started", "stopped"]


@pytest.mark.parametrize(("warm", "said"), [(True, "with"), (False, "without")])
def test_the_players_are_loaded_unless_that_is_to_wait(site, settings, monkeypatch, warm, said):
    heard: list[str] = []
    monkeypatch.setattr(lifespan.thinking, "warm_up", lambda then: then())
    monkeypatch.setattr(lifespan, "spare_what_is_loaded", heard.append)
    settings.WARM_ENGINE = warm
    site.begin()
    assert heard == [f"{said} the computer's players"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_under_a_server_without_a_lifespan_it_begins_with_the_first_scope(site, kind, caplog):
    said: asyncio.Queue[Any] = asyncio.Queue()
    assert site.upkeep.said == []
    for _ in range(2):
        await site({"type": kind}, None, said.put)
        assert site.upkeep.said == ["started"]
    (line,) = caplog.messages
    assert "python -m tictactoe_site.server" in line
