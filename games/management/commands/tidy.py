"""`manage.py tidy`: removes what nobody will come back to, as a running server does every hour."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync
from django.utils import timezone
from django.utils.translation import gettext as _

from games.management.terminal import BriefCommand
from games.moderation.removal import remove_ended_sessions, remove_unplayed


class Command(BriefCommand):
    help = (
        "Remove games that nobody joined or played in for a day, sessions that have ended, "
        "and guests who left nothing behind."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        games = _all(remove_unplayed)
        sessions = _all(remove_ended_sessions)
        if options["verbosity"]:
            self.stdout.write(_("%(count)d unplayed games removed.") % {"count": games})
            self.stdout.write(_("%(count)d ended sessions removed.") % {"count": sessions})


def _all(remove_some: Callable[..., Awaitable[int]]) -> int:
    """Remove until nothing is left; return how many."""
    removed = 0
    while some := async_to_sync(remove_some)(now=timezone.now()):
        removed += some
    return removed
