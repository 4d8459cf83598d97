"""One game after another: scores, sides, and rematches between people."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.live.storage.verification import faults_of
from games.models import Game
from games.play.game import watching
from games.play.game.series import again
from games.play.game.services import abort, answer, offer, play, resign, swap
from games.play.game.terms import Terms
from games.play.lobby.services import create_game
from tests.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


async def create(creator, **terms) -> Game:
    return await create_game(creator=creator, terms=Terms(**terms))


async def stored(uid: str) -> Game:
    return await Game.objects.with_players().aget(uid=uid)


async def look(game: Game, viewer):
    return await watching.look(uid=game.uid, viewer=viewer)


async def next_of(game: Game) -> Game:
    return await stored((await stored(game.uid)).next_uid)


async def holds(game: Game) -> bool:
    game = await stored(game.uid)
    moves = [move async for move in game.moves.order_by("ply")]
    events = [event async for event in game.events.order_by("version")]
    return faults_of(game, moves, events) == []


async def finish(game: Game, player) -> None:
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        await play(uid=game.uid, player=player, ply=ply, cell=cell)


async def test_the_series_keeps_the_score_and_the_other_side_begins(alice):
    game = await create(alice, opponent="device")
    await finish(game, alice)
    following = await again(uid=game.uid, player=alice)
    assert (await again(uid=game.uid, player=alice)).pk == following.pk
    state = await watching.look(uid=following.uid, viewer=alice)
    assert (state.first, state.score.x, state.score.o) == ("o", 1, 0)
    await finish(following, alice)
    state = await watching.look(uid=following.uid, viewer=alice)
    assert (state.score.x, state.score.o) == (1, 1)
    fresh = await again(uid=following.uid, player=alice, reset=True)
    state = await watching.look(uid=fresh.uid, viewer=alice)
    assert (state.score.x, state.score.o) == (0, 0)


async def test_only_a_finished_game_of_ones_own_goes_on(alice, bob):
    game = await create(alice, opponent="device")
    with pytest.raises(GameError, match="not_over"):
        await again(uid=game.uid, player=alice)
    await finish(game, alice)
    with pytest.raises(GameError, match="not_seated"):
        await again(uid=game.uid, player=bob)


async def test_games_that_were_gone_on_from_lead_to_the_one_being_played(alice):
    first = await create(alice, opponent="device")
    await finish(first, alice)
    second = await again(uid=first.uid, player=alice)
    await finish(second, alice)
    third = await again(uid=second.uid, player=alice, reset=True)
    assert (await again(uid=first.uid, player=alice)).pk == third.pk
    await finish(third, alice)
    fourth = await again(uid=first.uid, player=alice)
    assert (await next_of(third)).pk == fourth.pk


async def test_pressed_at_the_same_time_it_is_one_game(alice):
    game = await create(alice, opponent="device")
    await finish(game, alice)
    both = await asyncio.gather(*(again(uid=game.uid, player=alice) for _ in range(2)))
    assert both[0].pk == both[1].pk
    assert await Game.objects.acount() == 2
    assert await holds(game)


async def test_a_rematch_changes_the_sides_and_keeps_the_score(alice, bob):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    assert (await look(game, bob)).offer.what == "rematch"
    await answer(uid=game.uid, player=bob, what="rematch", yes=True)
    following = await next_of(game)
    assert (following.x_player, following.o_player) == (bob, alice)
    assert (following.status, following.first) == ("ongoing", "x")
    state = await look(following, alice)
    assert (state.score.x, state.score.o) == (1, 0)  # bob's
    assert (await look(game, alice)).next == following.uid
    assert await holds(game)
    assert await holds(following)


async def test_a_rematch_can_keep_the_sides(alice, bob):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=bob, what="same_sides")
    await answer(uid=game.uid, player=alice, what="same_sides", yes=True)
    following = await next_of(game)
    assert (following.x_player, following.o_player) == (alice, bob)


@pytest.mark.parametrize("what", ["rematch", "draw"])
async def test_whoever_offers_what_the_other_offers_accepts_it(alice, bob, what):
    game = await begin(alice, bob)
    if what == "rematch":
        await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what=what)
    await offer(uid=game.uid, player=bob, what=what)
    game = await stored(game.uid)
    assert bool(game.next_uid) is (what == "rematch")
    assert game.status == "finished"


@pytest.mark.parametrize("what", ["rematch", "same_sides"])
async def test_two_who_offer_a_rematch_at_the_same_time_play_it(alice, bob, what):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    both = (offer(uid=game.uid, player=player, what=what) for player in (alice, bob))
    await asyncio.gather(*both)
    following = await next_of(game)
    assert (following.status, await Game.objects.acount()) == ("ongoing", 2)
    assert await holds(game)


async def test_a_declined_rematch_leaves_no_game(alice, bob, charlie):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    with pytest.raises(GameError, match="own_offer"):
        await answer(uid=game.uid, player=alice, what="rematch", yes=True)
    with pytest.raises(GameError, match="not_seated"):
        await answer(uid=game.uid, player=charlie, what="rematch", yes=True)
    await answer(uid=game.uid, player=bob, what="rematch", yes=False)
    with pytest.raises(GameError, match="no_such_offer"):
        await answer(uid=game.uid, player=bob, what="rematch", yes=True)
    assert await Game.objects.acount() == 1
    assert await holds(game)


async def test_nobody_hears_of_a_rematch_from_somebody_they_have_blocked(alice, bob):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await sync_to_async(relations.block)(owner=bob, other=alice)
    with pytest.raises(GameError, match="not_welcome"):
        await offer(uid=game.uid, player=alice, what="rematch")
    with pytest.raises(GameError, match="unblock_first"):
        await offer(uid=game.uid, player=bob, what="rematch")
    assert (await look(game, bob)).offer is None


async def test_a_rematch_that_is_offered_ends_with_a_block(alice, bob):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    await sync_to_async(relations.block)(owner=alice, other=bob)
    with pytest.raises(GameError, match="not_welcome"):
        await answer(uid=game.uid, player=bob, what="rematch", yes=True)
    await sync_to_async(relations.unblock)(owner=alice, other=bob)
    await sync_to_async(relations.block)(owner=bob, other=alice)
    with pytest.raises(GameError, match="unblock_first"):
        await answer(uid=game.uid, player=bob, what="rematch", yes=True)
    assert await Game.objects.acount() == 1


@pytest.mark.parametrize("column", ["deleted_at", "banned_at"])
async def test_a_rematch_that_a_closed_account_has_offered_has_expired(alice, bob, column):
    game = await begin(alice, bob)
    await resign(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    closed = {column: timezone.now(), "is_active": column != "deleted_at"}
    await User.objects.filter(pk=alice.pk).aupdate(**closed)
    with pytest.raises(GameError, match="no_such_offer"):
        await answer(uid=game.uid, player=bob, what="rematch", yes=True)
    assert await Game.objects.acount() == 1


async def test_the_computer_plays_again_without_asking(alice):
    game = await create(alice, opponent="computer", level="random")
    await abort(uid=game.uid, player=alice)
    await offer(uid=game.uid, player=alice, what="rematch")
    following = await next_of(game)
    assert (following.x_player, following.first) == (alice, "o")


async def test_best_of_three_ends_and_the_next_series_begins_at_nothing(alice, bob):
    game = await begin(alice, bob, best_of=3)
    assert (await look(game, None)).score.decided is False
    for _ in range(2):
        await resign(uid=game.uid, player=alice)
        last = await look(game, None)
        await offer(uid=game.uid, player=alice, what="rematch")
        await answer(uid=game.uid, player=bob, what="rematch", yes=True)
        game = await next_of(game)
    assert last.score.decided is True
    assert max(last.score.x, last.score.o) == 2
    state = await look(game, None)
    assert (state.score.x, state.score.o, state.score.decided) == (0, 0, False)
    assert (state.best_of, game.series) == (3, game.uid)


async def test_terms_that_make_no_sense_are_refused(alice):
    for code, terms in {
        "bad_series": {"best_of": 4},
        "bad_takebacks": {"takebacks": -1},
        "no_swap": {"swap": True},  # 3,3,3 is a draw
    }.items():
        with pytest.raises(GameError, match=code):
            await create(alice, **terms)
    with pytest.raises(GameError, match="no_swap"):
        await create(alice, swap=True, ruleset=Ruleset(15, 15, 5), opponent="device")
    with pytest.raises(GameError, match="swap_unfair"):
        await create(alice, swap=True, ruleset=Ruleset(6, 6, 4))


async def test_swapped_sides_are_kept(alice, bob):
    game = await begin(alice, bob, ruleset=Ruleset(15, 15, 5), swap=True)
    with pytest.raises(GameError, match="no_swap_now"):
        await swap(uid=game.uid, player=alice)
    await play(uid=game.uid, player=alice, ply=0, cell=112)
    assert (await look(game, bob)).swap == "o"
    await swap(uid=game.uid, player=bob)
    state = await look(game, bob)
    assert (state.you, state.swap, state.seats["o"].name) == (["x"], "", "alice")
    await play(uid=game.uid, player=alice, ply=1, cell=113)
    await play(uid=game.uid, player=bob, ply=2, cell=114)
    assert await holds(game)
