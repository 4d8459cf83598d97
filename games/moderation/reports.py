"""Reports to the staff, and the staff's decisions about them.

A decision is made once, and stored with who made it, when and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import services as account_services
from accounts.models import User
from games.core.errors import GameError
from games.core.plain_text import plain_text
from games.live.seats import require_welcome
from games.models import LONGEST_REPORT, Game, Report

REPORTS_A_DAY = 10
REPORTS_A_DAY_OF_A_GUEST = 3  # because new guests cost nothing


def report(
    *, reporter: User, reported: User, game: Game | None, reason: str, text: str = ""
) -> Report:
    """Tell the staff about *reported*, in *game* or in general.

    Raises GameError: banned, cannot_report, already_reported, too_many_reports, too_long.
    """
    require_welcome(reporter)
    _check_reported(reporter, reported)
    _check_limit(reporter)
    written = plain_text(text, longest=LONGEST_REPORT) if text.strip() else ""
    # The constraints decide, so that of two reports sent at once only one is stored.
    try:
        with transaction.atomic():
            return Report.objects.create(
                reporter=reporter, reported=reported, game=game, reason=reason, text=written
            )
    except IntegrityError as error:
        raise GameError("already_reported") from error


def close_reports(
    *, reports: Iterable[Report], staff: User, note: str, decision: str = "no_action"
) -> int:
    """Close those of *reports* that are still open; return how many there were.

    Raises GameError: not_staff.
    """
    if not (staff.is_staff and staff.is_active):
        raise GameError("not_staff")
    waiting = Report.objects.open().filter(pk__in=[report.pk for report in reports])
    # One statement: of two of the staff who decide at once, the first one does.
    return waiting.update(
        state=Report.State.CLOSED,
        decision=decision,
        decided_by=staff,
        decided_at=timezone.now(),
        note=note,
    )


def mute_reported(
    *,
    report: Report,
    staff: User,
    days: int,
    note: str,
    request: HttpRequest | None = None,
) -> None:
    """Keep the reported user from chatting for *days*, and close the report.

    Raises GameError: not_staff, already_decided; AccountRefused as `accounts.services.mute`.
    """
    with transaction.atomic():
        # First: whoever of the staff is second mutes nobody.
        if not close_reports(
            reports=[report], staff=staff, note=note, decision=Report.Decision.MUTED
        ):
            raise GameError("already_decided")
        account_services.mute(
            user=report.reported, staff=staff, days=days, reason=note, request=request
        )


def _check_reported(reporter: User, reported: User) -> None:
    if reported.pk == reporter.pk or reported.is_engine or reported.is_deleted:
        raise GameError("cannot_report")


def _check_limit(reporter: User) -> None:
    most = REPORTS_A_DAY_OF_A_GUEST if reporter.is_guest else REPORTS_A_DAY
    since = timezone.now() - timedelta(days=1)
    if reporter.reports_made.filter(at__gte=since).count() >= most:
        raise GameError("too_many_reports")
