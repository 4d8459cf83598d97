"""Creating, finding and joining games."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import relations
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import Event, Game
from games.play.game.services import abort
from games.play.game.terms import Terms
from games.play.lobby.services import cancel, create_game, join, join_random, quick_match
from tests.conftest import make_person

pytestmark = pytest.mark.django_db(transaction=True)


async def create(creator, **terms) -> Game:
    return await create_game(creator=creator, terms=Terms(**terms))


async def stored(game: Game) -> Game:
    return await Game.objects.with_players().aget(pk=game.pk)


async def test_a_new_game_waits_with_its_creator_seated(alice):
    game = await stored(await create(alice, side="o", control=parse_time_control("60+2")))
    assert (game.status, game.x_player, game.o_player) == ("open", None, alice)
    assert (game.x_ms, game.o_ms) == (60_000, 60_000)
    assert game.series == game.uid
    assert (await Event.objects.aget(game=game)).kind == "created"


async def test_joining_starts_the_game(alice, bob):
    game = await create(alice)
    await join(uid=game.uid, player=bob)
    game = await stored(game)
    assert (game.status, game.x_player, game.o_player) == ("ongoing", alice, bob)
    assert game.started_at is not None


async def test_chance_seats_both_when_either_side_will_do(alice, bob):
    game = await create(alice, side="either")
    assert (await stored(game)).x_player is None
    await join(uid=game.uid, player=bob)
    game = await stored(game)
    assert {game.x_player, game.o_player} == {alice, bob}


async def test_only_one_of_many_gets_the_seat(alice, bob, charlie):
    game = await create(alice)
    tries = (join(uid=game.uid, player=player) for player in (bob, charlie))
    results = await asyncio.gather(*tries, return_exceptions=True)
    assert results.count(None) == 1
    assert [result.code for result in results if result] == ["seat_taken"]


@pytest.mark.parametrize("side", ["x", "either"])
async def test_nobody_joins_an_own_game(alice, side):
    game = await create(alice, side=side)
    with pytest.raises(GameError, match="already_seated"):
        await join(uid=game.uid, player=alice)


async def test_a_game_that_was_called_off_cannot_be_joined(alice, bob):
    game = await create(alice)
    await cancel(uid=game.uid, player=alice)
    with pytest.raises(GameError, match="game_over"):
        await join(uid=game.uid, player=bob)


async def test_only_its_creator_calls_a_game_off(alice, bob):
    game = await create(alice)
    with pytest.raises(GameError, match="not_your_game"):
        await cancel(uid=game.uid, player=bob)
    assert (await stored(game)).status == "open"


async def test_a_started_game_is_not_called_off(alice, bob):
    game = await create(alice)
    await join(uid=game.uid, player=bob)
    with pytest.raises(GameError, match="already_started"):
        await cancel(uid=game.uid, player=alice)


async def test_join_random_takes_the_one_that_waited_longest(alice, bob, charlie):
    first = await create(alice)
    await create(bob)
    assert (await join_random(player=charlie)).pk == first.pk


async def test_join_random_finds_neither_own_nor_friends_nor_old_games(alice, bob):
    await create(bob)
    await create(alice, opponent="friend")
    old = await create(alice)
    long_ago = timezone.now() - timedelta(days=2)
    await Game.objects.filter(pk=old.pk).aupdate(created_at=long_ago)
    with pytest.raises(GameError, match="no_open_game"):
        await join_random(player=bob)


async def test_quick_match_joins_a_game_of_the_same_terms(alice, bob):
    terms = Terms(ruleset=Ruleset(5, 5, 4), control=parse_time_control("120+2"))
    other = Terms(ruleset=Ruleset(5, 5, 4))
    waiting = await quick_match(player=alice, terms=terms)
    assert waiting.status == "open"
    assert (await quick_match(player=alice, terms=terms)).pk == waiting.pk
    assert (await quick_match(player=bob, terms=other)).pk != waiting.pk
    assert (await quick_match(player=bob, terms=terms)).pk == waiting.pk
    assert (await stored(waiting)).status == "ongoing"


async def test_nobody_opens_games_without_end(alice):
    for _ in range(10):
        await create(alice)
    with pytest.raises(GameError, match="too_many_open"):
        await create(alice)


async def test_open_games_do_not_keep_one_from_games_that_begin_at_once(alice):
    for _ in range(10):
        await create(alice)
    for opponent, level in (("computer", "rules"), ("device", "")):
        assert (await create(alice, opponent=opponent, level=level)).status == "ongoing"


async def test_a_level_that_nobody_knows_is_refused(alice):
    with pytest.raises(GameError, match="unknown_level"):
        await create(alice, opponent="computer", level="nobody")
    assert await Game.objects.acount() == 0


async def test_on_one_device_both_seats_are_the_creators(alice):
    game = await create(alice, opponent="device", x_name="Ann", o_name="")
    game = await stored(game)
    assert (game.status, game.x_player, game.o_player) == ("ongoing", alice, alice)
    assert (game.seat_label("x"), game.seat_label("o")) == ("Ann", "O")


async def test_whom_the_creator_has_blocked_does_not_get_in(alice, bob):
    game = await create(alice)
    await sync_to_async(relations.block)(owner=alice, other=bob)
    with pytest.raises(GameError, match="not_welcome"):
        await join(uid=game.uid, player=bob)
    assert (await stored(game)).status == "open"


async def test_whoever_has_blocked_the_creator_unblocks_first(alice, bob):
    game = await create(alice)
    await sync_to_async(relations.block)(owner=bob, other=alice)
    with pytest.raises(GameError, match="unblock_first"):
        await join(uid=game.uid, player=bob)
    await sync_to_async(relations.unblock)(owner=bob, other=alice)
    await join(uid=game.uid, player=bob)


async def test_chance_brings_nobody_together_across_a_block(alice, bob, charlie):
    terms = Terms(ruleset=Ruleset(5, 5, 4))
    of_alice, of_bob = await create(alice), await create(bob)
    await sync_to_async(relations.block)(owner=alice, other=charlie)
    assert (await join_random(player=charlie)).pk == of_bob.pk
    with pytest.raises(GameError, match="no_open_game"):
        await join_random(player=charlie)
    assert (await stored(of_alice)).status == "open"
    waiting = await quick_match(player=alice, terms=terms)
    assert (await quick_match(player=charlie, terms=terms)).pk != waiting.pk


@pytest.mark.parametrize("creates", ["alice", "bob"])
async def test_chance_brings_nobody_together_whose_game_was_just_aborted(alice, bob, creates):
    creator, other = (alice, bob) if creates == "alice" else (bob, alice)
    aborted = await create(alice)
    await join(uid=aborted.uid, player=bob)
    await abort(uid=aborted.uid, player=bob)
    waiting = await quick_match(player=creator, terms=Terms())
    assert (await quick_match(player=other, terms=Terms())).pk != waiting.pk
    await cancel(uid=waiting.uid, player=creator)
    of_creator = await create(creator)
    with pytest.raises(GameError, match="no_open_game"):
        await join_random(player=other)
    assert (await stored(of_creator)).status == "open"


async def test_a_quick_match_never_leads_into_terms_one_would_not_expect(alice, bob):
    for special in ({"takebacks": 0}, {"best_of": 5}, {"takebacks": 1}):
        await create(alice, **special)
    game = await quick_match(player=bob, terms=Terms())
    assert (game.creator, game.status) == (bob, "open")


async def test_eight_quick_matches_at_once_make_four_games(db):
    players = [await sync_to_async(make_person)(f"player{number}") for number in range(8)]
    terms = Terms(side="either")
    await asyncio.gather(*(quick_match(player=player, terms=terms) for player in players))
    assert [game.status async for game in Game.objects.all()] == ["ongoing"] * 4
