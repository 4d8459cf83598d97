"""What can be done with duels.

The database has all of a duel, and every change locks its row, so any process can take the next
answer. No process keeps a clock. Whoever looks at a duel, joins, answers or leaves first has it
begin or end if it is time (`_follow`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.rules import Cell
from games.learn.puzzles.duel import race
from games.learn.puzzles.duel.race import Runner
from games.live import announce
from games.live.limits import enter_game
from games.live.seats import require_no_block, require_welcome
from games.live.storage.database import log_errors
from games.models import Duel, DuelSeat, Lock
from tictactoe_site.common.uids import new_uid

COUNTDOWN = timedelta(seconds=3)
PRESENT_FOR = timedelta(seconds=15)  # so that a page without scripts has time to load again
NOTED_EVERY = timedelta(seconds=2)  # that somebody is there
OPEN_FOR = timedelta(hours=1)  # without a second player
READY_FOR = timedelta(minutes=10)  # while the two are not there at the same time
KEPT_UNPLAYED = timedelta(days=1)
# In one call, because games wait for the same thread. Upkeep calls until nothing is left.
AT_ONCE = 100

State = Duel.State


def group_of_duel(uid: str) -> str:
    return f"duel.{uid}"


async def changed(uid: str) -> None:
    """Have all sockets look at the duel again."""
    await announce.send(group_of_duel(uid), {"type": "duel.changed"})


@transaction.atomic
def make(*, user: User, address: str = "", now: datetime | None = None) -> Duel:
    """Open a duel by link. Raises GameError: banned, people_only, too_fast."""
    _require_person(user)
    enter_game(user.pk, address)
    return _open(user, now or timezone.now(), is_public=False)


@transaction.atomic
def find_or_make(*, user: User, address: str = "", now: datetime | None = None) -> Duel:
    """Join a public duel whose creator is there; else return *user*'s own that waits, or open one.

    One caller at a time does this, so of two who come at once the second meets the first. Raises
    GameError: banned, people_only, too_fast.
    """
    _require_person(user)
    now = now or timezone.now()
    # There may be no row of a duel yet that could be locked instead.
    Lock.hold(Lock.WAITING)
    waiting = Duel.objects.waiting().filter(is_public=True)
    is_there = waiting.filter(seats__seen_at__gt=now - PRESENT_FOR)
    others = is_there.exclude(seats__user=user)
    for uid in others.exclude(relations.is_kept_apart(user, "seats__user")).values_list("uid"):
        duel = _lock(*uid)
        if duel.state == State.OPEN:  # nobody has joined it by its link meanwhile
            _sit_down(duel, user, now)
            _follow(duel, now)
            return duel
    own = waiting.filter(seats__user=user, created_at__gt=now - OPEN_FOR).first()
    if own:
        return own
    enter_game(user.pk, address)
    return _open(user, now, is_public=True)


@transaction.atomic
def join(*, uid: str, user: User, now: datetime | None = None) -> Duel:
    """Give *user* the second seat; whoever has a seat already keeps it.

    Raises GameError: no_such_duel, banned, people_only, game_over, seat_taken, not_welcome,
    unblock_first.
    """
    _require_person(user)
    now = now or timezone.now()
    duel = _lock(uid)
    _follow(duel, now)
    if duel.seat_of(user.pk):
        return duel
    if duel.is_over:
        raise GameError("game_over")
    if duel.state != State.OPEN:
        raise GameError("seat_taken")
    host = duel.both[0].user_id
    if host is not None:
        require_no_block(host, user.pk)
    _sit_down(duel, user, now)
    _follow(duel, now)
    return duel


@transaction.atomic
def look(*, uid: str, user_id: int | None, now: datetime | None = None) -> Duel:
    """Return the duel as it stands now. If *user_id* has a seat, note that they are there.

    Raises GameError: no_such_duel.
    """
    now = now or timezone.now()
    duel = _lock(uid)
    seats = duel.both  # read here, since sockets ask outside the database's thread
    seat = next((one for one in seats if user_id is not None and one.user_id == user_id), None)
    # Pages and sockets look often, and each look would be a write.
    if seat and not duel.is_over and now - seat.seen_at > NOTED_EVERY:
        seat.seen_at = now
        seat.save(update_fields=["seen_at"])
    _follow(duel, now)
    return duel


@transaction.atomic
def leave_page(*, uid: str, user_id: int, now: datetime | None = None) -> bool:
    """Note that a page of *user_id* is closed or silent; return whether that changed the duel.

    If they have another page open, its next `look` notes that they are there. Raises GameError:
    no_such_duel.
    """
    now = now or timezone.now()
    duel = _lock(uid)
    seat = duel.seat_of(user_id)
    if seat is None or duel.is_over:
        return False
    seat.seen_at = now - PRESENT_FOR
    seat.save(update_fields=["seen_at"])
    return True


@transaction.atomic
def answer(
    *, uid: str, user: User, number: int, cell: Cell, now: datetime | None = None
) -> bool | None:
    """Mark *cell* in position *number* of the duel; return whether it was right.

    Return None, changing nothing, for any position but the next to solve, and for a cell that was
    wrong before. Raises GameError: no_such_duel, banned, not_seated, not_started, game_over,
    cell_taken.
    """
    require_welcome(user)
    now = now or timezone.now()
    duel = _lock(uid)
    _follow(duel, now)
    seat = _seat(duel, user)
    if duel.is_over:
        raise GameError("game_over")
    if duel.state != State.GOING or duel.starts_at is None or now < duel.starts_at:
        raise GameError("not_started")
    if number != seat.solved or cell in seat.tried or seat.finished_ms is not None:
        return None
    position = duel.position(number)
    if cell not in position.legal_moves():
        raise GameError("cell_taken")
    is_right = race.is_right(position, cell)
    if is_right:
        seat.solved, seat.tried = seat.solved + 1, []
    else:
        seat.wrong, seat.tried = seat.wrong + 1, [*seat.tried, cell]
    if seat.solved == len(duel.positions):
        seat.finished_ms = _elapsed(duel, now)
    seat.seen_at = now
    seat.save(update_fields=["solved", "wrong", "tried", "finished_ms", "seen_at"])
    _write(duel)
    _follow(duel, now)
    return is_right


@transaction.atomic
def leave(*, uid: str, user: User, now: datetime | None = None) -> Duel:
    """Resign a race that goes on, or call off a duel whose race has not begun.

    A second call does nothing. Raises GameError: no_such_duel, not_seated.
    """
    now = now or timezone.now()
    duel = _lock(uid)
    _follow(duel, now)
    seat = _seat(duel, user)
    if duel.is_over:
        return duel
    if duel.state == State.GOING:
        seat.has_left = True
        seat.save(update_fields=["has_left"])
        _follow(duel, now)
    else:
        _call_off(duel, now)
    return duel


@transaction.atomic
def rematch(*, uid: str, user: User, address: str = "", now: datetime | None = None) -> Duel:
    """Return the next duel of the two: the first to ask opens it, the second joins it.

    If that was called off, another is opened. Raises GameError: no_such_duel, not_seated,
    not_over, and what `make` and `join` raise.
    """
    now = now or timezone.now()
    duel = _lock(uid)
    _follow(duel, now)
    _seat(duel, user)
    if not duel.is_over:
        raise GameError("not_over")
    if _goes_ahead(duel.next_uid, now):
        return join(uid=duel.next_uid, user=user, now=now)
    # The duel that is over is locked, so of two who ask at once the second finds the uid.
    following = make(user=user, address=address, now=now)
    duel.next_uid = following.uid
    _write(duel, "next_uid")
    return following


def leave_all(*, user: User, now: datetime | None = None) -> list[str]:
    """Leave every duel that is not over; return their uids."""
    going = Duel.objects.exclude(state__in=(State.OVER, State.OFF)).filter(seats__user=user)
    uids = list(going.values_list("uid", flat=True))
    for uid in uids:
        leave(uid=uid, user=user, now=now)
    return uids


@transaction.atomic
def hand_over(*, guest: User, user: User) -> None:
    """Give *user* the guest's seats, except in duels against *user*."""
    against = DuelSeat.objects.filter(user=user).values("duel")
    DuelSeat.objects.filter(user=guest).exclude(duel__in=against).update(user=user)


