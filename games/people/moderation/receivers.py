"""Copies what staff do to accounts into the log of decisions, and lets reports follow a guest."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import AccountEvent, User
from accounts.signals import account_logged, guest_claimed
from games.compete.ratings.decisions import record
from games.models import StaffDecision
from games.people.moderation import reports
from games.play.notices.decisions import tell_user

EventKind, DecisionKind = AccountEvent.Kind, StaffDecision.Kind
KINDS = {
    EventKind.BANNED: DecisionKind.BANNED,
    EventKind.UNBANNED: DecisionKind.UNBANNED,
    EventKind.MUTED: DecisionKind.MUTED,
    EventKind.UNMUTED: DecisionKind.UNMUTED,
    EventKind.DELETED: DecisionKind.DELETED,
}
# Whoever is banned reads it when signing in.
TOLD = (DecisionKind.UNBANNED, DecisionKind.MUTED, DecisionKind.UNMUTED)
COPIED = {"until"}  # the end of a mute; all else is personal, and stays in the account's log


@receiver(account_logged)
def log_what_staff_did(event: AccountEvent, **kwargs: Any) -> None:
    """Add a line for *event* if staff did it to somebody else's account."""
    staff, user = event.actor, event.user
    if staff is None or not staff.is_staff or staff.pk in (user.pk, user.owner_id):
        return
    kind = KINDS.get(EventKind(event.kind), DecisionKind.ACCOUNT)
    after = {key: value for key, value in event.after.items() if key in COPIED}
    if kind is DecisionKind.ACCOUNT:
        after = {"what": event.kind}
    decision = record(
        kind,
        staff=staff,
        reason=event.reason,
        user=user,
        after=after,
        request_id=event.request_id,
    )
    if kind in TOLD:
        tell_user(decision, user)


@receiver(guest_claimed)
def give_the_guests_reports(guest: User, user: User, **kwargs: Any) -> None:
    """Hand the reports on: nobody would read a decision about the guest's closed account."""
    reports.hand_over(guest=guest, user=user)
