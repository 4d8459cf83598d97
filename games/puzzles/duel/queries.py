"""One's own duels."""

from __future__ import annotations

from accounts.models import User
from games.models import Duel

MOST_LISTED = 20


def duels_of(user: User | None) -> list[Duel]:
    """Those that *user* plays or has played, the newest first. Two queries."""
    if user is None:
        return []
    own = Duel.objects.filter(seats__user=user).exclude(state=Duel.State.OFF)
    return list(own.prefetch_related("seats__user")[:MOST_LISTED])