def end_overdue(*, now: datetime) -> int:
    """Settle races whose time is up, remove duels that were never played; return how many."""
    unplayed = Duel.objects.filter(starts_at=None, created_at__lt=now - KEPT_UNPLAYED)
    removed = list(unplayed.values_list("pk", flat=True)[:AT_ONCE])
    Duel.objects.filter(pk__in=removed).delete()
    started = now - timedelta(milliseconds=race.MAX_RACE)
    overdue = Duel.objects.filter(state=State.GOING, starts_at__lt=started)
    uids = list(overdue.values_list("uid", flat=True)[:AT_ONCE])
    settled = 0
    for uid in uids:
        with log_errors("the duel %s is not settled", uid):
            look(uid=uid, user_id=None, now=now)
            settled += 1
    return len(removed) + settled


def runner_of(seat: DuelSeat) -> Runner:
    return Runner(seat.solved, seat.wrong, seat.finished_ms, seat.has_left)


def is_present(seat: DuelSeat, now: datetime) -> bool:
    return now - seat.seen_at < PRESENT_FOR


# ---- how a duel goes on -------------------------------------------------------------------------


def _follow(duel: Duel, now: datetime) -> None:
    """Begin, end or call off the duel if it is time."""
    rules: dict[str, Callable[[Duel, datetime], None]] = {
        State.OPEN: _expire,
        State.READY: _begin,
        State.GOING: _settle,
    }
    if rule := rules.get(duel.state):
        rule(duel, now)


