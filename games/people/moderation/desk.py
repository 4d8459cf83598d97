"""The desk of the moderators: a case is decided once, with a reason, and those concerned are told.

A case is all open reports about one person for one reason. Beside it moderators see the person's
ratings, how often the person was reported, and what was decided before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from asgiref.sync import async_to_sync
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import services as accounts
from accounts.access import may_moderate
from accounts.models import User
from games.compete.fairplay.report import Finding, report_of
from games.compete.ratings.decisions import record
from games.compete.ratings.refunds import refund
from games.compete.rounds import staff as rounds
from games.core.errors import GameError
from games.models import Game, Pool, Rating, RatingChange, Report, Round, StaffDecision
from games.people.moderation.reports import close_reports
from games.people.moderation.staff import adjudicate
from games.play.notices.decisions import can_be_told, tell_user

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Kind, Decided = StaffDecision.Kind, Report.Decision
SHOWN = 6  # rating changes and decisions, the newest


@dataclass(frozen=True, slots=True)
class DecisionChoice:
    """One possible decision; *told* is the kind of notice to those concerned, if they get one."""

    code: str
    decision: Report.Decision
    told: StaffDecision.Kind | None = None
    days: int = 0  # of a mute


CHOICES = {
    choice.code: choice
    for choice in (
        DecisionChoice("no_action", Decided.NO_ACTION),
        DecisionChoice("warn", Decided.WARNED, Kind.WARNED),
        DecisionChoice("mute_day", Decided.MUTED, Kind.MUTED, days=1),
        DecisionChoice("mute_week", Decided.MUTED, Kind.MUTED, days=7),
        DecisionChoice("annul_round", Decided.ANNULLED, Kind.ANNULLED),
        DecisionChoice("annul_game", Decided.ANNULLED, Kind.RESULT),
        DecisionChoice("ban", Decided.BANNED, Kind.BANNED),
    )
}


def choices_for(staff: User, report: Report) -> list[DecisionChoice]:
    """Return what *staff* may decide about *report*."""
    if not may_decide(staff):
        return []
    codes = ["no_action"]
    person = report.reported
    if can_be_told(person):
        codes.append("warn")
    is_exempt = person.is_engine or person.is_deleted or person.is_staff
    may_act = may_moderate(staff) and not is_exempt
    if may_act:
        codes += ["mute_day", "mute_week"]
    if round_of(report.game) is not None:
        codes += ["annul_round"] if staff.has_perm("games.change_round") else []
    elif _can_be_annulled(report.game):
        codes += ["annul_game"] if staff.has_perm("games.change_game") else []
    if may_act and not person.is_banned:
        codes.append("ban")
    return [CHOICES[code] for code in codes]


def decide(
    *,
    report: Report,
    seen: int,
    choice: str,
    staff: User,
    reason: str,
    answer: str = "",
    refunds: bool = False,
    request: HttpRequest | None = None,
) -> None:
    """Do what was chosen about the case of *report*, and close its reports up to the key *seen*.

    Later ones stay open, as nobody has read them. Raises GameError: not_staff, already_decided,
    not_on_offer, and as `adjudicate` and `rounds.annul` do; AccountRefused as `accounts.mute` and
    `accounts.ban` do.
    """
    if not (staff.is_staff and staff.is_active):
        raise GameError("not_staff")
    case = [one for one in reports_of(report) if one.pk <= seen]
    if not case:
        raise GameError("already_decided")
    chosen = CHOICES.get(choice)
    if chosen not in choices_for(staff, report):
        raise GameError("not_on_offer")
    assert chosen
    if chosen.code == "annul_game":
        # The game's room writes in a transaction of its own: so before the one below begins.
        # Two of the staff at once may both get so far, which does no harm.
        assert report.game
        uid = report.game.uid
        async_to_sync(adjudicate)(uid=uid, staff=staff, outcome="", reason=reason)
    with transaction.atomic():
        # First, so that the second of two who decide at once does nothing to anybody.
        if not close_reports(
            reports=case, staff=staff, note=reason, decision=chosen.decision, answer=answer
        ):
            raise GameError("already_decided")
        _carry_out(chosen, report, staff, reason, refunds, request)


def _carry_out(
    chosen: DecisionChoice,
    report: Report,
    staff: User,
    reason: str,
    refunds: bool,
    request: HttpRequest | None,
) -> None:
    person = report.reported
    match chosen.code:
        case "warn":
            tell_user(record(Kind.WARNED, staff=staff, reason=reason, user=person), person)
        case "mute_day" | "mute_week":
            accounts.mute(
                user=person, staff=staff, days=chosen.days, reason=reason, request=request
            )
        case "annul_round":
            # Whether or not a colleague has just annulled it, for another report.
            assert report.game
            rounds.annul(uid=report.game.series, staff=staff, reason=reason)
        case "ban":
            accounts.ban(user=person, staff=staff, reason=reason, request=request)
            if refunds and refunds_allowed(staff):
                refund(banned=person, staff=staff, reason=reason)


def may_decide(staff: User) -> bool:
    return bool(staff.has_perm("games.change_report"))


def refunds_allowed(staff: User) -> bool:
    """Return whether *staff* may give opponents of a banned account back what they lost."""
    return bool(staff.has_perm("games.refund_opponents") or staff.has_perm("games.change_rating"))


def reports_of(report: Report) -> list[Report]:
    """Return the open reports of the case of *report*, the oldest first; none once it is decided.

    One query.
    """
    if report.state != Report.State.OPEN:
        return []
    case = Report.objects.open().filter(reported=report.reported_id, reason=report.reason)
    return list(case.select_related("reporter", "reported", "game").order_by("pk"))


def round_of(game: Game | None) -> Round | None:
    """Return the round of *game* if it can be annulled: it is over, and not annulled yet."""
    if game is None or not game.series:
        return None
    over = Round.objects.filter(uid=game.series, state=Round.State.OVER, annulled_at=None)
    return over.select_related("first", "second").first()


def _can_be_annulled(game: Game | None) -> bool:
    if game is None or game.is_of_round or game.status != Game.Status.FINISHED:
        return False
    # One that was called off, or is annulled already, has no outcome.
    return bool(game.x_player_id and game.o_player_id and game.outcome)


# The queue.

MAX_WAITING = 300  # reports that the queue looks at, the oldest


@dataclass(frozen=True, slots=True)
class QueuedCase:
    """A case as the queue lists it, under its oldest report."""

    report: Report
    count: int
    is_playing: bool

    @property
    def key(self) -> tuple[int, str]:
        return self.report.reported_id, self.report.reason


def queue() -> list[QueuedCase]:
    """Return the cases that wait: those whose game goes on first, then the oldest. One query."""
    found = Report.objects.open().select_related("reported", "game").order_by("pk")
    cases: dict[tuple[int, str], list[Report]] = {}
    for report in found[:MAX_WAITING]:
        cases.setdefault((report.reported_id, report.reason), []).append(report)
    queued = [QueuedCase(one[0], len(one), _is_playing(one)) for one in cases.values()]
    return sorted(queued, key=lambda case: (not case.is_playing, case.report.pk))


def _is_playing(reports: Iterable[Report]) -> bool:
    games = (report.game for report in reports)
    return any(game is not None and game.status == Game.Status.ONGOING for game in games)


def decided_in_a_day() -> int:
    """Return how many reports were decided in the last 24 hours."""
    since = timezone.now() - timedelta(days=1)
    return Report.objects.filter(decided_at__gt=since).count()


def newest(reports: Sequence[Report]) -> int:
    """Return the key of the newest of *reports*: a decision is about those up to it."""
    return max((report.pk for report in reports), default=0)


@dataclass(frozen=True)
class Person:
    """One of the people of a case. Each property is read when the page asks for it."""

    user: User

    @cached_property
    def ratings(self) -> list[Rating]:
        return list(Rating.objects.filter(user=self.user).order_by("pool"))

    @cached_property
    def rounds(self) -> int:
        return sum(rating.rounds for rating in self.ratings)

    @cached_property
    def reported(self) -> int:
        """How often somebody reported them."""
        return self.user.reports.count()

    @cached_property
    def reporters(self) -> int:
        """How many different people reported them."""
        return self.user.reports.order_by().values("reporter").distinct().count()

    @cached_property
    def reports_made(self) -> int:
        return self.user.reports_made.count()

    @cached_property
    def upheld(self) -> int:
        """On how many of the reports that they made the staff acted."""
        closed = self.user.reports_made.filter(state=Report.State.CLOSED)
        return closed.exclude(decision=Report.Decision.NO_ACTION).count()

    @cached_property
    def decisions(self) -> list[StaffDecision]:
        about = StaffDecision.objects.filter(user=self.user).select_related("staff")
        return list(about.order_by("-pk")[:SHOWN])

    @cached_property
    def changes(self) -> list[RatingChange]:
        """The last changes of their ratings, by rounds and refunds, the newest first."""
        # With each pool named, so that the index of a user's changes is used.
        found = RatingChange.objects.filter(user=self.user, pool__in=Pool.values, undone_at=None)
        return list(found.select_related("opponent", "round").order_by("-at", "-pk")[:SHOWN])

    @cached_property
    def findings(self) -> list[tuple[StrOrPromise, Finding]]:
        """What stands out in how they play, by pool; numbers to look into, no proofs."""
        return [
            (Pool(rating.pool).label, finding)
            for rating in self.ratings
            for finding in report_of(self.user, rating.pool).striking
        ]
