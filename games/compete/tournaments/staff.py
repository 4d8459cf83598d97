"""What staff can do to tournaments; each decision is logged."""

from __future__ import annotations

import math
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.decisions import record
from games.compete.rounds.staff import require_staff
from games.compete.tournaments import services
from games.compete.tournaments.robin.services import end_pause, keep_standings
from games.core.errors import GameError
from games.models import StaffDecision, Tournament, TournamentEntry
from games.play.notices.decisions import tell_user

Kind = StaffDecision.Kind
A_MINUTE = timedelta(minutes=1)


@transaction.atomic
def call_off(*, uid: str, staff: User, reason: str) -> None:
    """Call off a tournament that has not begun. A second call does nothing.

    Raises GameError: not_staff, no_such_tournament, tournament_begun.
    """
    require_staff(staff)
    tournament = services.lock(uid)
    before = tournament.state
    services.call_off_unbegun(tournament)
    if before != tournament.state:
        after = {"state": tournament.state}
        decision = record(
            Kind.CALLED_OFF,
            staff=staff,
            reason=reason,
            uid=uid,
            before={"state": before},
            after=after,
        )
        tell_user(decision, tournament.creator)


@transaction.atomic
def end_now(*, uid: str, staff: User, reason: str) -> None:
    """End a tournament that goes on: an arena with the minute that has begun.

    Rounds that go on are played to their end. In a round robin they count; in an arena, only those
    that end in that minute. A second call does nothing. Raises GameError: not_staff,
    no_such_tournament, not_begun.
    """
    require_staff(staff)
    tournament, now = services.lock(uid), timezone.now()
    if tournament.is_over:
        return
    if not tournament.is_going or tournament.begun_at is None:
        raise GameError("not_begun")
    before = {"minutes": tournament.minutes, "state": tournament.state}
    if tournament.is_arena:
        begun = math.ceil((now - tournament.begun_at) / A_MINUTE)
        # Only shorter: it then ends by its clock, as every arena does. Never 0, which the
        # constraint keeps for round robins.
        tournament.minutes = min(tournament.minutes, max(1, begun))
    else:
        keep_standings(tournament)
        tournament.state, tournament.over_at = Tournament.State.OVER, now
    after = {"minutes": tournament.minutes, "state": tournament.state}
    if before != after:
        services.write(tournament, "minutes", "state", "over_at")
        record(Kind.ENDED, staff=staff, reason=reason, uid=uid, before=before, after=after)


@transaction.atomic
def resume(*, uid: str, staff: User, reason: str) -> None:
    """Let the rounds of a paused round robin begin again, as its creator could.

    A second call does nothing, nor does one for a tournament that is not paused. Raises GameError:
    not_staff, no_such_tournament.
    """
    require_staff(staff)
    tournament = services.lock(uid)
    if tournament.is_over or tournament.paused_at is None:
        return
    before = {"paused_at": tournament.paused_at.isoformat()}
    end_pause(tournament)
    record(Kind.RESUMED, staff=staff, reason=reason, uid=uid, before=before)


@transaction.atomic
def remove(*, entry: TournamentEntry, staff: User, reason: str) -> None:
    """Take somebody out of a tournament that is not over, for good; what they have played stays.

    A second call does nothing. Raises GameError: not_staff.
    """
    require_staff(staff)
    uid, user = entry.tournament.uid, entry.user
    tournament = services.lock(uid)
    if tournament.is_over or not tournament.entries.filter(user=user, withdrawn_at=None).exists():
        return
    services.withdraw(uid=uid, user=user)
    decision = record(
        Kind.REMOVED,
        staff=staff,
        reason=reason,
        uid=uid,
        user=user,
        before={"halves": entry.halves, "rounds": entry.rounds},
    )
    tell_user(decision, user)