def _goes_ahead(uid: str, now: datetime) -> bool:
    """Return whether there is a duel *uid* that was not called off."""
    duel = Duel.objects.select_for_update().filter(uid=uid).first()
    if duel is None:
        return False
    _follow(duel, now)
    return duel.state != State.OFF


def _expire(duel: Duel, now: datetime) -> None:
    if now - duel.created_at > OPEN_FOR:
        _call_off(duel, now)


def _begin(duel: Duel, now: datetime) -> None:
    """Start the countdown once both are there; call the duel off if they miss each other."""
    if all(is_present(seat, now) for seat in duel.both):
        duel.state, duel.starts_at = State.GOING, now + COUNTDOWN
        _write(duel, "state", "starts_at")
    elif duel.joined_at and now - duel.joined_at > READY_FOR:
        _call_off(duel, now)


def _settle(duel: Duel, now: datetime) -> None:
    first, second = map(runner_of, duel.both)
    elapsed = _elapsed(duel, now)
    result = race.result_of(first, second, elapsed)
    if result is None:
        return
    duel.state, duel.winner, duel.end = State.OVER, result.winner, result.reason.value
    # The time at which the race ended, which may be long before anybody looked.
    ended = min(elapsed, race.deadline_of(first, second)) if elapsed > 0 else 0
    assert duel.starts_at
    duel.ended_at = duel.starts_at + timedelta(milliseconds=ended)
    _write(duel, "state", "winner", "end", "ended_at")


def _call_off(duel: Duel, now: datetime) -> None:
    duel.state, duel.ended_at = State.OFF, now
    _write(duel, "state", "ended_at")


def _elapsed(duel: Duel, now: datetime) -> Milliseconds:
    assert duel.starts_at
    return max(0, (now - duel.starts_at) // timedelta(milliseconds=1))


def _write(duel: Duel, *fields: str) -> None:
    duel.version, duel.has_changed = duel.version + 1, True
    duel.save(update_fields=["version", *fields])


def _lock(uid: str) -> Duel:
    duel = Duel.objects.select_for_update().filter(uid=uid).first()
    if duel is None:
        raise GameError("no_such_duel")
    return duel


def _seat(duel: Duel, user: User) -> DuelSeat:
    seat = duel.seat_of(user.pk)
    if seat is None:
        raise GameError("not_seated")
    return seat


def _open(user: User, now: datetime, *, is_public: bool) -> Duel:
    positions = race.chosen_positions(random.SystemRandom())
    duel = Duel.objects.create(
        uid=new_uid(),
        is_public=is_public,
        positions=[[position.own, position.opposing] for position in positions],
        created_at=now,
    )
    DuelSeat.objects.create(duel=duel, number=0, user=user, seen_at=now)
    return duel


def _sit_down(duel: Duel, user: User, now: datetime) -> None:
    DuelSeat.objects.create(duel=duel, number=1, user=user, seen_at=now)
    duel.__dict__.pop("both", None)  # cached with one seat
    duel.state, duel.joined_at = State.READY, now
    _write(duel, "state", "joined_at")


def _require_person(user: User) -> None:
    require_welcome(user)
    if user.is_bot:
        raise GameError("people_only")
