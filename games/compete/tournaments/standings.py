"""How somebody stands in a tournament: the sum of the rounds that are over, counted anew each time.

In an arena a round counts if it was over before the time was up. Of equal points, fewer rounds come
first: each brought more. A tie-break by the opponents' points would keep changing with games that
others play, and nobody could tell how they stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Round, Tournament, TournamentEntry

ABSENCES_TO_PAUSE = 2
STANDING = ("-halves", "rounds", "pk")  # the order of entries


@dataclass(frozen=True, slots=True)
class TournamentScore:
    """Half points, rounds, and how many rounds the player left, called off or did not come to."""

    halves: int = 0
    rounds: int = 0
    absences: int = 0


def counting(tournament: Tournament) -> Q:
    """Return the condition for the rounds that count."""
    over = Q(tournament=tournament, state=Round.State.OVER, annulled_at=None)
    ends_at = tournament.ends_at
    return over & Q(over_at__lte=ends_at) if ends_at else over


def _scored(tournament: Tournament) -> Q:
    """Return the condition for the rounds that a score is made of: those that count, and those that
    were called off, by which nobody wins or loses anything.
    """
    return counting(tournament) | Q(tournament=tournament, state=Round.State.OFF)


def score_of(user_id: int, rounds: Iterable[Round]) -> TournamentScore:
    """Return the score of the user in *rounds*, which count or were called off."""
    own = [one for one in rounds if user_id in (one.first_id, one.second_id)]
    return TournamentScore(
        halves=sum(one.halves_of(user_id) or 0 for one in own),
        rounds=sum(one.is_over for one in own),
        absences=sum(one.left_by_id == user_id for one in own),
    )


@transaction.atomic
def update_standings(ended: Round) -> None:
    """Bring the entries of both players up to date with a round that has *ended* or changed.

    Whoever has left two rounds, called them off, or not come to them, takes a break until they come
    back.
    """
    tournament = ended.tournament
    assert tournament
    # In the order of their keys, as pairing locks them: else two could wait for each other.
    entries = TournamentEntry.objects.select_for_update(no_key=True).order_by("pk")
    for entry in entries.filter(tournament=tournament, user__in=(ended.first, ended.second)):
        _bring_up_to_date(entry, tournament, ended.over_at)


def _bring_up_to_date(
    entry: TournamentEntry, tournament: Tournament, over_at: datetime | None
) -> None:
    own = Round.objects.filter(_scored(tournament)).of(entry.user_id)
    score = score_of(entry.user_id, own)
    if score.absences > entry.absences and score.absences >= ABSENCES_TO_PAUSE:
        entry.paused_at = entry.paused_at or over_at
    entry.halves, entry.rounds, entry.absences = score.halves, score.rounds, score.absences
    # An earlier round may have got another result while its player is already in the next one.
    if entry.free_since is None and not _plays(entry, tournament):
        entry.free_since = over_at
    entry.save(update_fields=["halves", "rounds", "absences", "paused_at", "free_since"])


def _plays(entry: TournamentEntry, tournament: Tournament) -> bool:
    return tournament.rounds.all().going().of(entry.user_id).exists()


def recount(tournament: Tournament) -> dict[int, TournamentScore]:
    """Return the scores of all who take part, by user, from the rounds alone."""
    rounds = list(Round.objects.filter(_scored(tournament)))
    users = tournament.entries.values_list("user", flat=True)
    return {user_id: score_of(user_id, rounds) for user_id in users}


def stored_scores(tournament: Tournament) -> dict[int, TournamentScore]:
    """Return the scores of all who take part, by user, as the entries keep them."""
    entries = tournament.entries.values_list("user", "halves", "rounds", "absences")
    return {user_id: TournamentScore(*values) for user_id, *values in entries}
