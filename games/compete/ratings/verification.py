"""Compares the tables of ratings with what the rounds come to, computed from the first one on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.decisions import record
from games.compete.ratings.replay import AT_ONCE, Replay, replay_all, stale_changes
from games.compete.ratings.services import hold
from games.models import Rating, RatingChange, Round, StaffDecision

MAX_LOGGED = 50  # differences in one line of the log


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """What a table has of a user, and what it should have; "" for nothing."""

    user_id: int
    what: str  # a round's uid, "refund", "rating", or "change" with its key
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.user_id} {self.what}: {self.found or 'nothing'}, not {self.expected or '-'}"


def differences(pool: str) -> Iterator[RatingDifference]:
    """Yield all that differs in *pool*; nothing is written.

    A round that is rated meanwhile may differ, too: look again.
    """
    again = Replay.of_all(pool)
    for old, new in again.differences():
        what = new.round.uid if new.round else "refund"
        yield RatingDifference(
            new.user_id, what, _change_line(old) if old else "", _change_line(new)
        )
    for row in stale_changes(pool).order_by().iterator(chunk_size=AT_ONCE):
        yield RatingDifference(row.user_id, f"change {row.pk}", _change_line(row), "")
    yield from _rating_differences(pool, again.standings)


@transaction.atomic
def repair(*, pool: str, staff: User | None, reason: str) -> int:
    """Make the ratings of *pool* what its rounds come to; return how many differences there were.

    No round is rated meanwhile.
    """
    hold(pool)
    found = list(differences(pool))
    if found:
        replay_all(pool)
        record(
            StaffDecision.Kind.REPAIRED,
            staff=staff,
            reason=reason,
            pool=pool,
            before={"differences": [str(one) for one in found[:MAX_LOGGED]]},
            after={"differences": [str(one) for one in differences(pool)][:MAX_LOGGED]},
        )
    return len(found)


def _rating_differences(
    pool: str, standings: Mapping[int, DatedStrength]
) -> Iterator[RatingDifference]:
    met: dict[int, list[int]] = defaultdict(list)
    rounds = Round.objects.rated().filter(pool=pool).order_by()
    for first, second in rounds.values_list("first", "second").iterator():
        met[first].append(second)
        met[second].append(first)
    # Who has no round left has no rating.
    expected = {
        user: _rating_line(standing, len(met[user]), len(set(met[user])))
        for user, standing in standings.items()
        if standing.at
    }
    for row in Rating.objects.filter(pool=pool).iterator(chunk_size=AT_ONCE):
        found = _rating_line(DatedStrength(row.strength, row.at), row.rounds, row.opponents)
        wanted = expected.pop(row.user_id, "")
        if found != wanted:
            yield RatingDifference(row.user_id, "rating", found, wanted)
    for user, wanted in expected.items():
        yield RatingDifference(user, "rating", "", wanted)


def _rating_line(standing: DatedStrength, rounds: int, opponents: int) -> str:
    strength = standing.strength
    numbers = f"{strength.rating!r} {strength.deviation!r} {strength.volatility!r}"
    return f"{numbers}, {rounds} rounds, {opponents} opponents, {standing.at}"


def _change_line(row: RatingChange) -> str:
    before, after = (f"{it.rating!r} {it.deviation!r}" for it in (row.before, row.after))
    return f"{before} to {after}"
