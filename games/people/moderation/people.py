"""What moderators see of a person: how they are rated, reported, and what was decided before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accounts.models import User
from games.compete.fairplay.report import Finding, report_of
from games.models import Pool, Rating, RatingChange, Report, StaffDecision

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN = 6  # rating changes and decisions, the newest


@dataclass(frozen=True)
class Person:
    """One of the people of a case, read as far as the page asks."""

    user: User

    @cached_property
    def ratings(self) -> list[Rating]:
        return list(Rating.objects.filter(user=self.user).order_by("pool"))

    @cached_property
    def rounds(self) -> int:
        return sum(rating.rounds for rating in self.ratings)

    @cached_property
    def reported(self) -> int:
        """How often somebody reported them."""
        return self.user.reports.count()

    @cached_property
    def reporters(self) -> int:
        """How many people did."""
        return self.user.reports.order_by().values("reporter").distinct().count()

    @cached_property
    def reports_made(self) -> int:
        return self.user.reports_made.count()

    @cached_property
    def upheld(self) -> int:
        """Of the reports they made, those on which the staff acted."""
        closed = self.user.reports_made.filter(state=Report.State.CLOSED)
        return closed.exclude(decision=Report.Decision.NO_ACTION).count()

    @cached_property
    def decisions(self) -> list[StaffDecision]:
        about = StaffDecision.objects.filter(user=self.user).select_related("staff")
        return list(about.order_by("-pk")[:SHOWN])

    @cached_property
    def changes(self) -> list[RatingChange]:
        """What the last rounds made of their ratings, the newest first."""
        # With each pool named, so that the index of a user's changes is used.
        found = RatingChange.objects.filter(user=self.user, pool__in=Pool.values, undone_at=None)
        return list(found.select_related("opponent", "round").order_by("-at", "-pk")[:SHOWN])

    @cached_property
    def findings(self) -> list[tuple[StrOrPromise, Finding]]:
        """What stands out in how they play, by pool; numbers to look into, no proofs."""
        return [
            (Pool(rating.pool).label, finding)
            for rating in self.ratings
            for finding in report_of(self.user, rating.pool).striking
        ]
