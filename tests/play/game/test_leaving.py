"""Guests who become somebody, and accounts that close."""

import pytest

from accounts.models import User
from games.models import Game, Move
from games.play.game import leaving
from games.play.game.leaving import leave_all, show_new_name, transfer_games
from games.play.game.services import play
from games.play.game.terms import Terms
from games.play.game.watching import watch
from games.play.lobby.challenges import challenge
from games.play.lobby.services import cancel, create_game, join
from tests.live.conftest import Recorder
from tests.playing import begin, begun, move_elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guest() -> User:
    return User.objects.create_user("Guest-ABCDE", kind="guest")


@pytest.fixture
def game(guest, bob) -> Game:
    return begun(guest, bob, 4, 0)


async def test_a_guests_games_go_to_the_account(game, guest, alice, bob):
    waiting = await create_game(creator=guest, terms=Terms(side="either"))
    assert await transfer_games(guest=guest, user=alice) == 2
    stored = await Game.objects.with_players().aget(pk=game.pk)
    assert (stored.x_player, stored.o_player, stored.creator) == (alice, bob, alice)
    movers = [move.player_id async for move in Move.objects.filter(game=game).order_by("ply")]
    assert movers == [alice.pk, bob.pk]
    assert (await Game.objects.aget(pk=waiting.pk)).creator_id == alice.pk
    await play(uid=game.uid, player=alice, ply=2, cell=8)


@pytest.mark.parametrize("side", ["x", "either"])
async def test_an_open_game_that_somebody_looks_at_is_the_accounts_from_then_on(
    guest, alice, bob, side
):
    terms = Terms(opponent="friend", side=side)
    joined, called_off = [await create_game(creator=guest, terms=terms) for _ in range(2)]
    for game in (joined, called_off):
        await watch(uid=game.uid, watcher=Recorder(bob))
    await transfer_games(guest=guest, user=alice)
    await join(uid=joined.uid, player=bob)
    stored = await Game.objects.aget(pk=joined.pk)
    assert {stored.x_player_id, stored.o_player_id} == {alice.pk, bob.pk}
    await cancel(uid=called_off.uid, player=alice)


async def test_a_challenge_to_a_guest_waits_for_the_account(guest, alice, bob):
    game = await challenge(creator=bob, invited=guest, terms=Terms(side="either"))
    own = await challenge(creator=alice, invited=guest, terms=Terms())
    await watch(uid=game.uid, watcher=Recorder(bob))
    await transfer_games(guest=guest, user=alice)
    await join(uid=game.uid, player=alice)
    stored = await Game.objects.aget(pk=game.pk)
    assert {stored.x_player_id, stored.o_player_id} == {alice.pk, bob.pk}
    assert (await Game.objects.aget(pk=own.pk)).invited_id == guest.pk


async def test_nobody_gets_both_sides_of_a_game(game, guest, bob):
    assert await transfer_games(guest=guest, user=bob) == 0
    stored = await Game.objects.with_players().aget(pk=game.pk)
    assert (stored.x_player, stored.o_player) == (guest, bob)


async def test_a_game_on_one_device_goes_over_whole(guest, alice):
    game = await create_game(creator=guest, terms=Terms(opponent="device"))
    await transfer_games(guest=guest, user=alice)
    stored = await Game.objects.with_players().aget(pk=game.pk)
    assert (stored.x_player, stored.o_player) == (alice, alice)


async def test_a_closing_account_leaves_its_games(game, guest, bob):
    waiting = await create_game(creator=guest, terms=Terms())
    fresh = await begin(guest, bob)
    await leave_all(user=guest)
    ends = {}
    async for ended in Game.objects.all():
        ends[ended.pk] = (ended.outcome, ended.termination)
    assert ends == {
        game.pk: ("o", "resignation"),
        waiting.pk: ("", "cancelled"),
        fresh.pk: ("", "abort"),
    }


async def test_a_move_that_comes_in_between_keeps_no_game_from_the_account(game, guest, alice, bob):
    await watch(uid=game.uid, watcher=Recorder())
    await move_elsewhere(game, guest)
    assert await transfer_games(guest=guest, user=alice) == 1
    assert (await Game.objects.with_players().aget(pk=game.pk)).x_player == alice


async def test_a_move_that_comes_in_between_keeps_no_game_going(game, guest):
    await watch(uid=game.uid, watcher=Recorder())
    await move_elsewhere(game, guest)
    await leave_all(user=guest)
    assert (await Game.objects.aget(pk=game.pk)).termination == "resignation"


@pytest.fixture
def removed(guest, monkeypatch) -> None:
    """An open game that is removed as soon as the guest's games have been listed."""
    for name in ("_uids_of", "_unfinished_uids_of"):
        found = getattr(leaving, name)

        def removing(user: User, found=found) -> list[str]:
            uids = found(user)
            Game.objects.open().delete()
            return sorted(uids, key=lambda uid: Game.objects.filter(uid=uid).exists())

        monkeypatch.setattr(leaving, name, removing)


async def test_a_game_that_is_removed_meanwhile_keeps_no_other_from_the_account(
    removed, game, guest, alice
):
    await create_game(creator=guest, terms=Terms())
    assert await transfer_games(guest=guest, user=alice) == 1


async def test_a_game_that_is_removed_meanwhile_keeps_no_other_going(removed, game, guest):
    await create_game(creator=guest, terms=Terms())
    await leave_all(user=guest)
    assert (await Game.objects.aget(pk=game.pk)).termination == "resignation"


async def test_a_new_name_shows_in_open_tabs(game, guest):
    watcher = Recorder()
    await watch(uid=game.uid, watcher=watcher)
    guest.username = "renamed"
    await guest.asave(update_fields=["username"])
    await show_new_name(user=guest)
    assert watcher.last["seats"]["x"]["name"] == "renamed"
