"""What the staff changes is logged with before and after, and reaches open tabs."""

import pytest
from asgiref.sync import async_to_sync

from games.core.errors import GameError
from games.models import AppendOnly, DecisionNotice, Event, Game, StaffDecision
from games.people.moderation.staff import adjudicate, flag_for_review, staff_abort
from games.play.game.services import resign
from games.play.game.watching import watch
from games.play.notices.decisions import text_of
from tests.live.conftest import Recorder
from tests.playing import begin, begun
from tests.stored import new_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff(charlie):
    charlie.is_staff = True
    charlie.save(update_fields=["is_staff"])
    return charlie


@pytest.fixture
def finished(alice, bob) -> Game:
    game = begun(alice, bob)
    async_to_sync(resign)(uid=game.uid, player=bob)
    return game


async def test_an_adjudication_is_logged_and_seen_at_once(finished, staff):
    watcher = Recorder()
    await watch(uid=finished.uid, watcher=watcher)
    await adjudicate(
        uid=finished.uid, staff=staff, outcome="draw", reason="misclick", request_id="r1"
    )
    assert (watcher.last["outcome"], watcher.last["termination"]) == ("draw", "adjudication")
    event = await Event.objects.aget(game=finished, kind="adjudicated")
    assert event.data["before"] == {"outcome": "x", "termination": "resignation"}
    assert event.data["after"] == {"outcome": "draw", "termination": "adjudication"}
    assert (event.actor_id, event.data["reason"], event.request_id) == (staff.pk, "misclick", "r1")


async def test_the_log_says_what_a_game_was_that_ended_while_somebody_looked(alice, bob, staff):
    game = await begin(alice, bob)
    await watch(uid=game.uid, watcher=Recorder())
    await resign(uid=game.uid, player=bob)
    await adjudicate(uid=game.uid, staff=staff, outcome="draw", reason="misclick")
    decision = await StaffDecision.objects.aget(uid=game.uid)
    assert decision.before == {"outcome": "x", "termination": "resignation"}


async def test_a_game_can_be_annulled(finished, staff):
    await adjudicate(uid=finished.uid, staff=staff, outcome="", reason="cheating")
    game = await Game.objects.aget(pk=finished.pk)
    assert (game.status, game.outcome, game.termination) == ("finished", "", "annulled")


async def test_adjudicating_keeps_the_time_at_which_the_game_ended(finished, staff):
    before = await Game.objects.aget(pk=finished.pk)
    await adjudicate(uid=finished.uid, staff=staff, outcome="o", reason="")
    after = await Game.objects.aget(pk=finished.pk)
    assert after.ended_at == before.ended_at


@pytest.mark.parametrize("moves", [0, 3])
async def test_the_staff_ends_a_game_however_far_it_has_gone(alice, bob, staff, moves):
    game = await begin(alice, bob, *range(moves))
    await staff_abort(uid=game.uid, staff=staff, reason="stuck")
    stored = await Game.objects.aget(pk=game.pk)
    assert (stored.outcome, stored.termination) == ("", "abort")


def test_who_plays_both_sides_is_told_once(alice, staff):
    game = new_game(alice, alice, opponent=Game.Opponent.DEVICE)
    async_to_sync(staff_abort)(uid=game.uid, staff=staff, reason="stuck")
    assert DecisionNotice.objects.get().user == alice


def test_of_an_open_game_no_opponent_is_told(alice, staff):
    game = new_game(alice, None)
    async_to_sync(staff_abort)(uid=game.uid, staff=staff, reason="spam")
    told = text_of(DecisionNotice.objects.get())
    assert told == "Cancelled before anyone joined. Reason: spam"


async def test_a_flag_for_review_is_set_and_taken_away(finished, staff):
    await flag_for_review(uid=finished.uid, staff=staff, on=True)
    assert (await Game.objects.aget(pk=finished.pk)).flagged
    await flag_for_review(uid=finished.uid, staff=staff, on=False)
    assert not (await Game.objects.aget(pk=finished.pk)).flagged


async def test_players_are_not_staff(finished, alice):
    with pytest.raises(GameError, match="not_staff"):
        await adjudicate(uid=finished.uid, staff=alice, outcome="x", reason="mine")


def test_the_log_is_never_changed(finished):
    with pytest.raises(AppendOnly):
        Event.objects.filter(game=finished).update(version=9)
    with pytest.raises(AppendOnly):
        Event.objects.filter(game=finished).delete()
    event = Event.objects.filter(game=finished).first()
    with pytest.raises(AppendOnly):
        event.save()
    with pytest.raises(AppendOnly):
        event.delete()
