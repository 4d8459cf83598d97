"""Looking for an opponent in a rated round: whoever fits and is there plays at once.

A person's seek stands for as long as a page of theirs is open (`games/live/waiting.py`), a
program's for as long as it keeps asking. One transaction at a time, across all processes, looks
through the seeks, so of two who come at once the second meets the first.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from asgiref.sync import async_to_sync
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.compete.ratings.conditions import unrated_reason
from games.compete.ratings.levels import is_measured
from games.compete.ratings.pages.showing import ShownRating, ratings_of
from games.compete.ratings.pools import CLOCKS, USUAL, pool_of
from games.compete.rounds import services
from games.compete.rounds.invitations import tell_gone
from games.compete.rounds.leaving import require_staying
from games.core.clock import TimeControl, parse_time_control, time_control_text
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.engine import LEVELS, UnknownLevel
from games.live.limits import CHALLENGES, enter_game
from games.live.seats import require_no_block, require_welcome
from games.models import SEEKERS_STAY, Lock, Pool, Round, Seek
from games.play.game.creation import engine_account
from tictactoe_site.common.uids import new_uid

NOTED_EVERY = timedelta(seconds=2)
REACHES = (0, 100, 200, 400)  # points; 0 for any
WIDENS_AFTER = timedelta(seconds=30)  # to twice the reach, and then each time again
WIDEST = 2000  # points; nobody's ratings are further apart
KEPT_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a seek is for."""

    ruleset: Ruleset
    control: TimeControl
    reach: int = 0
    widens: bool = False

    @property
    def pool(self) -> Pool:
        """The pool of the board. Raises GameError: no_pool, bad_reach."""
        pool = pool_of(self.ruleset)
        if pool is None or self.control not in CLOCKS:
            raise GameError("no_pool")
        if self.reach not in REACHES:
            raise GameError("bad_reach")
        return pool


@transaction.atomic
def seek(
    *,
    user: User,
    wish: Wish,
    invited: User | None = None,
    network: str = "",
    address: str = "",
    now: datetime | None = None,
) -> Seek:
    """Begin a seek of *user*, which replaces an earlier one; with *invited* only for that user.

    The seek that is returned has a round already if somebody was waiting. *network* is the
    pseudonym of where *user* comes from.

    Raises GameError: banned, sign_up_first, no_pool, bad_reach, left_rounds, in_a_round, too_fast,
    and with *invited*: cannot_challenge, cannot_challenge_self, not_welcome, unblock_first, and the
    codes of `unrated_reason`.
    """
    now = now or timezone.now()
    _require_rated(user)
    ruleset, pool = wish.ruleset, wish.pool
    if invited:
        _check_invited(user, invited)
    Lock.hold(Lock.WAITING)
    require_no_round(user)
    # Last, so that what is refused for another reason does not count.
    enter_game(user.pk, address, *([CHALLENGES] if invited else []))
    tell_gone(Seek.objects.filter(user=user))
    found, _ = Seek.objects.update_or_create(
        user=user,
        defaults={
            "uid": new_uid(),
            "invited": invited,
            "pool": pool,
            "m": ruleset.m,
            "n": ruleset.n,
            "k": ruleset.k,
            "control": time_control_text(wish.control),
            "reach": wish.reach,
            "widens": wish.widens,
            "network": network,
            "round_uid": "",
            "created_at": now,
            "seen_at": now,
            "declined_at": None,
        },
    )
    _match(found, now)
    return found


def look(*, user: User, now: datetime | None = None) -> Seek | None:
    """Note that *user* still waits, begin a round if somebody fits by now, and return the seek.

    Returns None if *user* has no seek.
    """
    now = now or timezone.now()
    own = Seek.objects.select_related("invited", "user").filter(user=user).first()
    if own is None or not _waits(own):
        return own
    if now - own.seen_at > NOTED_EVERY:
        own.seen_at = now
        # Not by `save`: another page of the user may have ended it by now.
        if not Seek.objects.filter(pk=own.pk).update(seen_at=now):
            return None
    # After the update, by which the row is no longer held: whoever has the lock may write it.
    with transaction.atomic():
        return _look_through(own, now, is_elsewhere=False)


def pair_waiting(*, now: datetime | None = None) -> None:
    """Begin rounds between people who fit by now, also those whose page does not call `look`."""
    now = now or timezone.now()
    for own in Seek.objects.present(now).filter(user__kind=User.Kind.PERSON):
        with transaction.atomic():
            _look_through(own, now, is_elsewhere=True)


@transaction.atomic
def cancel(*, user: User) -> None:
    """Look no longer. Nothing happens if *user* looks for nobody, or has met somebody."""
    Lock.hold(Lock.WAITING)
    _stop(Seek.objects.filter(user=user, round_uid=""))


