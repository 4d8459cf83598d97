"""What becomes of workshops whose time is over."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.models import Game, Workshop, WorkshopGame, WorkshopPlayer
from games.play.game.watching import watch
from games.programs.workshops import services
from games.programs.workshops.results import cross_table, score_table
from games.programs.workshops.round_robin.services import level_player
from games.programs.workshops.services import (
    KEPT_FOR,
    close_overdue,
    close_workshop,
    make_workshop,
    remove_old,
    set_kept,
)
from tests.live.conftest import Recorder
from tests.playing import begun, move_elsewhere
from tests.programs.workshops.played import played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(workshop, players) -> Game:
    game = begun(players[0].user, players[1].user, 0, 4)
    WorkshopGame.objects.create(workshop=workshop, game=game)
    return game


def test_games_end_with_their_workshop(workshop, game, alice):
    still_open = make_workshop(owner=alice, title="another", hours=1)
    now = timezone.now() + timedelta(hours=9)
    Workshop.objects.filter(pk=still_open.pk).update(ends_at=now + timedelta(hours=1))
    assert async_to_sync(close_overdue)(now=now) == 1
    assert async_to_sync(close_overdue)(now=now) == 0
    game.refresh_from_db()
    workshop.refresh_from_db()
    assert (game.status, workshop.is_open) == ("finished", False)
    still_open.refresh_from_db()
    assert still_open.closed_at is None


def test_what_a_workshop_ends_is_lost_by_nobody(workshop, players):
    ally, bobby, charly = players
    played(workshop, ally, bobby, 4, 0)
    played(workshop, ally, charly, 4, 0, paired=False)
    async_to_sync(close_workshop)(workshop=workshop)
    ended = set(Game.objects.values_list("status", "termination", "outcome"))
    assert ended == {("finished", "abort", "")}
    assert score_table(workshop) == []
    assert [row.points for row in cross_table(workshop).rows] == ["0", "0"]


async def test_a_move_that_comes_in_between_keeps_no_game_going(workshop, players, game):
    await watch(uid=game.uid, watcher=Recorder())
    await move_elsewhere(game, players[0].user)
    await close_workshop(workshop=workshop)
    assert (await Game.objects.aget(pk=game.pk)).termination == "abort"


def test_a_game_that_is_removed_meanwhile_keeps_no_other_going(workshop, game, monkeypatch):
    monkeypatch.setattr(services, "_close", lambda workshop: ["removed", game.uid])
    async_to_sync(close_workshop)(workshop=workshop)
    game.refresh_from_db()
    assert game.termination == "abort"


def test_all_of_a_workshop_goes_some_time_after_its_end(workshop, game, alice, bob):
    begun(alice, bob)  # somebody else's
    end = workshop.ends_at
    assert async_to_sync(remove_old)(now=end + KEPT_FOR - timedelta(hours=1)) == 0
    assert async_to_sync(remove_old)(now=end + KEPT_FOR + timedelta(hours=1)) == 1
    assert not WorkshopPlayer.objects.exists()
    assert Game.objects.count() == 1
    assert not User.objects.guests().exists()


def test_a_workshop_that_is_kept_stays(workshop, game):
    set_kept(workshop=workshop, is_kept=True)
    assert async_to_sync(remove_old)(now=workshop.ends_at + 2 * KEPT_FOR) == 0
    assert Game.objects.filter(uid=game.uid).exists()


def test_nobody_keeps_a_workshop_whose_teacher_has_deleted_the_account(workshop, game, alice):
    set_kept(workshop=workshop, is_kept=True)
    delete_account(user=alice, actor=alice)
    assert async_to_sync(remove_old)(now=workshop.ends_at + KEPT_FOR + timedelta(hours=1)) == 1
    assert not WorkshopPlayer.objects.exists()


def test_the_computer_stays_when_a_workshop_goes(workshop):
    level = level_player(workshop=workshop, level="guard")
    assert async_to_sync(remove_old)(now=workshop.ends_at + 2 * KEPT_FOR) == 1
    assert User.objects.engines().filter(pk=level.user_id).exists()
