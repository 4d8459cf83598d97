"""The round robin: its games begin by themselves, and none holds up the others."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from games.models import Game, WorkshopGame
from games.workshops import announce, round_robin, services
from games.workshops.gateway import client as client_module
from games.workshops.results import cross_table
from games.workshops.room import open_workshop
from games.workshops.services import pair, spread
from tests.workshops.clients import Client

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60.0  # seconds, for what comes sooner or not at all


class Bot:
    """A client that marks the first free cell whenever it is its turn."""

    def __init__(self, gateway, code: str, name: str) -> None:
        self.client = Client(gateway, code, transport="websocket")
        self.name = name
        self.moves = 0

    async def __aenter__(self) -> "Bot":
        await self.client.__aenter__()
        await self.client.emit("join", {"username": self.name})
        self.task = asyncio.create_task(self.play())
        return self

    async def __aexit__(self, *error) -> None:
        self.task.cancel()
        await self.client.leave()

    async def play(self) -> None:
        while True:
            told = await self.client.hear_message(
                lambda it: it.data[0] in ("client:init", "client:move")
            )
            await self.answer(told.data[1])

    async def answer(self, game) -> None:
        if game["turn"] == self.name:
            x, y = next((x, y) for y in range(3) for x in range(3) if game["board"][y][x] == "")
            self.moves += 1
            await self.client.emit(
                "move",
                {"username": self.name, "gameUid": game["gameUid"], "position": {"x": x, "y": y}},
            )


class Eager(Bot):
    """One that opens a game of its own whenever one is over, as the kits' do."""

    async def answer(self, game) -> None:
        if game["status"]["type"] == "FINISHED":
            self.client.emit_and_go("create", {"username": self.name})
        await super().answer(game)


class Silent(Bot):
    """One that never answers."""

    async def answer(self, game) -> None:
        pass


async def start(workshop) -> None:
    players = await sync_to_async(list)(workshop.players.values_list("pk", flat=True))
    await sync_to_async(pair)(workshop=workshop, players=players)
    await announce.changed(workshop.pk)


async def until_played(workshop, count: int):
    async with asyncio.timeout(PATIENCE):
        while True:
            table = await sync_to_async(cross_table)(workshop)
            if table and table.played == count:
                return table
            await asyncio.sleep(0.05)


async def test_each_plays_each_with_both_seats(gateway, workshop):
    async with (
        Bot(gateway, workshop.code, "ally"),
        Bot(gateway, workshop.code, "bobby"),
        Bot(gateway, workshop.code, "charly"),
    ):
        await start(workshop)
        table = await until_played(workshop, 6)
    # Whoever begins wins by marking the first free cell: one point against everybody.
    assert [row.total for row in table.rows] == ["2", "2", "2"]
    assert await Game.objects.acount() == 6


async def test_whoever_waits_for_somebody_plays_in_it(gateway, workshop):
    async with Bot(gateway, workshop.code, "ally") as ally, Bot(gateway, workshop.code, "charly"):
        await ally.client.emit("create", {"username": "ally"})
        await start(workshop)
        await until_played(workshop, 2)
    assert await Game.objects.filter(termination="cancelled").acount() == 1


async def test_nobody_is_ever_in_two_games(gateway, workshop, monkeypatch):
    monkeypatch.setattr(client_module, "BURST", 1000)
    names = ("ally", "bobby", "charly", "zoe")
    async with AsyncExitStack() as stack:
        for name in names:
            await stack.enter_async_context(Eager(gateway, workshop.code, name))
        await start(workshop)
        await until_played(workshop, 12)
        await asyncio.sleep(0.3)
        going_on = Game.objects.exclude(status=Game.Status.FINISHED)
        creators = [creator async for creator in going_on.values_list("creator", flat=True)]
    # Each waits in one game of its own, and in no other.
    assert len(set(creators)) == len(creators) == len(names)


async def test_a_client_waits_while_its_game_is_begun(gateway, workshop, monkeypatch):
    begin, has_come, may_go = services.begin_pairing, asyncio.Event(), asyncio.Event()

    async def begin_slowly(**arguments) -> str:
        has_come.set()
        await may_go.wait()
        return await begin(**arguments)

    monkeypatch.setattr(services, "begin_pairing", begin_slowly)
    async with (
        Client(gateway, workshop.code, transport="websocket") as ally,
        Client(gateway, workshop.code, transport="websocket") as charly,
    ):
        for client, name in ((ally, "ally"), (charly, "charly")):
            await client.emit("join", {"username": name})
        await start(workshop)
        await has_come.wait()
        for client, name in ((ally, "ally"), (charly, "charly")):
            client.emit_and_go("create", {"username": name})
        await asyncio.sleep(0.1)
        may_go.set()
        for client in (ally, charly):
            for _ in range(2):  # as the game begins, and instead of another one
                assert (await client.hear("client:init"))["status"]["type"] == "ONGOING"
        assert await Game.objects.acount() == 1


async def test_whoever_does_not_answer_loses(gateway, workshop, monkeypatch):
    monkeypatch.setattr(round_robin, "LONGEST_MOVE", 200)
    async with Bot(gateway, workshop.code, "ally"), Silent(gateway, workshop.code, "charly"):
        await start(workshop)
        async with asyncio.timeout(PATIENCE):
            while not await Game.objects.filter(status="ongoing").aexists():
                await asyncio.sleep(0.02)
        for _ in range(2):
            await asyncio.sleep(0.4)
            await announce.changed(workshop.pk)
        table = await until_played(workshop, 2)
    assert [row.total for row in table.rows] == ["2", "0"]


async def test_games_begin_when_their_players_come(gateway, workshop, monkeypatch):
    monkeypatch.setattr(open_workshop, "PRESENCE_NOTED", timedelta(hours=1))
    async with Bot(gateway, workshop.code, "charly"):
        pass
    async with Bot(gateway, workshop.code, "ally"), Bot(gateway, workshop.code, "bobby"):
        await start(workshop)
        await until_played(workshop, 2)
        await asyncio.sleep(0.3)  # the end of the last game has been looked at
        async with Bot(gateway, workshop.code, "charly"):
            await until_played(workshop, 6)


def test_nobody_plays_many_in_a_row():
    pairs = [WorkshopGame(x_id=x, o_id=o) for x in range(1, 7) for o in range(1, 7) if x != o]
    first = [{pair.x_id, pair.o_id} for pair in spread(pairs)[:6]]
    assert len(set().union(*first)) == 6
