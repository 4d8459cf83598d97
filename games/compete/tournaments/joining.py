"""What the page of a tournament says to those who cannot join it."""

from __future__ import annotations

from accounts.models import User
from games.compete.tournaments.services import why_not_join
from games.models import Tournament, TournamentEntry
from games.text.refusals import refusal


def why_not_join_text(
    tournament: Tournament, viewer: User | None, entry: TournamentEntry | None
) -> str:
    """Return why *viewer* cannot take part, in words; "" if they can, or could once signed up."""
    if viewer is None or viewer.is_guest:
        return ""
    code = why_not_join(tournament, viewer, entry)
    return refusal(code) if code else ""
