"""Every line of play, asked of programs over the gateway."""

import asyncio
from functools import cache
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from games.core.errors import GameError
from games.core.rules import TIC_TAC_TOE, Position
from games.models import Workshop, WorkshopPlayer
from games.programs.workshops import services
from games.programs.workshops.gateway import client as client_module
from games.programs.workshops.queries import ProgramToTest
from games.programs.workshops.room import exhaustive_test
from games.programs.workshops.room.exhaustive_test import ExhaustiveTest, verdict_on
from games.programs.workshops.room.states import LAB
from games.programs.workshops.services import ask
from tests.programs.workshops.clients import Client
from tests.programs.workshops.solutions import ai

pytestmark = pytest.mark.django_db(transaction=True)
Verdict = WorkshopPlayer.Verdict


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch) -> None:
    monkeypatch.setattr(exhaustive_test, "SECONDS_BETWEEN_QUESTIONS", 0)
    monkeypatch.setattr(client_module, "SECONDS_A_MESSAGE", 0.00001)


def position_after(moves):
    return Position.after(TIC_TAC_TOE, tuple(moves))


async def first_free(moves):
    return position_after(moves).legal_moves()[0]


async def by_the_solution(moves):
    return answer_of_the_solution(tuple(moves))


@cache  # it looks through all games each time, and is asked about the empty board sixteen times
def answer_of_the_solution(moves):
    me, other = "me", "other"
    seats = (me, other) if len(moves) % 2 == 0 else (other, me)
    board = [["", "", ""] for _ in range(3)]
    for ply, cell in enumerate(moves):
        board[cell // 3][cell % 3] = seats[ply % 2]
    x, y = ai.best_move(board, me, other)
    return 3 * y + x


@pytest.mark.slow
async def test_of_the_solution_it_is_said_that_it_has_not_lost():
    assert await verdict_on(by_the_solution) == (Verdict.UNBEATEN, 0)


async def test_a_level_of_the_site_s_own_is_proven():
    assert await verdict_on(by_the_solution, share_asked_twice=0) == (Verdict.PROVEN, 0)


async def test_a_program_is_refuted_by_the_shortest_game_it_loses():
    assert await verdict_on(first_free) == (Verdict.REFUTED, 5)


async def test_whoever_marks_a_taken_cell_has_lost():
    async def always_the_corner(moves):
        return 0

    assert await verdict_on(always_the_corner) == (Verdict.REFUTED, 2)


async def test_whoever_does_not_answer_is_silent():
    async def never(moves):
        raise TimeoutError

    assert await verdict_on(never) == (Verdict.SILENT, 0)


async def test_whoever_goes_has_no_verdict():
    async def gone(moves):
        raise GameError("gone")

    with pytest.raises(GameError):
        await verdict_on(gone)


class Program:
    """A client that answers every question by *choose*."""

    def __init__(self, gateway, code: str, choose) -> None:
        self.client = Client(gateway, code, transport="websocket")
        self.choose = choose

    async def __aenter__(self) -> "Program":
        await self.client.__aenter__()
        await self.client.emit("create", {"username": "ally"})
        await self.client.hear("client:init")
        self.task = asyncio.create_task(self.answer())
        return self

    async def __aexit__(self, *error) -> None:
        self.task.cancel()
        await self.client.leave()

    async def answer(self) -> None:
        while True:
            game = await self.client.hear("client:init")
            assert LAB in game["players"]
            assert game["turn"] == "ally"
            x, y = self.choose(game["board"])
            sent = {"username": "ally", "gameUid": game["gameUid"], "position": {"x": x, "y": y}}
            await self.client.emit("move", sent)


def first_cell(board):
    return next((x, y) for y in range(3) for x in range(3) if board[y][x] == "")


async def start(workshop) -> None:
    players = await sync_to_async(list)(workshop.players.values_list("pk", flat=True))
    await sync_to_async(ask)(workshop=workshop, players=players)
    await services.changed(workshop.pk)


async def until_shown() -> WorkshopPlayer:
    async with asyncio.timeout(60):
        while True:
            player = await WorkshopPlayer.objects.aget()
            if player.verdict not in (Verdict.NONE, Verdict.ASKING):
                return player
            await asyncio.sleep(0.05)


async def test_a_program_in_the_workshop_is_asked(gateway, workshop):
    async with Program(gateway, workshop.code, first_cell) as program:
        await start(workshop)
        player = await until_shown()
        await program.client.hear("client:leave")
    assert (player.verdict, player.loses_in) == (Verdict.REFUTED, 5)


async def test_a_person_does_not_answer_in_the_time_that_the_teacher_gives(gateway, workshop):
    await Workshop.objects.filter(pk=workshop.pk).aupdate(move_seconds=1)
    async with Client(gateway, workshop.code, transport="websocket") as ally:
        await ally.emit("join", {"username": "ally"})
        await start(workshop)
        await ally.hear("client:init")
        assert await ally.emit("create", {"username": "ally"}) == {"error": "being_asked"}
        assert (await until_shown()).verdict == Verdict.SILENT
        assert await ally.emit("create", {"username": "ally"}) == {"ok": True}


async def test_whoever_comes_back_is_asked_again(gateway, workshop):
    async with Client(gateway, workshop.code, transport="websocket") as ally:
        await ally.emit("join", {"username": "ally"})
        await start(workshop)
        await ally.hear("client:init")
    await asyncio.sleep(0.2)
    assert (await WorkshopPlayer.objects.aget()).verdict == Verdict.ASKING
    async with Program(gateway, workshop.code, first_cell):
        assert (await until_shown()).verdict == Verdict.REFUTED


async def test_whoever_becomes_another_player_is_not_asked_for_the_first():
    visitor = SimpleNamespace(
        turn=asyncio.Lock(),
        is_free=True,
        user_id=1,
        begin_questions=lambda: pytest.fail("asked for another"),
    )
    begun = []
    roster = SimpleNamespace(here=lambda user: visitor, start=begun.append, changed=lambda: None)
    seen = SimpleNamespace(to_ask=[ProgramToTest(pk=1, user=1, level="")], move_seconds=30)
    ExhaustiveTest(roster).go_on(seen)
    visitor.user_id = 2  # its client has named another player before it was its turn
    await begun[0]


def test_somebody_must_be_chosen(workshop):
    with pytest.raises(GameError, match="nobody_chosen"):
        ask(workshop=workshop, players=[])
