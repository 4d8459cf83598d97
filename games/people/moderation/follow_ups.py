"""Finds what may not have followed yet from claims, closings and reopenings of accounts.

What an outage interrupts, a process tells again from memory (`accounts.signals`). If it ends before
that, the log of accounts still knows: its lines are written in the transactions that change the
accounts, so that no table of its own has to keep what is to be done. Receivers may be told twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from django.utils import timezone

from accounts.models import AccountEvent, User
from accounts.signals import account_closing, account_reopened, announce, guest_claimed

LOOKED_BACK = timedelta(days=1)  # a server that has died is back by then
Kind = AccountEvent.Kind
FOLLOWED = (Kind.CLAIMED, Kind.BANNED, Kind.DELETED, Kind.UNBANNED)


def announce_anew(now: datetime | None = None) -> None:
    """Announce again what the last day has changed and what still holds, the oldest first."""
    since = (now or timezone.now()) - LOOKED_BACK
    # Keys follow time, so this reads no more than the day.
    latest = AccountEvent.objects.select_related("user").order_by("-pk").iterator(chunk_size=100)
    lines = list(takewhile(lambda line: line.at >= since, latest))
    for line in reversed(lines):
        if line.kind in FOLLOWED:
            _announce(line)


def _announce(line: AccountEvent) -> None:
    user = line.user
    match line.kind:
        case Kind.CLAIMED:
            for guest in User.objects.filter(claimed_by=user):
                announce(guest_claimed, sender=User, guest=guest, user=user)
        case Kind.DELETED if user.is_deleted:
            announce(account_closing, sender=User, user=user, reason="deleted")
        case Kind.BANNED if user.is_banned:
            announce(account_closing, sender=User, user=user, reason="banned")
        case Kind.UNBANNED if not user.is_banned and not user.is_deleted:
            announce(account_reopened, sender=User, user=user)
