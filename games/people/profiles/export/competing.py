"""What an export holds of competing: ratings, rounds and tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.db.models import Q

from accounts.models import User
from games.core.notation import ruleset_text
from games.models import (
    Pool,
    RatingChange,
    Round,
)
from games.people.profiles.export.chunks import LINES, Data, in_chunks


def ratings_data(user: User) -> Iterator[Data]:
    """Yield how *user* stands in each pool in which they have played."""
    for rating in in_chunks(user.ratings.all()):
        yield {
            "pool": rating.pool,
            "rating": rating.rating,
            "deviation": rating.deviation,
            "volatility": rating.volatility,
            "rounds": rating.rounds,
            "opponents": rating.opponents,
            "at": rating.at,
        }


def changes_data(user: User) -> Iterator[Data]:
    """Yield every change of *user*'s ratings that stands, pool by pool, the oldest first."""
    for change in _changes(user):
        yield {
            "pool": change.pool,
            "cause": change.cause,
            "round": change.round.uid if change.round else None,
            "opponent": change.opponent.username if change.opponent else None,
            "score": change.score,
            "weight": change.weight,
            "before": change.rating_before,
            "deviation_before": change.deviation_before,
            "opponent_rating": change.opponent_rating,
            "opponent_deviation": change.opponent_deviation,
            "after": change.rating_after,
            "deviation_after": change.deviation_after,
            "at": change.at,
        }


def rounds_data(user: User) -> Iterator[Data]:
    """Yield every round of *user*: those in which they began, then the others, the oldest first."""
    rounds = Round.objects.select_related("first", "second", "tournament")
    # One seat after the other, so that each is read along its index.
    seats = (rounds.filter(first=user), rounds.filter(second=user))
    for round in chain.from_iterable(map(in_chunks, seats)):
        halves = round.halves_of(user)
        yield {
            "uid": round.uid,
            "pool": round.pool,
            "board": ruleset_text(round.ruleset),
            "control": round.control,
            "tournament": round.tournament.uid if round.tournament else None,
            "opponent": round.opponent_of(user).username,
            "state": round.state,
            "points": None if halves is None else halves / 2,
            "left": round.left_by_id == user.pk,
            "unrated_because": round.unrated_because,
            "begun_at": round.begun_at,
            "over_at": round.over_at,
            "annulled_at": round.annulled_at,
        }


def entries_data(user: User) -> Iterator[Data]:
    """Yield every tournament that *user* entered, and how they stand in it; the oldest first."""
    for entry in in_chunks(user.tournament_entries.select_related("tournament")):
        yield {
            "tournament": entry.tournament.uid,
            "title": entry.tournament.title,
            "joined_at": entry.joined_at,
            "paused_at": entry.paused_at,
            "withdrawn_at": entry.withdrawn_at,
            "absences": entry.absences,
            "rounds": entry.rounds,
            "points": entry.halves / 2,
            "place": entry.place,
        }


def tournaments_data(user: User) -> Iterator[Data]:
    """Yield every tournament that *user* made, the oldest first."""
    for tournament in in_chunks(user.tournaments.all()):
        yield {
            "uid": tournament.uid,
            "title": tournament.title,
            "kind": tournament.kind,
            "state": tournament.state,
            "created_at": tournament.created_at,
            "starts_at": tournament.starts_at,
            "over_at": tournament.over_at,
        }


def _changes(user: User) -> Iterator[RatingChange]:
    """Yield the changes, some at a time, in the order of their index."""
    live = user.rating_changes.filter(undone_at=None).select_related("round", "opponent")
    for pool in Pool.values:
        of_pool = live.filter(pool=pool).order_by("at", "pk")
        chunk = list(of_pool[:LINES])
        while chunk:
            yield from chunk
            last = chunk[-1]
            # `at__gte` follows from the rest, but has the index read from there on.
            later = of_pool.filter(Q(at__gt=last.at) | Q(pk__gt=last.pk), at__gte=last.at)
            chunk = list(later[:LINES])
