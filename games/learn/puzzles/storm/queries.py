"""One's own storms."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from accounts.models import User
from games.models import Puzzle, Storm

MAX_LISTED = 20


@dataclass(frozen=True, slots=True)
class StormHistory:
    """The newest storms that are over, the best ever, and the one that goes on."""

    newest: list[Storm]
    best: int
    going: Storm | None = None


def history_of(user: User | None) -> StormHistory:
    if user is None:
        return StormHistory([], 0)
    own = Storm.objects.filter(user=user)
    return StormHistory(
        newest=list(own.exclude(ended_at=None)[:MAX_LISTED]),
        best=best_of(user),
        going=own.filter(ended_at=None).first(),
    )


def best_of(user: User) -> int:
    return Storm.objects.filter(user=user).aggregate(best=Max("solved"))["best"] or 0


def own_storm(user: User | None, storm_id: int) -> Storm | None:
    """Return the storm of this number, if it is *user*'s."""
    if user is None:
        return None
    return Storm.objects.select_related("puzzle").filter(pk=storm_id, user=user).first()


def missed_in(storm: Storm) -> list[Puzzle]:
    """Return the puzzles that were answered wrong, in their order."""
    found = Puzzle.objects.shown().in_bulk(storm.missed)
    return [found[number] for number in storm.missed if number in found]
