"""Reports to the staff, and the staff's decisions about them.

A decision is made once, and stored with who made it, when and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.decisions import record
from games.core.errors import GameError
from games.core.plain_text import plain_text
from games.live.seats import require_welcome
from games.models import MAX_REPORT_LENGTH, Game, Lock, Report, StaffDecision
from games.play.notices import decisions as notices

REPORTS_A_DAY = 10
REPORTS_A_DAY_OF_A_GUEST = 3  # because new guests cost nothing


@transaction.atomic
def report(
    *, reporter: User, reported: User, game: Game | None, reason: str, text: str = ""
) -> Report:
    """Tell the staff about *reported*, in *game* or in general.

    Raises GameError: banned, cannot_report, already_reported, too_many_reports, too_long, and empty
    if nothing in *text* can be seen.
    """
    require_welcome(reporter)
    _check_reported(reporter, reported)
    # Or reports that several processes take at once would all be counted before one is stored.
    Lock.hold("reports")
    _check_limit(reporter)
    written = plain_text(text, longest=MAX_REPORT_LENGTH) if text.strip() else ""
    # The constraints decide, so that of two reports sent at once only one is stored.
    try:
        with transaction.atomic():
            return Report.objects.create(
                reporter=reporter, reported=reported, game=game, reason=reason, text=written
            )
    except IntegrityError as error:
        raise GameError("already_reported") from error


@transaction.atomic
def close_reports(
    *,
    reports: Iterable[Report],
    staff: User,
    note: str,
    decision: str = Report.Decision.NO_ACTION,
    answer: str = "",
) -> int:
    """Close those of *reports* that are still open; return how many there were.

    Their reporters are told, with the words of the *answer*. Raises GameError: not_staff.
    """
    if not (staff.is_staff and staff.is_active):
        raise GameError("not_staff")
    # Locked: of two of the staff who decide at once, the first one does.
    waiting = Report.objects.open().select_for_update(of=("self",))
    found = list(
        waiting.filter(pk__in=[report.pk for report in reports])
        .select_related("reporter", "reported")
        .order_by("pk")
    )
    Report.objects.filter(pk__in=[report.pk for report in found]).update(
        state=Report.State.CLOSED,
        decision=decision,
        decided_by=staff,
        decided_at=timezone.now(),
        note=note,
    )
    for reported in {report.reported for report in found}:
        about = [report for report in found if report.reported == reported]
        line = record(
            StaffDecision.Kind.REPORT,
            staff=staff,
            reason=note,
            user=reported,
            after={"decision": str(decision), "reports": [report.pk for report in about]},
        )
        notices.answer(line, {report.reporter for report in about}, reported, answer)
    return len(found)


def hand_over(*, guest: User, user: User) -> None:
    """Let *user* take over what *guest* has reported, and what they are reported for.

    A report of one of them about the other stays as it is. So does one that *user* has
    open already.
    """
    for one, other in (("reporter", "reported"), ("reported", "reporter")):
        own = Report.objects.filter(**{one: guest}).exclude(**{other: user})
        for key in own.values_list("pk", flat=True):
            with suppress(IntegrityError), transaction.atomic():
                Report.objects.filter(pk=key).update(**{one: user})


def _check_reported(reporter: User, reported: User) -> None:
    if reported.pk == reporter.pk or reported.is_engine or reported.is_deleted:
        raise GameError("cannot_report")


def _check_limit(reporter: User) -> None:
    most = REPORTS_A_DAY_OF_A_GUEST if reporter.is_guest else REPORTS_A_DAY
    since = timezone.now() - timedelta(days=1)
    if reporter.reports_made.filter(at__gte=since).count() >= most:
        raise GameError("too_many_reports")
