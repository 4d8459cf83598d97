"""Games that nobody played in go after a day."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.guests import make_guest
from accounts.models import User
from games.core.rules import Mark
from games.live.storage.verification import faults_of
from games.models import Event, Game, Move, moment
from games.people.moderation import removal
from games.people.moderation.removal import remove_ended_sessions, remove_unplayed
from games.play.game.terms import Terms
from games.play.lobby.services import create_game
from tests.play.game.test_consumer import connected
from tests.stored import START, carry_out, new_game, play, resign

pytestmark = pytest.mark.django_db(transaction=True)

BEGIN = moment(START)
A_DAY = timedelta(days=1, seconds=1)


def remove(now) -> int:
    return async_to_sync(remove_unplayed)(now=now)


def is_there(game: Game) -> bool:
    return Game.objects.filter(pk=game.pk).exists()


def test_an_open_game_goes_after_a_day(alice):
    game = new_game(alice, None)
    assert remove(timezone.now()) == 0
    assert remove(timezone.now() + A_DAY) == 1
    assert not is_there(game)
    assert not Event.objects.filter(game=game.pk).exists()


def test_a_game_without_a_move_goes_after_a_day(alice, bob):
    games = [new_game(alice, bob, opponent=opponent) for opponent in ("anyone", "device")]
    assert remove(BEGIN + timedelta(hours=23)) == 0
    assert remove(BEGIN + A_DAY) == 2
    assert not any(map(is_there, games))


def test_with_days_per_move_it_may_take_as_many(alice, bob):
    game = new_game(alice, bob, control="3d")
    assert remove(BEGIN + A_DAY) == 0
    assert remove(BEGIN + 3 * A_DAY) == 1
    assert not is_there(game)


def test_a_game_in_which_only_the_computer_moved_goes_after_a_day(alice, engine):
    game = play(new_game(engine, alice, opponent="computer"), [4])
    assert remove(BEGIN + A_DAY) == 1
    assert not is_there(game)


def test_one_in_which_somebody_moved_stays(alice, engine):
    games = [
        play(new_game(engine, alice, opponent="computer"), [4, 0]),
        play(new_game(alice, engine, opponent="computer"), [4]),
    ]
    assert remove(BEGIN + A_DAY) == 0
    assert all(map(is_there, games))


def test_a_guest_goes_with_the_session_unless_there_is_a_game(alice):
    gone, stays = make_guest(), make_guest()
    new_game(stays, alice)
    for guest in (gone, stays):
        Client().force_login(guest)
    assert async_to_sync(remove_ended_sessions)(now=timezone.now() + 365 * A_DAY) == 2
    assert list(User.objects.guests()) == [stays]


def test_what_was_played_stays(alice, bob):
    games = [
        play(new_game(alice, bob), [4]),
        play(new_game(alice, bob), [0, 3, 1, 4, 2]),
        resign(new_game(alice, bob), Mark.X),
    ]
    assert remove(timezone.now() + 9 * A_DAY) == 0
    assert all(map(is_there, games))


def test_a_game_that_begins_at_the_last_moment_stays(alice, bob):
    game = new_game(alice, bob)
    as_it_was = Game.objects.get(pk=game.pk)
    play(game, [4])
    assert removal._delete(as_it_was, removal._unplayed, BEGIN + A_DAY) is False
    assert is_there(game)


def test_no_earlier_game_leads_to_it_any_more(alice, bob, client):
    first = resign(new_game(alice, bob), Mark.X)
    second = new_game(bob, alice, series=first.series)
    carry_out(first, lambda match, now: match.continue_with(next=second.uid))
    assert remove(BEGIN + A_DAY) == 1
    first.refresh_from_db()
    assert first.next_uid == ""
    assert faults_of(first, [], list(first.events.order_by("version"))) == []
    assert second.uid not in client.get(f"/games/{first.uid}/").text
    third = new_game(bob, alice, series=first.series)
    carry_out(first, lambda match, now: match.continue_with(next=third.uid))
    assert faults_of(first, [], list(first.events.order_by("version"))) == []


def test_a_game_goes_although_the_earlier_one_cannot_be_read(alice, bob):
    first = resign(play(new_game(alice, bob), [0, 1]), Mark.X)
    second = new_game(bob, alice, series=first.series)
    carry_out(first, lambda match, now: match.continue_with(next=second.uid))
    Move.objects.filter(game=first, ply=1).update(cell=9)  # of nine, from 0 on
    assert remove(BEGIN + A_DAY) == 1
    assert not is_there(second)


async def test_whoever_looks_at_it_is_told(alice):
    game = await create_game(creator=alice, terms=Terms())
    async with (
        connected(f"/ws/games/{game.uid}/", alice) as client,
        connected("/ws/lobby/") as hall,
    ):
        await hall.hear("lobby")
        assert await remove_unplayed(now=timezone.now() + A_DAY) == 1
        assert await client.closed_with() == 4404
        assert (await hall.hear("closed"))["uid"] == game.uid


def test_the_command_removes_all_of_them(alice, bob, monkeypatch, capsys):
    monkeypatch.setattr(removal, "GAMES_AT_ONCE", 2)
    for _ in range(5):
        new_game(alice, bob)
    call_command("tidy")
    assert "Unplayed games removed: 5" in capsys.readouterr().out
    assert not Game.objects.exists()
