"""What an export holds of chat, reports, decisions of staff, and how a user is told what waits."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from games.models import (
    StaffDecision,
    TurnMail,
)
from games.people.profiles.export.chunks import Data, in_chunks
from games.play.notices.decisions import text_of
from games.text.decisions import WHAT


def chat_data(user: User) -> Iterator[Data]:
    """Yield every line that *user* has said, the oldest first."""
    for line in in_chunks(user.lines.select_related("game")):
        yield {"game": line.game.uid, "room": line.room, "text": line.text, "at": line.at}


def reports_data(user: User) -> Iterator[Data]:
    """Yield every report that *user* has made, the oldest first; what the staff noted is
    not told.
    """
    for report in in_chunks(user.reports_made.select_related("game", "reported")):
        yield {
            "game": report.game.uid if report.game else None,
            "reported": report.reported.username,
            "reason": report.reason,
            "text": report.text,
            "at": report.at,
            "state": report.state,
        }


def decisions_data(user: User) -> Iterator[Data]:
    """Yield what staff decided about *user*, or about the guest that they were; the oldest first.

    Only decisions of kinds that are told to the user are in it, with the reason as it was told. Who
    decided, and what staff noted on reports, is the staff's own.
    """
    about = StaffDecision.objects.filter(Q(user=user) | Q(user__claimed_by=user), kind__in=WHAT)
    for decision in in_chunks(about):
        yield {
            "kind": decision.kind,
            "reason": decision.told_reason,
            "until": decision.after.get("until"),
            "tournament": decision.uid or None,
            "at": decision.at,
        }


def notices_data(user: User) -> Iterator[Data]:
    """Yield every decision that *user* is told of and has not dismissed, as they read it."""
    for notice in in_chunks(user.decision_notices.select_related("decision", "other")):
        yield {"text": text_of(notice), "at": notice.at}


def devices_data(user: User) -> Iterator[Data]:
    """Yield every device on which *user* is told of what waits."""
    for device in in_chunks(user.push_devices.all()):
        yield {
            "name": device.name,
            "endpoint": device.endpoint,
            "kinds": device.kinds.split(),
            "added_at": device.created_at,
            "succeeded_at": device.succeeded_at,
        }


def turn_mail_data(user: User) -> Data | None:
    """Return until when *user* was told by mail of moves that wait; None if they want no mail."""
    mail = TurnMail.objects.filter(user=user).first()
    return {"told_until": mail.told_until} if mail else None
