"""The socket of an arena."""

import json

import pytest
from asgiref.sync import sync_to_async

from games.compete.tournaments import upkeep
from games.compete.tournaments.arena import services
from games.play.game.services import play
from tests.compete.tournaments.arena.test_services import SOON
from tests.compete.tournaments.making import end_round, going_arena
from tests.play.game.test_consumer import Client as Socket

pytestmark = pytest.mark.django_db(transaction=True)


async def test_it_tells_the_standing_and_ones_own_round(alice, bob):
    arena = await sync_to_async(going_arena)(alice, bob)
    path = f"/ws/tournaments/{arena.uid}/"
    own, other = Socket(path, alice), Socket(path, None)
    await own.connect()
    await other.connect()
    first = await own.hear("standing")
    assert (first["state"], first["players"], first["playing"]) == ("going", 2, 0)
    now = arena.begun_at + SOON
    await sync_to_async(upkeep.note_seen)(users=[alice.pk, bob.pk], now=now)
    [round] = await sync_to_async(services.pair)(uid=arena.uid, now=now)
    paired = await own.hear("paired")
    assert paired == {"type": "paired", "uid": round.uid, "game": round.first_game.uid}
    await sync_to_async(end_round)(round)
    for socket in (own, other):
        while (standing := await socket.hear("standing"))["rows"][0]["rounds"] == 0:
            pass
        assert [chip["text"] for chip in standing["rows"][0]["chips"]] == ["1"]
        await socket.disconnect()


async def test_whoever_comes_later_hears_of_the_round_they_play(alice, bob):
    arena = await sync_to_async(going_arena)(alice, bob)
    [round] = await sync_to_async(services.pair)(uid=arena.uid, now=arena.begun_at + SOON)
    socket = Socket(f"/ws/tournaments/{arena.uid}/", bob)
    await socket.connect()
    assert (await socket.hear("paired"))["uid"] == round.uid
    await socket.disconnect()


async def test_boards_follow_their_games(alice, bob):
    arena = await sync_to_async(going_arena)(alice, bob)
    top, page, beyond = (
        Socket(f"/ws/tournaments/{arena.uid}/{query}", None)
        for query in ("", "?boards=1", "?boards=2")
    )
    for socket in (top, page, beyond):
        await socket.connect()
        assert (await socket.hear("boards"))["games"] == []
    [begun] = await sync_to_async(services.pair)(uid=arena.uid, now=arena.begun_at + SOON)
    game = begun.first_game
    for socket in (top, page):
        [board] = (await socket.hear("boards"))["games"]
        assert (board["uid"], board["moves"]) == (begun.uid, begun.opening)
        assert board["clock"] == {"x": 120_000, "o": 120_000, "running": None}
    mover = game.x_player if len(begun.opening) % 2 == 0 else game.o_player
    cell = next(cell for cell in range(36) if cell not in begun.opening)
    await play(uid=game.uid, player=mover, ply=len(begun.opening), cell=cell, id="")
    for socket in (top, page):
        [board] = (await socket.hear("boards"))["games"]
        assert board["moves"][-1] == cell
        await socket.disconnect()
    while not await beyond.receive_nothing():
        assert json.loads(await beyond.receive_from())["type"] == "standing"
    await beyond.disconnect()


async def test_there_is_no_socket_of_no_tournament():
    socket = Socket("/ws/tournaments/0000000000/", None)
    await socket.connect()
    assert (await socket.receive_output())["code"] == 4404
