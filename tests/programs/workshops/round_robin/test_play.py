"""The round robin: its games begin by themselves, and none holds up the others."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from accounts.services import ban
from games.compete.round_robin.chart import Chart, Meeting, Member, meetings_of
from games.core.errors import GameError
from games.live.rooms import rooms
from games.models import Game, utc_now
from games.programs.workshops import services as workshops
from games.programs.workshops.gateway import client as client_module
from games.programs.workshops.gateway.messages import Type
from games.programs.workshops.results import cross_table
from games.programs.workshops.room import open_workshop
from games.programs.workshops.round_robin import play, services
from tests.playing import begin
from tests.programs.workshops.bots import Bot, Eager, Leaver, Silent
from tests.programs.workshops.clients import Client
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 3_600_000  # ms
PATIENCE = 60.0  # seconds, for what comes sooner or not at all


async def start(workshop, *levels: str) -> None:
    pupils = workshop.players.filter(level="")
    players = await sync_to_async(list)(pupils.values_list("pk", flat=True))
    await services.pair(workshop=workshop, players=players, levels=levels)
    await workshops.changed(workshop.pk)


async def begun_game() -> Game:
    """The first game that goes on."""
    async with asyncio.timeout(PATIENCE):
        while not (game := await Game.objects.filter(status="ongoing").afirst()):
            await asyncio.sleep(0.02)
    return game


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
    assert [row.points for row in table.rows] == ["2", "2", "2"]
    assert await Game.objects.acount() == 6


class Workshop:
    """A workshop of which everybody is here, and nothing is done but noted."""

    pk = 1

    def __init__(self) -> None:
        self.started = []

    def here(self, user: int) -> SimpleNamespace:
        return SimpleNamespace(is_free=True)

    def start(self, work) -> None:
        self.started.append(work)
        work.close()

    def changed(self) -> None:
        """Nobody has to look."""


def test_nothing_is_begun_twice_or_in_a_pause():
    members = [Member(key) for key in range(1, 7)]
    chart = Chart(members, [Meeting(one.games[:1]) for one in meetings_of(members)])
    seen = SimpleNamespace(chart=chart, is_paused=True, being_played=(), move_seconds=30)
    round_robin = play.RoundRobin(Workshop())
    round_robin.go_on(seen)
    assert not round_robin._roster.started
    seen.is_paused = False
    for _ in range(2):
        round_robin.go_on(seen)
        assert len(round_robin._roster.started) == 3


async def test_no_game_is_shown_to_who_has_become_another_player(monkeypatch):
    visitors = {
        user: SimpleNamespace(
            turn=asyncio.Lock(), is_free=True, call_off=lambda: pytest.fail("called off")
        )
        for user in (1, 2)
    }
    workshop = Workshop()
    monkeypatch.setattr(workshop, "here", visitors.get, raising=False)
    monkeypatch.setattr(workshop, "start", workshop.started.append)
    members = [Member(key) for key in visitors]
    chart = Chart(members, [Meeting(one.games[:1]) for one in meetings_of(members)])
    seen = SimpleNamespace(chart=chart, is_paused=False, being_played=(), move_seconds=30)
    async with visitors[1].turn:
        play.RoundRobin(workshop).go_on(seen)
        begun = asyncio.create_task(workshop.started[0])
        await asyncio.sleep(0)  # it waits for the turn
        visitors[3] = visitors.pop(1)  # as whose client names another player
    await begun


async def test_whoever_waited_in_vain_is_told_if_no_game_begins(gateway, workshop, monkeypatch):
    """As where the other's waiting game has just been joined, or another process was faster."""
    refused = asyncio.Event()

    async def refuse(**arguments) -> str:
        refused.set()
        raise GameError("already_started")

    monkeypatch.setattr(services, "begin_meeting", refuse)
    async with (
        Client(gateway, workshop.code, transport="websocket") as ally,
        Client(gateway, workshop.code, transport="websocket") as charly,
    ):
        await charly.emit("join", {"username": "charly"})
        await ally.emit("create", {"username": "ally"})
        await start(workshop)
        await refused.wait()
        assert await ally.hear("client:leave") is None


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
    begin, has_come, may_go = services.begin_meeting, asyncio.Event(), asyncio.Event()

    async def begin_slowly(**arguments) -> str:
        has_come.set()
        await may_go.wait()
        return await begin(**arguments)

    monkeypatch.setattr(services, "begin_meeting", begin_slowly)
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


