"""What a server removes by itself: games left or never played, and ended sessions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.live.regular_work import RegularWork, Removal, at_this_time
from games.live.waiting import NOTED_EVERY
from games.people.moderation.removal import remove_ended_sessions, remove_left, remove_unplayed

WORK = (RegularWork(at_this_time(remove_left), seconds=NOTED_EVERY.total_seconds()),)

REMOVALS = (
    Removal(_("Unplayed games removed"), lambda now: remove_unplayed(now=now)),
    # Last, because a guest whose games are gone may leave nothing behind.
    Removal(_("Ended sessions removed"), lambda now: remove_ended_sessions(now=now), is_last=True),
)
