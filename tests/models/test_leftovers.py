"""What older releases left behind of accounts that are gone is cleared away once."""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from accounts.guests import claim_guest, make_guest
from accounts.models import Preferences, User
from accounts.programs.bots import make_bot
from accounts.services import delete_account
from games.core.rules import Ruleset
from games.models import (
    BotConditions,
    DecisionNotice,
    LessonAnswer,
    Mistake,
    Puzzle,
    PuzzleAttempt,
    Report,
    Review,
    StaffDecision,
    TurnMail,
)
from tests.stored import new_game

# No transaction ends here, so nobody hears of accounts that close: as in the older releases.
pytestmark = pytest.mark.django_db
NAME = "0056_clear_leftovers"
FOURS = Ruleset(5, 5, 4)


@pytest.fixture
def clear() -> Callable[[], None]:
    migration = import_module(f"games.migrations.{NAME}")
    apps = MigrationLoader(connection).project_state(("games", NAME)).apps
    return lambda: migration.clear(apps, connection.schema_editor())


def answer(user, question=1) -> LessonAnswer:
    return LessonAnswer.objects.create(user=user, lesson="lines", question=question)


def card(user, game=None, key=b"1", **columns) -> Mistake:
    now = timezone.now()
    place = {"m": 5, "n": 5, "k": 4, "key": key, "value": 1, "ply": 0, "card": {}, "due": now}
    return Mistake.objects.create(user=user, game=game, **{**place, **columns})


def claimed(user) -> User:
    guest = make_guest()
    claim_guest(guest=guest, user=user)
    return guest


def test_what_was_learnt_with_a_deleted_account_goes(clear, alice, bob):
    for user in (alice, bob):
        answer(user)
        card(user)
    delete_account(user=alice)
    clear()
    for model in (LessonAnswer, Mistake):
        assert [row.user for row in model.objects.all()] == [bob]


def test_what_a_deleted_account_wanted_and_was_told_goes(clear, alice, bob):
    for user in (alice, bob):
        TurnMail.objects.create(user=user)
        decision = StaffDecision.objects.create(kind="warned", user=user)
        DecisionNotice.objects.create(user=user, decision=decision)
        BotConditions.objects.create(bot=make_bot(owner=user, name=f"{user}-1"))
    delete_account(user=alice)
    clear()
    for model in (TurnMail, DecisionNotice):
        assert [row.user for row in model.objects.all()] == [bob]
    assert [row.bot.owner for row in BotConditions.objects.all()] == [bob]


def test_names_that_a_deleted_account_gave_on_a_device_go(clear, alice, bob):
    given = {"opponent": "device", "x_name": "alice", "o_name": "Computer, rules"}
    own, other = (new_game(user, user, **given) for user in (alice, bob))
    delete_account(user=alice)
    clear()
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.x_name, own.o_name) == ("", "Computer, rules")
    assert other.x_name == "alice"


def test_what_a_guest_has_learnt_goes_to_their_account_once(clear, alice):
    guest = claimed(alice)
    answer(alice), answer(guest), answer(guest, 2)
    card(alice), card(guest), card(guest, key=b"2")
    puzzle = Puzzle.objects.create(m=3, n=3, k=3, key=b"1", theme="block", value=0)
    for user, uid in ((alice, "a"), (guest, "a"), (guest, "b")):
        PuzzleAttempt.objects.create(solver=user, puzzle=puzzle, uid=uid, state="solved")
    clear()
    for model, kept in (
        (LessonAnswer.objects.values_list("user", "question"), [1, 2]),
        (Mistake.objects.values_list("user", "key"), [b"1", b"2"]),
        (PuzzleAttempt.objects.values_list("solver", "uid"), ["a", "b"]),
    ):
        assert sorted(model) == [(alice.pk, one) for one in kept]


def test_a_guest_whose_account_is_deleted_leaves_nothing_learnt(clear, alice):
    guest = claimed(alice)
    answer(guest)
    delete_account(user=alice)
    clear()
    assert not LessonAnswer.objects.exists()


def test_preferences_of_guests_go_once_they_are_claimed(clear, alice, bob):
    for user in (claimed(alice), stays := make_guest()):
        Preferences.objects.create(user=user, zen=True)
    clear()
    assert [row.user for row in Preferences.objects.all()] == [stays]


def test_reports_go_to_the_account_if_it_is_still_there(clear, alice, bob, charlie):
    guest, gone = claimed(alice), claimed(charlie)
    delete_account(user=charlie)
    about = Report.objects.create(reporter=bob, reported=guest, reason="words")
    made = Report.objects.create(reporter=guest, reported=bob, reason="words")
    own = Report.objects.create(reporter=alice, reported=guest, reason="words")
    of_gone = Report.objects.create(reporter=bob, reported=gone, reason="words")
    same = Report.objects.create(reporter=bob, reported=claimed(alice), reason="words")
    clear()
    for report in (about, made, own, of_gone, same):
        report.refresh_from_db()
    assert (about.reported, made.reporter) == (alice, alice)
    assert (own.reported, of_gone.reported) == (guest, gone)
    assert same.reported != alice


def test_cards_of_first_marks_that_could_be_taken_over_go(clear, alice, bob, charlie):
    first = new_game(alice, bob, ruleset=FOURS, swap=True)
    plain = new_game(charlie, bob, ruleset=FOURS)
    Review.objects.create(game=plain, grader=1, ply=1, grades={})
    card(alice, first)
    kept = [
        card(alice, first, key=b"2", ply=2),
        card(alice, first, key=b"3", removed_at=timezone.now()),
        card(bob, plain),
        card(charlie, first),  # perhaps of the plain game, which they began
    ]
    clear()
    assert set(Mistake.objects.all()) == set(kept)


def test_it_may_be_done_again(clear, alice, bob):
    guest = claimed(alice)
    answer(guest)
    clear()
    clear()
    assert [row.user for row in LessonAnswer.objects.all()] == [alice]


def test_no_row_is_left_out_between_two_batches(clear, alice, monkeypatch):
    monkeypatch.setattr(import_module(f"games.migrations.{NAME}"), "AT_ONCE", 1)
    for guest in [claimed(alice) for _ in range(3)]:
        answer(guest, guest.pk)
    clear()
    assert LessonAnswer.objects.filter(user=alice).count() == 3