async def test_whoever_goes_while_its_game_is_begun_leaves_it(
    gateway, workshop, monkeypatch, soon_away
):
    begin, has_come, may_go = services.begin_meeting, asyncio.Event(), asyncio.Event()

    async def begin_slowly(**arguments) -> str:
        has_come.set()
        await may_go.wait()
        return await begin(**arguments)

    monkeypatch.setattr(services, "begin_meeting", begin_slowly)
    async with Bot(gateway, workshop.code, "ally"):
        async with Silent(gateway, workshop.code, "charly"):
            await start(workshop)
            await has_come.wait()
        may_go.set()
        table = await until_played(workshop, 1)
        assert [row.points for row in table.rows] == ["1", "0"]
        game = await Game.objects.aget()
    await until(lambda: rooms().find_open(game.uid) is None)


async def test_whoever_does_not_answer_loses(gateway, workshop, monkeypatch):
    monkeypatch.setattr(play, "SECOND", 7)  # so that the 30 are over soon
    async with Bot(gateway, workshop.code, "ally"), Silent(gateway, workshop.code, "charly"):
        await start(workshop)
        await begun_game()
        for _ in range(2):
            await asyncio.sleep(0.4)
            await workshops.changed(workshop.pk)
        table = await until_played(workshop, 2)
    assert [row.points for row in table.rows] == ["2", "0"]


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


async def test_the_computer_plays_without_a_client(gateway, workshop):
    async with Bot(gateway, workshop.code, "ally"), Bot(gateway, workshop.code, "bobby"):
        await start(workshop, "perfect")
        table = await until_played(workshop, 6)
    perfect, *_ = table.rows
    assert perfect.entrant.name == "Perfect"
    assert (perfect.games, perfect.cells[1].halves + perfect.cells[2].halves) == (4, perfect.halves)
    assert perfect.halves > 4  # of 8: whoever marks the first free cell does not hold the draw


async def test_every_line_of_play_is_asked_of_the_computer_too(gateway, workshop):
    async with Bot(gateway, workshop.code, "ally"):
        await start(workshop, "perfect", "random")
        table = await until_played(workshop, 4)
        async with asyncio.timeout(PATIENCE):
            while any(row.entrant.verdict == "asking" for row in table.rows):
                await asyncio.sleep(0.1)
                table = await sync_to_async(cross_table)(workshop)
    random, perfect, ally = (row.entrant for row in table.rows)
    assert (perfect.verdict, ally.verdict) == ("proven", "")
    assert (random.verdict, random.loses_in) == ("refuted", 5)


async def test_whoever_leaves_has_lost_and_is_withdrawn_with_the_third_time(gateway, workshop):
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(Leaver(gateway, workshop.code, "zoe"))
        for name in ("ally", "bobby", "charly"):
            await stack.enter_async_context(Bot(gateway, workshop.code, name))
        await start(workshop)
        table = await until_played(workshop, 12)
    zoe, *others = table.rows
    assert (zoe.entrant.name, zoe.halves, zoe.games) == ("zoe", 0, 3)
    assert table.withdrawn == (zoe.entrant,)
    assert all(row.cells[0].text == "2" for row in others)


async def test_whoever_goes_away_has_lost_though_nobody_has_moved(gateway, workshop, soon_away):
    async with Bot(gateway, workshop.code, "ally"):
        async with Silent(gateway, workshop.code, "charly"):
            await start(workshop)
            await begun_game()
        table = await until_played(workshop, 1)
        assert [row.points for row in table.rows] == ["1", "0"]


async def test_a_move_has_its_time_from_when_a_server_has_seen_the_game(workshop, alice, bob):
    game = await begin(alice, bob, 4)
    async with rooms().enter(game.uid) as room:
        await play.forfeit_if_stalled(game.uid, since=utc_now() + HOUR, longest=0)
        assert room.match.status == "ongoing"
        await play.forfeit_if_stalled(game.uid, since=0, longest=0)
        assert (room.match.status, room.match.termination) == ("finished", "resignation")


async def test_whoever_is_banned_is_sent_away_and_holds_nobody_up(gateway, workshop, bob):
    bob.is_staff = True
    async with (
        Client(gateway, workshop.code, transport="websocket") as ally,
        Bot(gateway, workshop.code, "bobby"),
        Bot(gateway, workshop.code, "charly"),
    ):
        await ally.emit("join", {"username": "ally"})
        player = await workshop.players.select_related("user").aget(name="ally")
        await sync_to_async(ban)(user=player.user, staff=bob, reason="spam")
        await start(workshop)
        await ally.hear_message(lambda it: it.type is Type.DISCONNECT)
        await until_played(workshop, 2)


async def test_whoever_is_removed_is_sent_away_and_not_let_in_again(gateway, workshop):
    async with Client(gateway, workshop.code, transport="websocket") as ally:
        await ally.emit("join", {"username": "ally"})
        player = await workshop.players.aget()
        await services.remove(workshop=workshop, player=player.pk)
        await workshops.changed(workshop.pk)
        await ally.hear_message(lambda it: it.type is Type.DISCONNECT)
    async with Client(gateway, workshop.code, transport="websocket") as again:
        assert await again.emit("join", {"username": "ally"}) == {"error": "removed"}
