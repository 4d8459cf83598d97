"""What its creator can change of an arena before it begins."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.compete.tournaments.services import (
    clean_title,
    lock,
    pool_for,
    require_person,
    require_sense,
    require_start,
    set_listed,
    write,
)
from games.core.clock import TimeControl, time_control_text
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.models import Tournament

# What others join for: once somebody else has joined, it stays.
TERMS = ("pool", "m", "n", "k", "control", "admits")
EDITED = ("title", *TERMS, "starts_at", "minutes", "is_listed", "code")


@transaction.atomic
def edit(
    *,
    uid: str,
    user: User,
    title: str,
    ruleset: Ruleset,
    control: TimeControl,
    starts_at: datetime,
    minutes: int,
    is_rated: bool,
    admits: str,
    is_listed: bool,
) -> Tournament:
    """Change one's own arena before it begins.

    Once somebody else has joined, the TERMS stay. Its creator takes no part in one for bots alone.
    Raises GameError: no_such_tournament, tournament_joined, title_length, title_characters,
    not_rateable, bad_clock, bad_minutes, bad_start, and the codes of `require_editable`.
    """
    tournament = lock(uid)
    require_editable(tournament, user)
    before = _terms(tournament)
    tournament.title = clean_title(title)
    tournament.pool = pool_for(ruleset, control) if is_rated else ""
    tournament.m, tournament.n, tournament.k = ruleset.m, ruleset.n, ruleset.k
    tournament.control = time_control_text(control)
    tournament.admits = Tournament.Admits(admits)
    if before != _terms(tournament) and others_joined(tournament):
        raise GameError("tournament_joined")
    if tournament.admits == Tournament.Admits.BOTS:
        tournament.entries.filter(user=user).delete()
    tournament.minutes = minutes
    set_listed(tournament, is_listed=is_listed)
    require_sense(tournament)
    if starts_at != tournament.starts_at:
        tournament.starts_at = starts_at
        require_start(tournament)
    write(tournament, *EDITED)
    return tournament


def require_editable(tournament: Tournament, user: User) -> None:
    """Raise GameError unless *user* can still edit *tournament*.

    The codes are banned, sign_up_first, people_only_create, not_your_tournament, tournament_begun,
    and not_editable for a round robin.
    """
    require_person(user)
    if user.pk != tournament.creator_id:
        raise GameError("not_your_tournament")
    if not tournament.is_arena:
        raise GameError("not_editable")
    if tournament.state != Tournament.State.ANNOUNCED:
        raise GameError("tournament_begun")


def others_joined(tournament: Tournament) -> bool:
    """Return whether anybody but its creator takes part."""
    return tournament.entries.exclude(user=tournament.creator).exists()


def _terms(tournament: Tournament) -> tuple[object, ...]:
    return tuple(getattr(tournament, field) for field in TERMS)
