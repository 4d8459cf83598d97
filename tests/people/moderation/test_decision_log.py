"""All that staff decide is in one log, and whoever is concerned reads of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts import services as accounts
from accounts.log import record
from accounts.models import AccountEvent
from games.compete.rounds.staff import annul, restore
from games.compete.tournaments import services as tournaments
from games.compete.tournaments import staff as tournament_staff
from games.core.errors import GameError
from games.models import DecisionNotice, Rating, RatingChange, StaffDecision
from games.people.moderation.staff import adjudicate, flag_for_review, staff_abort
from games.play.notices.decisions import text_of
from games.play.notices.queries import uids_waiting_for
from tests.admin.conftest import make_staff
from tests.compete.ratings.rounds import rated_round
from tests.compete.tournaments.making import new_arena
from tests.stored import X_WINS, new_game, play


def notices_of(user) -> list[str]:
    return [text_of(notice) for notice in DecisionNotice.objects.filter(user=user)]


def logged() -> list[tuple[str, str, str]]:
    lines = StaffDecision.objects.order_by("pk")
    return [(line.kind, line.staff.username, line.reason) for line in lines]


@pytest.mark.django_db
def test_both_players_read_of_an_annulment_and_of_their_ratings(alice, bob):
    stella = make_staff("stella")
    round_ = rated_round(alice, bob, 4, at=timezone.now() - timedelta(hours=1))
    (had,) = RatingChange.objects.filter(user=alice).values_list("rating_after", flat=True)
    annul(uid=round_.uid, staff=stella, reason="Both used a program.")
    assert notices_of(alice) == [
        "The staff annulled your round against bob. Your rating in Fours is now 1500 instead of"
        f" {round(had)}. Reason: Both used a program."
    ]
    assert notices_of(bob)[0].startswith("The staff annulled your round against alice. Your rating")
    restore(uid=round_.uid, staff=stella, reason="They did not.")
    assert notices_of(alice)[1].startswith("Your round against bob counts again.")
    assert round(Rating.objects.get(user=alice).rating) == round(had)
    assert logged() == [
        ("annulled", "stella", "Both used a program."),
        ("restored", "stella", "They did not."),
    ]


@pytest.mark.django_db
def test_what_staff_do_to_an_account_is_in_the_log_and_told(alice):
    stella = make_staff("stella")
    accounts.mute(user=alice, staff=stella, days=2, reason="Insults.")
    accounts.unmute(user=alice, staff=stella, reason="A mistake.")
    accounts.ban(user=alice, staff=stella, reason="Used a program.")
    accounts.unban(user=alice, staff=stella, reason="They did not.")
    assert [kind for kind, _, _ in logged()] == ["muted", "unmuted", "banned", "unbanned"]
    muted, unmuted, unbanned = notices_of(alice)
    assert muted.startswith("You can’t chat until ")
    assert muted.endswith(" Reason: Insults.")
    assert unmuted == "You can chat again. Reason: A mistake."
    assert unbanned == "Your account is open again. Reason: They did not."


@pytest.mark.django_db
def test_what_people_do_to_their_own_accounts_is_not_in_the_log(alice):
    stella = make_staff("stella")
    accounts.delete_account(user=stella)
    accounts.delete_account(user=alice)
    assert not StaffDecision.objects.exists()


@pytest.mark.django_db
def test_the_log_keeps_nothing_personal_of_an_account_that_staff_change(alice):
    names = {"before": {"username": "alice"}, "after": {"username": "alicia"}}
    record(AccountEvent.Kind.CHANGED, user=alice, actor=make_staff("stella"), **names)
    line = StaffDecision.objects.get()
    assert (line.kind, line.user, line.before, line.after) == (
        "account",
        alice,
        {},
        {"what": "changed"},
    )


@pytest.mark.django_db(transaction=True)
async def test_what_staff_do_to_a_game_is_in_the_log_and_told(alice, bob):
    stella = await sync_to_async(make_staff)("stella")
    won = await sync_to_async(lambda: play(new_game(alice, bob), X_WINS))()
    await adjudicate(uid=won.uid, staff=stella, outcome="o", reason="Agreed.")
    await adjudicate(uid=won.uid, staff=stella, outcome="", reason="No, not so.")
    await flag_for_review(uid=won.uid, staff=stella, on=True)
    ongoing = await sync_to_async(lambda: play(new_game(alice, bob), (4, 0)))()
    await staff_abort(uid=ongoing.uid, staff=stella, reason="Stuck.")
    assert await sync_to_async(notices_of)(alice) == [
        "The staff decided your game against bob: you lost. Reason: Agreed.",
        "The staff decided your game against bob: no result. Reason: No, not so.",
        "The staff cancelled your game against bob. Reason: Stuck.",
    ]
    assert (await sync_to_async(notices_of)(bob))[0].endswith("alice: you won. Reason: Agreed.")
    assert [kind for kind, _, _ in await sync_to_async(logged)()] == [
        "result",
        "result",
        "flagged",
        "game_off",
    ]


@pytest.mark.django_db
def test_a_notice_waits_under_the_bell_until_its_reader_dismisses_it(alice, bob, as_user):
    accounts.mute(user=alice, staff=make_staff("stella"), days=2, reason="<b>Insults.</b>")
    (uid,) = uids_waiting_for(alice.pk)
    page = as_user(alice).get("/me/waiting/").text
    assert "You can’t chat until" in page
    assert "&lt;b&gt;Insults.&lt;/b&gt;" in page
    as_user(bob).post(f"/me/waiting/{uid}/dismiss/")
    assert uids_waiting_for(alice.pk) == [uid]
    as_user(alice).post(f"/me/waiting/{uid}/dismiss/")
    assert uids_waiting_for(alice.pk) == []


@pytest.mark.django_db
def test_staff_call_a_tournament_off_in_the_administration_alone(alice, as_user):
    stella = make_staff("stella")
    arena = new_arena(alice)
    with pytest.raises(GameError, match="not_your_tournament"):
        tournaments.cancel(uid=arena.uid, user=stella)
    assert "cancel/" not in as_user(stella).get(f"/tournaments/{arena.uid}/").text
    tournament_staff.call_off(uid=arena.uid, staff=stella, reason="A rude title.")
    assert logged() == [("called_off", "stella", "A rude title.")]
    assert notices_of(alice) == ["The staff cancelled your tournament. Reason: A rude title."]
