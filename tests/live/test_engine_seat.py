"""The computer answers by itself, also after a restart in the middle of its turn."""

import asyncio

import pytest
from asgiref.sync import async_to_sync

from games.core.rules import Ruleset
from games.engine import LEVELS
from games.engine.openings.first_cells import drawn_first_cells
from games.live.workers import thinking
from games.models import Game, Move
from games.play.game import services as play_services
from games.play.game.services import offer, play
from games.play.game.terms import Terms
from games.play.game.watching import watch
from games.play.lobby.services import create_game
from tests.live.conftest import Recorder

pytestmark = pytest.mark.django_db(transaction=True)


async def against(creator, level: str, *, side: str = "x", ruleset: Ruleset | None = None) -> Game:
    terms = Terms(ruleset=ruleset or Ruleset(3, 3, 3), opponent="computer", level=level, side=side)
    return await create_game(creator=creator, terms=terms)


async def next_move(watcher: Recorder, ply: int) -> dict:
    while True:
        for frame in watcher.frames:
            if frame["type"] == "moved" and frame["ply"] == ply:
                return frame
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("level", LEVELS)
async def test_every_level_plays_a_game_to_its_end(alice, level):
    game = await against(alice, level)
    watcher = Recorder(alice)
    room = await watch(uid=game.uid, watcher=watcher)
    while not room.match.termination:
        cell = room.match.position.legal_moves()[0]
        ply = room.match.ply
        await play(uid=game.uid, player=alice, ply=ply, cell=cell)
        while not room.match.termination and room.match.ply == ply + 1:
            await asyncio.sleep(0.01)
    assert watcher.types[-1] == "ended"
    stored = await Game.objects.aget(pk=game.pk)
    assert stored.status == "finished"
    assert stored.outcome == room.match.outcome


async def test_the_computer_begins_where_it_has_the_first_move(alice):
    game = await against(alice, "rules", side="o")
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)
    assert (await next_move(watcher, 0))["cell"] == 4


async def test_the_computers_turn_survives_a_restart(alice):
    """The move is made, the process dies before the answer, and another one opens the game."""
    game = await against(alice, "rules")

    def play_and_die() -> None:
        asyncio.run(play(uid=game.uid, player=alice, ply=0, cell=0))

    await asyncio.get_running_loop().run_in_executor(None, play_and_die)
    assert await Move.objects.filter(game=game).acount() == 1
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)
    await next_move(watcher, 1)


async def test_a_page_without_sockets_sees_the_answer(alice):
    game = await against(alice, "random")
    await play(uid=game.uid, player=alice, ply=0, cell=0, wait_for_engine=True)
    assert await Move.objects.filter(game=game).acount() == 2


async def test_a_takeback_against_the_computer_is_free_and_takes_both_moves_back(alice):
    game = await against(alice, "random")
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)
    await play(uid=game.uid, player=alice, ply=0, cell=0)
    await next_move(watcher, 1)
    await offer(uid=game.uid, player=alice, what="takeback")
    assert watcher.last["moves"] == []
    assert await Move.objects.filter(game=game).acount() == 0


async def test_a_takeback_while_the_computer_thinks_stops_it(alice, monkeypatch):
    started, stopped = asyncio.Event(), asyncio.Event()

    async def think(level: str, position: object, *, swap: bool) -> int:
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()
        return 0

    monkeypatch.setattr(thinking, "think", think)
    game = await against(alice, "random")
    room = await watch(uid=game.uid, watcher=Recorder(alice))
    await play(uid=game.uid, player=alice, ply=0, cell=0)
    await started.wait()
    await offer(uid=game.uid, player=alice, what="takeback")
    await stopped.wait()
    assert room.match.ply == 0


def test_creating_a_game_makes_the_levels_account_once(alice):
    first = async_to_sync(against)(alice, "rules")
    second = async_to_sync(against)(alice, "rules")
    assert first.o_player == second.o_player
    assert first.o_player.kind == "engine"


async def with_swap(creator, *, side: str, level: str = "random") -> tuple[Game, Recorder]:
    terms = Terms(ruleset=Ruleset(6, 5, 4), opponent="computer", level=level, side=side, swap=True)
    game = await create_game(creator=creator, terms=terms)
    watcher = Recorder(creator)
    await watch(uid=game.uid, watcher=watcher)
    return game, watcher


async def until(watcher: Recorder, holds) -> dict:
    while not holds(watcher.last):
        await asyncio.sleep(0.01)
    return watcher.last


async def test_the_computer_takes_a_good_first_mark_over(alice):
    game, watcher = await with_swap(alice, side="x")
    await play(uid=game.uid, player=alice, ply=0, cell=15)
    state = await until(watcher, lambda frame: frame.get("swapped"))
    assert (state["you"], state["swap"], state["moves"]) == (["o"], "", [15])
    await play(uid=game.uid, player=alice, ply=1, cell=16)
    await next_move(watcher, 2)


async def test_the_computer_answers_a_poor_first_mark(alice):
    game, watcher = await with_swap(alice, side="x")
    await play(uid=game.uid, player=alice, ply=0, cell=0)
    await next_move(watcher, 1)
    assert not (await Game.objects.aget(pk=game.pk)).swapped


async def test_the_computer_goes_on_when_its_first_mark_is_taken_over(alice):
    game, watcher = await with_swap(alice, side="o")
    await next_move(watcher, 0)
    await play_services.swap(uid=game.uid, player=alice)
    assert watcher.last["you"] == ["x"] or watcher.last["type"] == "moved"
    await next_move(watcher, 1)
    await play(uid=game.uid, player=alice, ply=2, cell=await free_cell(game))


async def test_the_computer_begins_evenly_where_its_mark_may_be_taken_over(alice):
    _, watcher = await with_swap(alice, side="o", level="perfect")
    state = await next_move(watcher, 0)
    assert state["cell"] in drawn_first_cells(Ruleset(6, 5, 4))


async def free_cell(game: Game) -> int:
    taken = {move.cell async for move in Move.objects.filter(game=game)}
    return min(set(range(30)) - taken)


async def test_the_computer_claims_the_draw_that_nobody_can_avoid(alice, monkeypatch):
    cells = (0, 1, 2, 5, 4, 9, 8)  # both marks in each of the three rows, the only lines

    async def think(level, position, **terms):
        return cells[position.ply]

    monkeypatch.setattr(thinking, "think", think)
    game = await against(alice, "random", ruleset=Ruleset(4, 3, 4))
    for ply in range(0, 7, 2):
        await play(uid=game.uid, player=alice, ply=ply, cell=cells[ply], wait_for_engine=True)
    stored = await Game.objects.aget(pk=game.pk)
    assert (stored.outcome, stored.termination, stored.ply) == ("draw", "dead", 7)
