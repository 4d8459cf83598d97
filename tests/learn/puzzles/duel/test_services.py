"""Duels: who may sit down, what an answer does, and how a race ends, by a clock of the test's."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from accounts import relations
from accounts.guests import claim_guest, make_guest
from accounts.models import User
from games.core.errors import GameError
from games.learn.puzzles.duel import race, services
from games.learn.puzzles.duel.services import COUNTDOWN, OPEN_FOR, PRESENT_FOR, READY_FOR
from games.models import Duel, DuelSeat

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
START = NOON + COUNTDOWN


def at(seconds: float) -> datetime:
    """So long after the start."""
    return START + timedelta(seconds=seconds)


def code_of(call, **arguments) -> str:
    with pytest.raises(GameError) as refused:
        call(**arguments)
    return refused.value.code


@pytest.fixture
def duel(alice, bob) -> Duel:
    made = services.make(user=alice, now=NOON)
    return services.join(uid=made.uid, user=bob, now=NOON)


def solve(duel: Duel, user: User, *, upto: int, now: datetime) -> None:
    for number in range(Duel.objects.get(pk=duel.pk).seat_of(user.pk).solved, upto):
        cell = race.right_cells(duel.position(number))[0]
        assert services.answer(uid=duel.uid, user=user, number=number, cell=cell, now=now)


def wrong_cell(duel: Duel, number: int) -> int:
    position = duel.position(number)
    return next(cell for cell in position.legal_moves() if not race.is_right(position, cell))


def test_it_starts_after_a_countdown_once_both_are_there(duel):
    assert (duel.state, duel.starts_at) == ("going", START)
    answer = {"uid": duel.uid, "user": duel.both[0].user, "number": 0, "cell": 0}
    assert code_of(services.answer, **answer, now=at(-0.001)) == "not_started"


def test_it_does_not_start_without_the_one_who_opened_it(alice, bob):
    made = services.make(user=alice, now=NOON)
    late = NOON + PRESENT_FOR
    assert services.join(uid=made.uid, user=bob, now=late).state == "ready"
    assert services.look(uid=made.uid, user_id=bob.pk, now=late + READY_FOR / 2).state == "ready"
    back = services.look(uid=made.uid, user_id=alice.pk, now=late + READY_FOR / 2)
    assert (back.state, back.has_changed) == ("going", True)


def test_it_is_called_off_if_one_never_comes(alice, bob):
    made = services.make(user=alice, now=NOON)
    assert services.look(uid=made.uid, user_id=None, now=NOON + OPEN_FOR).state == "open"
    late = NOON + PRESENT_FOR
    services.join(uid=made.uid, user=bob, now=late)
    gone = late + READY_FOR + timedelta(seconds=1)
    assert services.look(uid=made.uid, user_id=bob.pk, now=gone).state == "off"


def test_a_right_answer_leads_on_and_a_wrong_one_costs_time(duel, alice):
    wrong = wrong_cell(duel, 0)
    answer = {"uid": duel.uid, "user": alice, "number": 0, "now": at(1)}
    assert services.answer(**answer, cell=wrong) is False
    seat = DuelSeat.objects.get(user=alice)
    assert (seat.solved, seat.wrong, seat.tried) == (0, 1, [wrong])
    solve(duel, alice, upto=1, now=at(2))
    seat.refresh_from_db()
    assert (seat.solved, seat.wrong, seat.tried) == (1, 1, [])


def test_an_answer_that_comes_twice_or_late_changes_nothing(duel, alice):
    wrong = wrong_cell(duel, 0)
    for _ in range(2):
        services.answer(uid=duel.uid, user=alice, number=0, cell=wrong, now=at(1))
    assert DuelSeat.objects.get(user=alice).wrong == 1
    solve(duel, alice, upto=1, now=at(2))
    version = Duel.objects.get().version
    for number in (0, 2, 19):
        assert services.answer(uid=duel.uid, user=alice, number=number, cell=0, now=at(3)) is None
    assert Duel.objects.get().version == version
    taken = next(cell for cell in range(9) if cell not in duel.position(1).legal_moves())
    assert (
        code_of(services.answer, uid=duel.uid, user=alice, number=1, cell=taken, now=at(3))
        == "cell_taken"
    )


def test_the_faster_one_wins_as_soon_as_it_is_certain(duel, alice, bob):
    solve(duel, bob, upto=5, now=at(20))
    solve(duel, alice, upto=20, now=at(40))
    assert services.look(uid=duel.uid, user_id=bob.pk, now=at(40)).state == "going"
    over = services.look(uid=duel.uid, user_id=None, now=at(100))
    assert (over.state, over.winner, over.end) == ("over", 0, "time")
    assert over.ended_at == at(40.001)
    answer = {"uid": duel.uid, "user": bob, "number": 5, "cell": 0, "now": at(101)}
    assert code_of(services.answer, **answer) == "game_over"


def test_penalties_count(duel, alice, bob):
    services.answer(uid=duel.uid, user=alice, number=0, cell=wrong_cell(duel, 0), now=at(1))
    solve(duel, alice, upto=20, now=at(40))
    solve(duel, bob, upto=20, now=at(44))
    over = Duel.objects.get()
    assert (over.state, over.winner, over.end) == ("over", 1, "time")


def test_time_ends_a_race_that_nobody_finishes(duel, alice, bob):
    solve(duel, bob, upto=5, now=at(20))
    assert services.end_overdue(now=at(299)) == 0
    assert services.end_overdue(now=at(301)) == 1
    over = Duel.objects.get()
    assert (over.state, over.winner, over.end) == ("over", 1, "solved")


def test_leaving_gives_the_race_to_the_other_one(duel, alice, bob):
    assert services.leave(uid=duel.uid, user=bob, now=at(5)).state == "over"
    over = services.leave(uid=duel.uid, user=alice, now=at(6))
    assert (over.winner, over.end) == (0, "left")


def test_leaving_before_the_start_calls_it_off(alice):
    made = services.make(user=alice, now=NOON)
    assert services.leave(uid=made.uid, user=alice, now=NOON).state == "off"
    assert services.end_overdue(now=NOON + timedelta(days=2)) == 1
    assert not Duel.objects.exists()


def test_a_seat_is_only_its_users(duel, alice, charlie):
    assert code_of(services.join, uid=duel.uid, user=charlie, now=at(1)) == "seat_taken"
    assert services.join(uid=duel.uid, user=alice, now=at(1)).seat_of(alice.pk).number == 0
    for verb in (services.leave, services.rematch):
        assert code_of(verb, uid=duel.uid, user=charlie, now=at(1)) == "not_seated"
    answer = {"uid": duel.uid, "user": charlie, "number": 0, "cell": 0, "now": at(1)}
    assert code_of(services.answer, **answer) == "not_seated"


def test_the_next_one_who_comes_is_the_opponent(alice, bob, charlie):
    first = services.find_or_make(user=alice, now=NOON)
    assert services.find_or_make(user=alice, now=NOON) == first
    second = services.find_or_make(user=bob, now=NOON + timedelta(seconds=5))
    assert (second, second.state) == (first, "going")
    assert services.find_or_make(user=charlie, now=NOON + timedelta(seconds=6)) != first


def test_nobody_meets_whoever_has_gone_or_is_blocked(alice, bob, charlie):
    services.find_or_make(user=alice, now=NOON)
    gone = NOON + PRESENT_FOR
    own = services.find_or_make(user=bob, now=gone)
    assert own.seat_of(alice.pk) is None
    relations.block(owner=bob, other=charlie)
    assert services.find_or_make(user=charlie, now=gone) != own
    assert code_of(services.join, uid=own.uid, user=charlie, now=gone) == "not_welcome"


def test_a_rematch_is_one_duel_whoever_asks_first(duel, alice, bob):
    assert code_of(services.rematch, uid=duel.uid, user=bob, now=at(1)) == "not_over"
    services.leave(uid=duel.uid, user=bob, now=at(5))
    following = services.rematch(uid=duel.uid, user=bob, now=at(6))
    joined = services.rematch(uid=duel.uid, user=alice, now=at(7))
    assert (joined.pk, joined.state) == (following.pk, "going")
    assert joined.positions != duel.positions


@pytest.mark.parametrize("wait", [timedelta(0), OPEN_FOR * 2, services.KEPT_UNPLAYED * 2])
def test_a_rematch_that_came_to_nothing_is_followed_by_another(duel, alice, bob, wait):
    services.leave(uid=duel.uid, user=bob, now=at(5))
    first = services.rematch(uid=duel.uid, user=bob, now=at(6))
    if not wait:
        services.leave(uid=first.uid, user=bob, now=at(7))
    late = at(8) + wait
    if wait > services.KEPT_UNPLAYED:
        services.end_overdue(now=late)
    second = services.rematch(uid=duel.uid, user=alice, now=late)
    assert second.pk != first.pk
    joined = services.rematch(uid=duel.uid, user=bob, now=late)
    assert (joined.pk, joined.state) == (second.pk, "going")


def test_a_guests_seat_goes_with_the_guest(alice, bob):
    guest = make_guest()
    made = services.make(user=guest, now=NOON)
    against = services.make(user=guest, now=NOON)
    services.join(uid=against.uid, user=alice, now=NOON)
    claim_guest(guest=guest, user=alice)
    assert Duel.objects.get(pk=made.pk).seat_of(alice.pk)
    assert Duel.objects.get(pk=against.pk).seat_of(guest.pk)


def test_a_closed_account_leaves_its_duels(duel, alice, bob):
    services.leave_all(user=alice, now=at(5))
    assert Duel.objects.get().winner == 1


def test_a_duel_is_in_the_database_alone(duel, alice):
    """So whichever process takes the next answer goes on, after a restart as well."""
    solve(duel, alice, upto=3, now=at(5))
    connection.close()
    assert services.look(uid=duel.uid, user_id=alice.pk, now=at(6)).seat_of(alice.pk).solved == 3


def test_bots_and_the_banned_have_no_duels(alice):
    alice.kind = User.Kind.BOT
    assert code_of(services.make, user=alice, now=NOON) == "people_only"
    alice.kind, alice.banned_at = User.Kind.PERSON, NOON
    assert code_of(services.find_or_make, user=alice, now=NOON) == "banned"
