"""The arenas that the site makes itself, each day, for whoever comes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from games.compete.ratings.pools import USUAL
from games.core.clock import time_control_text
from games.live.storage.isolation import log_errors
from games.models import Pool, Tournament

SHOWN_BEFORE = timedelta(days=1)
MINUTES = 40


@dataclass(frozen=True, slots=True)
class Daily:
    """An arena of *pool* at this hour (UTC)."""

    pool: Pool
    hour: int

    def after(self, now: datetime) -> datetime:
        """Return when it is held next."""
        today = datetime.combine(now.astimezone(UTC).date(), time(self.hour), UTC)
        return today if today > now else today + timedelta(days=1)


DAILY = (Daily(Pool.FIVES, 18), Daily(Pool.FOURS, 20))


def announce_daily(*, now: datetime) -> None:
    """Announce the next arena of each pool, once, where the setting DAILY_ARENAS allows it."""
    if not settings.DAILY_ARENAS:
        return
    for daily in DAILY:
        starts_at = daily.after(now)
        if starts_at - now <= SHOWN_BEFORE:
            with log_errors("the arena of %s is not announced", daily.pool):
                _announce(daily.pool, starts_at)


def _announce(pool: Pool, starts_at: datetime) -> None:
    usual = USUAL[pool]
    # Every process comes here; the slot is unique, so that one of them makes it.
    Tournament.objects.get_or_create(
        slot=f"{pool.value} {starts_at:%Y-%m-%d}",
        defaults={
            "kind": Tournament.Kind.ARENA,
            "title": _("%(pool)s arena") % {"pool": pool.label},
            "pool": pool.value,
            "m": usual.ruleset.m,
            "n": usual.ruleset.n,
            "k": usual.ruleset.k,
            "control": time_control_text(usual.clock),
            "starts_at": starts_at,
            "minutes": MINUTES,
        },
    )
