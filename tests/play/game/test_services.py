"""Offers, and ends that players bring about."""

import pytest
from asgiref.sync import async_to_sync

from games.core.clock import TimeControl
from games.core.errors import GameError
from games.models import Game
from games.play.game.services import abort, answer, claim_draw, give_time, offer, play, resign
from games.play.game.terms import Terms
from games.play.lobby.services import create_game, join
from tests.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, bob) -> Game:
    return start(alice, bob)


def start(alice, bob, **terms) -> Game:
    async def make() -> Game:
        game = await create_game(creator=alice, terms=Terms(**terms))
        if game.status == "open":
            await join(uid=game.uid, player=bob)
        return game

    return async_to_sync(make)()


async def moves(game: Game, *cells: int, start: int = 0) -> None:
    """Let both sides play *cells* in turn."""
    game = await Game.objects.with_players().aget(pk=game.pk)
    for ply, cell in enumerate(cells, start):
        player = game.x_player if ply % 2 == 0 else game.o_player
        await play(uid=game.uid, player=player, ply=ply, cell=cell)


async def result(game: Game) -> tuple[str, str]:
    game = await Game.objects.aget(pk=game.pk)
    return game.outcome, game.termination


async def test_resigning_gives_the_game_to_the_other(game, alice):
    await moves(game, 0, 1)
    await resign(uid=game.uid, player=alice)
    assert await result(game) == ("o", "resignation")


async def test_a_game_is_aborted_only_before_both_have_moved(game, alice, bob):
    await moves(game, 0)
    with pytest.raises(GameError, match="not_seated"):
        await abort(uid=game.uid, player=await stranger())
    await abort(uid=game.uid, player=bob)
    assert await result(game) == ("", "abort")
    another = await begin(alice, bob, 0, 1)
    with pytest.raises(GameError, match="too_late_to_abort"):
        await abort(uid=another.uid, player=alice)


async def stranger():
    from accounts.models import User

    return await User.objects.acreate(username="dora")


async def test_an_accepted_draw_ends_the_game(game, alice, bob):
    await moves(game, 0, 1)
    await offer(uid=game.uid, player=alice, what="draw")
    with pytest.raises(GameError, match="own_offer"):
        await answer(uid=game.uid, player=alice, what="draw", yes=True)
    await answer(uid=game.uid, player=bob, what="draw", yes=True)
    assert await result(game) == ("draw", "agreement")


async def test_a_takeback_needs_the_opponents_consent(game, alice, bob):
    await moves(game, 0, 1)
    await offer(uid=game.uid, player=alice, what="takeback")
    assert (await Game.objects.aget(pk=game.pk)).ply == 2
    await answer(uid=game.uid, player=bob, what="takeback", yes=True)
    assert (await Game.objects.aget(pk=game.pk)).ply == 0
    await moves(game, 1, 0)


async def test_on_one_device_nobody_is_asked(alice, bob):
    game = await create_game(creator=alice, terms=Terms(opponent="device"))
    await moves(game, 0, 1)
    await offer(uid=game.uid, player=alice, what="takeback")
    assert (await Game.objects.aget(pk=game.pk)).ply == 1
    await offer(uid=game.uid, player=alice, what="draw")
    assert await result(game) == ("draw", "agreement")


async def test_on_one_device_whoevers_turn_it_is_resigns(alice):
    game = await create_game(creator=alice, terms=Terms(opponent="device"))
    await moves(game, 0)
    await resign(uid=game.uid, player=alice)
    assert await result(game) == ("x", "resignation")


async def test_the_computer_declines_draws(alice):
    terms = Terms(opponent="computer", level="random")
    game = await create_game(creator=alice, terms=terms)
    with pytest.raises(GameError, match="engine_plays_on"):
        await offer(uid=game.uid, player=alice, what="draw")


async def test_who_is_banned_does_not_play(game, alice):
    from django.utils import timezone

    alice.banned_at = timezone.now()
    with pytest.raises(GameError, match="banned"):
        await play(uid=game.uid, player=alice, ply=0, cell=0)


DEAD = (0, 1, 2, 4, 3, 5, 7, 6)


@pytest.mark.parametrize("claims", ["alice", "bob"])
async def test_a_draw_is_claimed_once_nobody_can_win(game, alice, bob, claims):
    player = {"alice": alice, "bob": bob}[claims]
    await moves(game, *DEAD[:6])
    with pytest.raises(GameError, match="line_possible"):
        await claim_draw(uid=game.uid, player=player)
    await moves(game, *DEAD[6:], start=6)
    with pytest.raises(GameError, match="not_seated"):
        await claim_draw(uid=game.uid, player=await stranger())
    await claim_draw(uid=game.uid, player=player)
    assert await result(game) == ("draw", "dead")


async def test_the_computer_accepts_a_draw_once_nobody_can_win(alice, monkeypatch):
    async def think(level, position, **terms):
        return DEAD[position.ply]

    monkeypatch.setattr("games.live.workers.thinking.think", think)
    terms = Terms(opponent="computer", level="random")
    game = await create_game(creator=alice, terms=terms)
    for ply in range(0, 8, 2):
        await play(uid=game.uid, player=alice, ply=ply, cell=DEAD[ply], wait_for_engine=True)
    await offer(uid=game.uid, player=alice, what="draw")
    assert await result(game) == ("draw", "dead")


async def test_time_is_given_between_people_with_a_clock(alice, bob):
    game = await begin(alice, bob, 0, 1, control=TimeControl(60_000, 0))
    await give_time(uid=game.uid, player=bob)
    stored = await Game.objects.aget(pk=game.pk)
    assert stored.x_ms == 75_000
    event = await stored.events.aget(kind="time_given")
    assert (event.actor_id, event.data) == (bob.pk, {"by": "o", "ms": 15_000})


@pytest.mark.parametrize("opponent", ["computer", "device"])
async def test_nobody_gives_time_to_the_computer_or_to_oneself(alice, opponent):
    terms = Terms(opponent=opponent, level="random", control=TimeControl(60_000, 0))
    game = await create_game(creator=alice, terms=terms)
    with pytest.raises(GameError, match="no_gifts"):
        await give_time(uid=game.uid, player=alice)