@transaction.atomic
def close(*, user: User) -> None:
    """End the seek of *user*, whose account closes; a round that it has led to has begun by now.

    Those who invite *user* look as if that was declined.
    """
    Lock.hold(Lock.WAITING)
    _stop(Seek.objects.filter(user=user))
    Seek.objects.waiting().filter(invited=user).update(declined_at=timezone.now())


@transaction.atomic
def accept(
    *, uid: str, user: User, network: str = "", address: str = "", now: datetime | None = None
) -> Seek:
    """Begin a round with whoever has the seek *uid*, and return that seek.

    A second call does nothing.
    Raises GameError: seek_gone, banned, sign_up_first, left_rounds, not_invited, in_a_round,
    not_welcome, unblock_first, too_far_apart, people_only, bot_busy, too_fast, and the codes of
    `unrated_reason`.
    """
    now = now or timezone.now()
    _require_rated(user)
    Lock.hold(Lock.WAITING)
    other = Seek.objects.select_related("user").filter(uid=uid).exclude(user=user).first()
    if other and Round.objects.of(user).filter(uid=other.round_uid).exists():
        return other
    if other is None or not _waits(other) or other.seen_at <= now - SEEKERS_STAY:
        raise GameError("seek_gone")
    _check_meeting(other, user, now)
    require_no_round(user)
    require_no_round(other.user, "seek_gone")
    enter_game(user.pk, address)
    round = _begin(other, user, network, [other.user])
    other.round_uid = round.uid
    other.save(update_fields=["round_uid"])
    _stop(Seek.objects.filter(user=user))
    return other


@transaction.atomic
def decline(*, uid: str, user: User, now: datetime | None = None) -> None:
    """Refuse an invitation. A second call does nothing.

    Raises GameError: seek_gone, not_invited.
    """
    Lock.hold(Lock.WAITING)
    other = Seek.objects.filter(uid=uid).first()
    if other is None or other.round_uid:
        raise GameError("seek_gone")
    if other.invited_id != user.pk:
        raise GameError("not_invited")
    if other.declined_at is None:
        other.declined_at = now or timezone.now()
        other.save(update_fields=["declined_at"])
        tell_gone([other])  # to the other pages of the same user


@transaction.atomic
def begin_against_level(
    *, user: User, level: str, pool: Pool, network: str = "", address: str = ""
) -> Round:
    """Begin a rated round of *user* against the computer's *level*.

    Raises GameError: banned, sign_up_first, left_rounds, unknown_level, level_unmeasured,
    in_a_round, bot_busy, too_fast, and the codes of `unrated_reason`.
    """
    _require_rated(user)
    if level not in LEVELS:
        raise UnknownLevel
    if not is_measured(LEVELS[level].title, pool):
        raise GameError("level_unmeasured")
    opponent = engine_account(level)
    if code := unrated_reason(user, opponent):
        raise GameError(code)
    Lock.hold(Lock.WAITING)
    require_no_round(user)
    enter_game(user.pk, address)
    _stop(Seek.objects.filter(user=user))
    terms = USUAL[pool]
    players = [(user, network), (opponent, "")]
    return _between(players, terms.ruleset, terms.clock, pool)


def forget_old(*, now: datetime) -> int:
    """Remove the seeks that were last noted more than KEPT_FOR ago; return how many."""
    return Seek.objects.filter(seen_at__lt=now - KEPT_FOR).delete()[0]


