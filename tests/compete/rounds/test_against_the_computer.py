"""Rounds in which one of the computer's levels plays, and who is told that a game has begun."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.compete.rounds import services
from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.live.rooms import rooms
from games.models import Game, Round
from games.play.game.creation import engine_account
from games.play.game.services import resign
from games.play.notices.queries import uids_waiting_for

pytestmark = pytest.mark.django_db(transaction=True)
CONTROL = parse_time_control("60+1")
LEVEL = "guard"
BOARD = Ruleset(4, 3, 4)  # without an opening, so X moves first


@pytest.fixture
def receivers(monkeypatch):
    """Who has been told that something waits for them."""
    receivers: list[int] = []

    async def notice(receiver, message):
        receivers.append(receiver)

    monkeypatch.setattr("games.live.announce.notice", notice)
    return receivers


def begun(first, second) -> Round:
    return services.begin(first=first, second=second, ruleset=BOARD, control=CONTROL)


def test_a_game_with_the_computer_waits_whoevers_turn_it_is(alice):
    round = begun(engine_account(LEVEL), alice)
    assert uids_waiting_for(alice.pk) == [round.uid]


def test_both_are_told_of_the_second_game(alice, bob, receivers):
    round = begun(alice, bob)
    async_to_sync(resign)(uid=round.uid, player=alice)
    assert set(receivers) == {alice.pk, bob.pk}


def test_the_computer_is_not_taken_for_absent_where_nobody_came(alice):
    """Its seat plays while a room is open, and nobody had opened one."""
    round = begun(engine_account(LEVEL), alice)
    late = timezone.now() + services.TIME_TO_BEGIN + timedelta(seconds=1)

    async def look_after() -> None:
        async with rooms().enter(round.uid) as room:
            await services.forfeit_unbegun(now=late)
            await room.engine_moved(seconds=5)
        await services.forfeit_unbegun(now=late + services.TIME_TO_BEGIN)
        await services.go_on_with_all()

    async_to_sync(look_after)()
    game = Game.objects.get(uid=round.uid)
    assert (game.ply, game.termination, game.outcome) == (1, "abandoned", "x")
    assert Round.objects.get().left_by == alice
