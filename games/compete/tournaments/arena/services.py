"""What happens to an arena: it begins, pairs whoever is free, and ends.

Each verb may be repeated from wherever a process that died has left it, and by several processes
at once: a round begins in one transaction with a check that both are still free.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Relation
from games.compete.ratings.conditions import unrated_pairs
from games.compete.rounds import services as rounds
from games.compete.tournaments.arena.pairing import Company, Free, Pair, pair_of, pairs
from games.compete.tournaments.services import call_off, lock, write
from games.compete.tournaments.standings import STANDING
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rating import START
from games.models import Lock, Outage, Rating, Round, Tournament, TournamentEntry
from games.play.game.bot_conditions import busy_bots

logger = logging.getLogger(__name__)

PRESENT_FOR = timedelta(seconds=25)  # after a connection was last seen; it is noted every 8 s
PATIENCE = timedelta(minutes=10)  # until an arena to which nobody comes is called off
TIME_TO_MIX = timedelta(seconds=6)  # so that those who finish together do not meet at once
MANY = 40  # free players need not wait for more
State = Tournament.State


def advance(*, uid: str, now: datetime) -> list[Round]:
    """Bring an arena up to date: whatever it is time for is done. Returns rounds that begin."""
    tournament = Tournament.objects.get(uid=uid)
    if tournament.state == State.ANNOUNCED:
        begin(uid=uid, now=now)
    elif tournament.ends_at and now >= tournament.ends_at:
        end(uid=uid, now=now)
    elif now < tournament.last_pairing_at:
        return pair(uid=uid, now=now)
    return []


@transaction.atomic
def begin(*, uid: str, now: datetime) -> bool:
    """Let an arena begin when it is time and two are there; after PATIENCE call it off.

    An outage makes that longer. Returns whether it goes on.
    """
    tournament = lock(uid)
    if tournament.state != State.ANNOUNCED or now < tournament.starts_at:
        return tournament.is_going
    if _present(tournament, now).count() < 2:
        # Whoever was cut off gets the whole time to come.
        long_ago = now - PATIENCE
        was_away = Outage.objects.filter(ended_at__gt=long_ago).exists()
        if tournament.starts_at <= long_ago and not was_away:
            call_off(tournament, now)
        return False
    tournament.entries.filter(withdrawn_at=None).update(free_since=now)
    tournament.state, tournament.begun_at = State.GOING, now
    write(tournament, "state", "begun_at")
    return True


@transaction.atomic
def end(*, uid: str, now: datetime) -> bool:
    """End an arena whose time is up. Rounds that go on are played, but count no more here.

    Returns whether it has ended.
    """
    tournament = lock(uid)
    if not tournament.is_going or not tournament.ends_at or now < tournament.ends_at:
        return tournament.is_over
    tournament.state, tournament.over_at = State.OVER, tournament.ends_at
    write(tournament, "state", "over_at")
    return True


def pair(*, uid: str, now: datetime) -> list[Round]:
    """Begin rounds between those who are free and there. Returns those that have begun."""
    tournament = Tournament.objects.get(uid=uid)
    free = list(_free(tournament, now))
    if not _is_time(free, now):
        return []
    found = pairs(*described(tournament, free, now))
    begun = (_begin_round(tournament, one, other, now) for one, other in found)
    return [round for round in begun if round]


def _present(tournament: Tournament, now: datetime) -> QuerySet[TournamentEntry]:
    here = tournament.entries.filter(withdrawn_at=None, paused_at=None)
    return here.filter(seen_at__gt=now - PRESENT_FOR)


def _free(tournament: Tournament, now: datetime) -> list[TournamentEntry]:
    """Return who could play now. Nobody plays two rounds at once, wherever they play."""
    entries = _present(tournament, now).filter(free_since__isnull=False)
    found = list(entries.select_related("user"))
    playing = Round.objects.going().players_among(entry.user_id for entry in found)
    playing |= busy_bots([entry.user for entry in found if entry.user.is_bot])
    return [entry for entry in found if entry.user_id not in playing]


def _is_time(free: list[TournamentEntry], now: datetime) -> bool:
    """Return whether somebody has waited for long enough, or enough are free."""
    waits = [entry.free_since for entry in free if entry.free_since]
    return len(waits) > 1 and (len(waits) >= MANY or now - min(waits) >= TIME_TO_MIX)


def described(
    tournament: Tournament, entries: list[TournamentEntry], now: datetime
) -> tuple[list[Free], Company]:
    users = [entry.user_id for entry in entries]
    order = tournament.entries.order_by(*STANDING).values_list("user", flat=True)
    places = {user_id: place for place, user_id in enumerate(order, 1)}
    rows = Rating.objects.filter(pool=tournament.pool, user__in=users)
    ratings = dict(rows.values_list("user", "rating"))
    free = [
        Free(
            user=entry.user_id,
            place=places[entry.user_id],
            rating=ratings.get(entry.user_id, START),
            waited=(now - (entry.free_since or now)).total_seconds(),
            last_opponent=entry.last_opponent_id,
        )
        for entry in entries
    ]
    owners = dict(_present(tournament, now).values_list("user", "user__owner"))
    owners |= {entry.user_id: entry.user.owner_id for entry in entries}
    apart = _apart(owners)
    company = Company(
        met=_met(tournament, users),
        apart=apart,
        unrated=_unrated(tournament, entries, now),
        with_one=_with_one(owners, apart),
    )
    return free, company


def _met(tournament: Tournament, users: list[int]) -> Counter[Pair]:
    between = tournament.rounds.filter(first__in=users, second__in=users)
    return Counter(pair_of(*both) for both in between.values_list("first", "second"))


def _unrated(
    tournament: Tournament, entries: list[TournamentEntry], now: datetime
) -> frozenset[Pair]:
    if not tournament.pool:
        return frozenset()
    return unrated_pairs({entry.user: entry.network for entry in entries}, now)


def _apart(owners: Mapping[int, int | None]) -> frozenset[Pair]:
    """Return pairs one of whom has blocked the other, or that belong to one person.

    *owners* has all who are there, with the owner of each bot.
    """
    blocks = Relation.objects.filter(owner__in=owners, other__in=owners, kind=Relation.Kind.BLOCK)
    apart = {pair_of(*both) for both in blocks.values_list("owner_id", "other_id")}
    homes: dict[int, list[int]] = {}
    for user_id, owner_id in owners.items():
        homes.setdefault(owner_id or user_id, []).append(user_id)
    for home in homes.values():
        apart |= {pair_of(one, other) for one in home for other in home if one < other}
    return frozenset(apart)


def _with_one(there: Collection[int], apart: frozenset[Pair]) -> frozenset[int]:
    """Return which of those who are *there* may play no more than one of the others."""
    kept = Counter(user_id for pair in apart for user_id in pair)
    return frozenset(user_id for user_id in there if len(there) - 1 - kept[user_id] <= 1)


@transaction.atomic
def _begin_round(tournament: Tournament, one: Free, other: Free, now: datetime) -> Round | None:
    """Return a round of these two, unless one of them is no longer free."""
    # The lock under which rounds begin everywhere, so that nobody begins two at once.
    Lock.hold(Lock.WAITING)
    # In the same order everywhere, so that no two transactions wait for each other.
    rows = tournament.entries.select_for_update(no_key=True).order_by("pk")
    both = list(rows.filter(user__in=(one.user, other.user)).select_related(None))
    if len(both) < 2 or not all(_is_free(entry) for entry in both):
        return None
    if Round.objects.going().players_among((one.user, other.user)):
        return None
    if not Tournament.objects.filter(pk=tournament.pk, state=State.GOING).exists():
        return None
    first, second = sorted(both, key=lambda entry: (_times_first(entry), entry.pk))
    for entry, opponent in ((first, second), (second, first)):
        entry.free_since, entry.last_opponent_id = None, opponent.user_id
        entry.save(update_fields=["free_since", "last_opponent"])
    try:
        return rounds.begin(
            first=first.user,
            second=second.user,
            ruleset=tournament.ruleset,
            control=parse_time_control(tournament.control),
            pool=tournament.pool,
            tournament=tournament,
            networks=(first.network, second.network),
        )
    except GameError as refused:  # a bot has begun another game meanwhile
        logger.info("a round of an arena could not begin: %s", refused.code)
        transaction.set_rollback(True)
        return None


def _is_free(entry: TournamentEntry) -> bool:
    return entry.free_since is not None and entry.paused_at is None and entry.withdrawn_at is None


def _times_first(entry: TournamentEntry) -> int:
    """Return how often somebody had X in the first game of a round of the arena."""
    own = Round.objects.filter(tournament=entry.tournament_id, first=entry.user_id)
    return own.filter(Q(state=Round.State.OVER) | Q(state=Round.State.GOING)).count()
