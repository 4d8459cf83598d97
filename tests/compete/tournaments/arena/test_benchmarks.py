"""The benchmarks of arenas still run, with few players and for seconds."""

import asyncio
import json
import re
import sys
from types import SimpleNamespace

import pytest

from bench import pairing
from bench.arena import players, prepare
from games.compete.tournaments import upkeep
from games.compete.tournaments.arena.services import TIME_TO_MIX, pair
from games.core.rules import Ruleset
from games.live.rooms import rooms
from games.models import Tournament
from games.play.game.services import play
from games.protocol.commands import parse_command
from tests.live.conftest import Recorder
from tests.playing import begin


def test_pairing_is_timed_for_each_size(monkeypatch, capsys):
    monkeypatch.setattr(pairing, "SIZES", ((6, 2), (6, 6)))
    monkeypatch.setattr(pairing, "TIMES", 1)
    pairing.main()
    *sizes, usual, networks = capsys.readouterr().out.splitlines()
    assert [re.findall(r"\d+", line)[:2] for line in sizes] == [["6", "2"], ["6", "6"]]
    assert all(re.search(r"\d+ ms$", line) for line in (usual, networks))


@pytest.mark.django_db(transaction=True)
def test_an_arena_is_prepared_with_its_players(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["prepare", "3", "60"])
    prepare.main()
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    arena = Tournament.objects.get(uid=told["uid"])
    assert len(told["sessions"]) == 3
    now = arena.begun_at + TIME_TO_MIX
    upkeep.note_seen(users=arena.entries.values_list("user", flat=True), now=now)
    assert len(pair(uid=arena.uid, now=now)) == 1


@pytest.mark.django_db(transaction=True)
async def test_the_moves_of_players_are_timed(alice, bob, monkeypatch):
    """Each hears what a socket at the game hears, and what it sends is carried out."""
    monkeypatch.setattr(players, "PAUSE", 0.001)
    game = await begin(alice, bob, ruleset=Ruleset(6, 6, 4))
    crowd = players.Crowd(open=None, uid="")
    enough = asyncio.Event()
    async with rooms().enter(game.uid) as room:

        def at_the_table(user):
            player = players.Player(crowd, session="")
            player._uid = game.uid
            watcher = Recorder(user)
            watcher.push = lambda frame: player.hear(json.loads(frame))

            def send(text):
                command = parse_command(text.decode())
                crowd.start(carry_out(user, command.ply, command.cell, command.id))

            player._game = SimpleNamespace(send=send)
            return watcher

        async def carry_out(user, ply, cell, id):
            await play(uid=game.uid, player=user, ply=ply, cell=cell, id=id)
            if ply >= 5:
                enough.set()

        watchers = [at_the_table(user) for user in (alice, bob)]
        for watcher in watchers:
            room.watch(watcher)
        async with asyncio.timeout(60):
            await enough.wait()
        for watcher in watchers:
            room.unwatch(watcher)
    assert len(crowd.delays) >= 5


async def test_players_who_cannot_come_are_not_timed():
    async def refuse(path, session, hear):
        raise ConnectionError("503")

    crowd = players.Crowd(open=refuse, uid="")
    with pytest.raises(RuntimeError, match="503"):
        await crowd.play(["a session"], settling=0, seconds=0)


async def test_players_whose_socket_is_lost_are_not_timed():
    async def lose(path, session, hear):
        hear({"type": "lost"})
        return SimpleNamespace(send=lambda text: None)

    crowd = players.Crowd(open=lose, uid="")
    with pytest.raises(RuntimeError, match="lost"):
        await crowd.play(["a session"], settling=0, seconds=0)
