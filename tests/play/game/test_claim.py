"""Winning because the other player has left."""

import time

import pytest
from asgiref.sync import sync_to_async

from accounts.guests import make_guest
from games.core.clock import DAY, TimeControl
from games.core.errors import GameError
from games.live import presence as presence_module
from games.live.cluster import processes
from games.models import Game
from games.play.game.leaving import transfer_games
from games.play.game.services import abort, claim, play
from games.play.game.terms import Terms
from games.play.game.watching import look, unwatch, watch
from games.play.lobby.services import create_game
from tests.live.conftest import Recorder
from tests.playing import begin, begun

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = 1000


@pytest.fixture
def clock(monkeypatch) -> list[int]:
    """The rooms' time, which a test moves on."""
    now = [1_800_000_000_000]
    monkeypatch.setattr(presence_module, "steady_now", lambda: now[0])
    return now


async def refused(game: Game, player) -> str:
    with pytest.raises(GameError) as refusal:
        await claim(uid=game.uid, player=player)
    return refusal.value.code


async def test_a_time_of_day_that_jumps_makes_nobody_absent(alice, bob, monkeypatch):
    game = await begin(alice, bob, 0, 1, 2)
    await watch(uid=game.uid, watcher=Recorder(alice))
    bobs = Recorder(bob)
    room = await watch(uid=game.uid, watcher=bobs)
    unwatch(room=room, watcher=bobs)
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 3600 * 10**9)
    assert await refused(game, alice) == "not_left"


async def test_who_waited_for_the_other_wins(alice, bob, clock):
    game = await begin(alice, bob, 0, 1, 2)
    watcher = Recorder(alice)
    await watch(uid=game.uid, watcher=watcher)
    bobs = Recorder(bob)
    room = await watch(uid=game.uid, watcher=bobs)
    unwatch(room=room, watcher=bobs)
    clock[0] += 30 * SECOND - 1
    assert await refused(game, alice) == "not_left"
    clock[0] += 1
    await claim(uid=game.uid, player=alice)
    assert (watcher.last["outcome"], watcher.last["termination"]) == ("x", "abandoned")
    assert await refused(game, alice) == "game_over"
    stored = await Game.objects.aget(pk=game.pk)
    assert (stored.outcome, stored.termination) == ("x", "abandoned")


async def test_who_is_back_in_time_plays_on(alice, bob, clock):
    game = await begin(alice, bob, 0, 1, 2)
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    await watch(uid=game.uid, watcher=Recorder(bob))
    assert await refused(game, alice) == "not_left"


async def test_a_guest_who_signs_in_has_not_been_away_from_the_beginning(alice, bob, clock):
    guest = await sync_to_async(make_guest)()
    game = await begin(alice, guest, 0, 1, 2)
    await watch(uid=game.uid, watcher=Recorder(alice))
    await watch(uid=game.uid, watcher=Recorder(guest))
    clock[0] += 60 * SECOND
    await transfer_games(guest=guest, user=bob)  # whose page comes next
    assert await refused(game, alice) == "not_left"
    clock[0] += 30 * SECOND
    await claim(uid=game.uid, player=alice)


async def test_nobody_has_left_while_the_server_was_away(alice, bob, clock, monkeypatch):
    game = await begin(alice, bob, 0, 1, 2)
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    monkeypatch.setattr(processes.here, "number", 7)  # another one, as after each outage
    assert await refused(game, alice) == "not_left"
    clock[0] += 30 * SECOND
    await claim(uid=game.uid, player=alice)


async def test_who_looks_without_scripts_is_here(alice, bob, clock):
    game = await begin(alice, bob, 0, 1, 2)
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    await look(uid=game.uid, viewer=bob)
    assert await refused(game, alice) == "not_left"
    clock[0] += 44 * SECOND
    assert await refused(game, alice) == "not_left"
    clock[0] += SECOND
    await claim(uid=game.uid, player=alice)


async def test_not_in_ones_own_turn(alice, bob, clock):
    game = await begin(alice, bob, 0, 1)
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    assert await refused(game, alice) == "your_own_turn"
    await play(uid=game.uid, player=alice, ply=2, cell=2)
    await claim(uid=game.uid, player=alice)


async def test_before_both_have_moved_the_game_is_aborted_instead(alice, bob, clock):
    game = await begin(alice, bob, 0)
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    assert await refused(game, alice) == "too_early_to_claim"
    await abort(uid=game.uid, player=alice)


async def test_nobody_has_to_stay_with_days_per_move(alice, bob, clock):
    game = await begin(alice, bob, 0, 1, 2, control=TimeControl(per_move_ms=DAY))
    await watch(uid=game.uid, watcher=Recorder(alice))
    clock[0] += 60 * SECOND
    assert await refused(game, alice) == "no_claims"


async def test_the_computer_never_leaves(alice, clock):
    terms = Terms(opponent=Game.Opponent.COMPUTER, level="random", side="x")
    game = await create_game(creator=alice, terms=terms)
    await play(uid=game.uid, player=alice, ply=0, cell=0, wait_for_engine=True)
    clock[0] += 60 * SECOND
    assert await refused(game, alice) in ("your_own_turn", "no_claims")


async def test_who_only_watches_claims_nothing(alice, bob, charlie, clock):
    game = await begin(alice, bob, 0, 1)
    assert await refused(game, charlie) == "not_seated"


def test_the_form_says_why_not(client, alice, bob):
    game = begun(alice, bob, 0, 1, 2)
    client.force_login(alice)
    answer = client.post(f"/games/{game.uid}/claim/")
    assert answer.status_code == 409
    assert "has just left" in answer.text


def test_the_form_claims(client, alice, bob, settings):
    settings.CLAIM_AFTER_SECONDS = 0
    game = begun(alice, bob, 0, 1, 2)
    client.force_login(alice)
    assert client.post(f"/games/{game.uid}/claim/").status_code == 302
    game.refresh_from_db()
    assert (game.outcome, game.termination) == ("x", "abandoned")
