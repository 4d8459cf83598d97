"""Writes the log of what staff decide about rounds, ratings and tournaments."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import StaffDecision
from tictactoe_site.common import trace


def record(
    kind: StaffDecision.Kind,
    *,
    staff: User | None,
    reason: str,
    uid: str = "",
    user: User | None = None,
    pool: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> StaffDecision:
    """Add a line: *staff* (nobody, where it follows from something else) decided this.

    *before* and *after* hold what changed, as JSON.
    """
    return StaffDecision.objects.create(
        kind=kind,
        staff=staff,
        reason=reason,
        uid=uid,
        user=user,
        pool=pool,
        before=before or {},
        after=after or {},
        request_id=trace.current().request_id,
    )