def reach_of(seek: Seek, now: datetime) -> int:
    """Return how many points away the opponent may be by now; 0 for any."""
    if not seek.widens or not seek.reach:
        return seek.reach
    steps = max(0, (now - seek.created_at) // WIDENS_AFTER)
    # No more than ten times: by then it is far beyond WIDEST, and numbers stay small.
    reach = seek.reach * 2 ** min(steps, 10)
    return reach if reach < WIDEST else 0


def distance(one: ShownRating, other: ShownRating) -> int:
    """Return how far apart two ratings certainly are: a provisional one may be anywhere in its
    margin.
    """
    unknown = sum(rating.margin for rating in (one, other) if rating.is_provisional)
    return max(0, abs(one.rating - other.rating) - unknown)


def require_no_round(user: User, code: str = "in_a_round") -> None:
    """Raise GameError(*code*) if *user*, a person, plays a round; programs play several."""
    if _plays(user):
        raise GameError(code)


def _plays(user: User) -> bool:
    return not user.is_bot and Round.objects.going().of(user).exists()


def _stop(seeks: QuerySet[Seek]) -> None:
    tell_gone(seeks)
    seeks.delete()


def _waits(seek: Seek) -> bool:
    return not seek.round_uid and seek.declined_at is None


def _look_through(own: Seek, now: datetime, *, is_elsewhere: bool) -> Seek | None:
    """Begin a round if somebody fits; return the seek as it then stands, None if it is gone."""
    # Asked without the lock first: this is done every few seconds, and mostly nobody is there.
    if not _alike(own, now).exists():
        return own
    Lock.hold(Lock.WAITING)
    found = Seek.objects.select_related("invited", "user").filter(pk=own.pk).first()
    # An arena begins rounds, too, and knows nothing of seeks.
    if found and _waits(found) and not _plays(found.user):
        _match(found, now, is_elsewhere=is_elsewhere)
    return found


def _match(own: Seek, now: datetime, *, is_elsewhere: bool = False) -> None:
    """Begin a round with whoever has waited longest of those who fit.

    If *is_elsewhere*, no page of *own*'s user has asked, so they are told of the round as well.
    """
    others = list(_alike(own, now))
    ratings = ratings_of([own.user, *(other.user for other in others)], own.pool)
    for other in others:
        if not _fit(own, other, ratings, now) or unrated_reason(own.user, other.user, now):
            continue
        try:
            require_welcome(other.user)
            require_no_round(other.user)
            called = [other.user, own.user] if is_elsewhere else [other.user]
            round = _begin(other, own.user, own.network, called)
        except GameError:  # they play already, or may not any more
            continue
        for one in (own, other):
            one.round_uid = round.uid
            one.save(update_fields=["round_uid"])
        return


def _alike(own: Seek, now: datetime) -> QuerySet[Seek]:
    """Return who else waits with the same terms, and may meet the user of *own* at all."""
    fitting = Seek.objects.present(now).filter(
        pool=own.pool, m=own.m, n=own.n, k=own.k, control=own.control, user__kind=own.user.kind
    )
    if own.invited_id:
        fitting = fitting.filter(user=own.invited_id, invited=own.user_id)
    else:
        fitting = fitting.filter(invited=None)
    others = fitting.exclude(user=own.user_id).filter(user__is_active=True)
    return others.exclude(relations.is_kept_apart(own.user, "user"))


def _fit(own: Seek, other: Seek, ratings: Mapping[int, ShownRating], now: datetime) -> bool:
    apart = distance(ratings[own.user_id], ratings[other.user_id])
    return all(_is_within(reach_of(one, now), apart) for one in (own, other))


def _is_within(reach: int, apart: int) -> bool:
    return not reach or apart <= reach


def _begin(seek: Seek, user: User, network: str, called: Iterable[User]) -> Round:
    """Return a round of the user of *seek* and *user*; chance says who has X first."""
    players = [(seek.user, seek.network), (user, network)]
    control = parse_time_control(seek.control)
    people = [player for player in called if player.is_person]
    return _between(players, seek.ruleset, control, Pool(seek.pool), people)


def _between(
    players: Iterable[tuple[User, str]],
    ruleset: Ruleset,
    control: TimeControl,
    pool: Pool,
    called: Collection[User] = (),
) -> Round:
    one, other = players
    first, second = (one, other) if secrets.randbelow(2) else (other, one)
    round = services.begin(
        first=first[0],
        second=second[0],
        ruleset=ruleset,
        control=control,
        pool=pool,
        networks=(first[1], second[1]),
    )
    tell = partial(async_to_sync(services.tell_players), round, called=called)
    transaction.on_commit(tell, robust=True)  # whoever does not hear finds it in their seek
    return round


def _require_rated(user: User) -> None:
    require_welcome(user)
    if not (user.is_person or user.is_bot):
        raise GameError("sign_up_first")
    require_staying(user)


def _check_invited(user: User, invited: User) -> None:
    if user.pk == invited.pk:
        raise GameError("cannot_challenge_self")
    if invited.kind != user.kind or invited.is_banned or not invited.is_active:
        raise GameError("cannot_challenge")
    require_no_block(invited.pk, user.pk)
    if code := unrated_reason(user, invited):
        raise GameError(code)


def _check_meeting(seek: Seek, user: User, now: datetime) -> None:
    """Raise GameError unless *user* may accept *seek*."""
    if seek.invited_id not in (None, user.pk):
        raise GameError("not_invited")
    if seek.user.kind != user.kind:
        raise GameError("people_only")
    require_welcome(seek.user)
    require_no_block(seek.user_id, user.pk)
    if code := unrated_reason(seek.user, user, now):
        raise GameError(code)
    ratings = ratings_of([seek.user, user], seek.pool)
    apart = distance(ratings[seek.user_id], ratings[user.pk])
    if not seek.invited_id and not _is_within(reach_of(seek, now), apart):
        raise GameError("too_far_apart")
