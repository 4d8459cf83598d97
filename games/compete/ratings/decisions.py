"""Writes the log of all that staff decide."""

from __future__ import annotations

from collections.abc import Mapping

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
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    request_id: str = "",
) -> StaffDecision:
    """Add a line: *staff* (nobody, where it follows from something else) decided this.

    *before* and *after* hold what changed, as JSON. *request_id* is that of the caller by default.
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
        request_id=request_id or trace.current().request_id,
    )
