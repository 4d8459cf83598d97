"""A check that a step brings along decides in the transaction that stores it."""

import asyncio
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from games.core.errors import GameError
from games.live.rooms import rooms
from games.live.storage import journal
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)


def refuse() -> None:
    raise GameError("bot_busy")


def test_what_a_check_locks_is_locked_by_no_other_step_of_the_same_transaction(monkeypatch):
    together = []
    monkeypatch.setattr(journal, "write", together.append)
    monkeypatch.setattr(journal, "_count", lambda entries: None)
    plain = [SimpleNamespace(check=None, uid=uid) for uid in "ab"]
    checked = [SimpleNamespace(check=refuse, uid=uid) for uid in "cd"]
    mixed = [checked[0], plain[0], checked[1], plain[1]]
    assert journal._write_batch(mixed) == [None] * 4
    assert sorted(together, key=len) == [[checked[0]], [checked[1]], plain]


async def test_what_a_check_refuses_is_not_kept_and_holds_up_nobody(alice, bob):
    games = [await sync_to_async(new_game)(alice, bob) for _ in range(3)]

    def mark(match, now):
        return match.play(mark=match.turn, ply=match.ply, cell=match.ply, now=now)

    async def play(game, check):
        async with rooms().enter(game.uid) as room:
            results = [room.submit(mark, actor_id=alice.pk, check=check)]
            results += [room.submit(mark, actor_id=alice.pk) for _ in range(2)]
            return await asyncio.gather(*results, return_exceptions=True)

    asked = zip(games, (None, refuse, lambda: None), strict=True)
    kept, refused, checked = await asyncio.gather(*(play(*one) for one in asked))
    assert [len(events) for events in (*kept, *checked)] == [1] * 6
    assert [getattr(result, "code", "kept") for result in refused] == ["bot_busy", "kept", "kept"]
    assert [await game.moves.acount() for game in games] == [3, 2, 3]
