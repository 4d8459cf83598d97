"""Programs that play in a workshop, over the gateway in the test's own process."""

import asyncio

from tests.programs.workshops.clients import Client


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


class Leaver(Bot):
    """One that leaves every game as soon as it begins."""

    async def answer(self, game) -> None:
        if game["status"]["type"] == "ONGOING":
            self.client.emit_and_go("leave", {"username": self.name, "gameUid": game["gameUid"]})
