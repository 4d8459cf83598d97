"""What an export holds of workshops, of those who own them and those who play in them."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from games.models import (
    WorkshopPlayer,
)
from games.people.profiles.export.chunks import Data, in_chunks


def workshops_data(user: User) -> Iterator[Data]:
    """Yield every workshop that *user* owns, the oldest first."""
    for workshop in in_chunks(user.workshops.all()):
        yield {
            "code": workshop.code,
            "title": workshop.title,
            "kept": workshop.is_kept,
            "move_seconds": workshop.move_seconds,
            "created_at": workshop.created_at,
            "ends_at": workshop.ends_at,
            "closed_at": workshop.closed_at,
        }


def workshop_names_data(user: User) -> Iterator[Data]:
    """Yield every name under which *user* plays in a workshop, and what is kept of it."""
    names = WorkshopPlayer.objects.filter(user=user).select_related("workshop")
    for player in in_chunks(names):
        yield {
            "workshop": player.workshop.code,
            "title": player.workshop.title,
            "name": player.name,
            "seen_at": player.seen_at,
            "removed": player.is_removed,
            "forgiven": player.forgiven,
            "refusal": player.refusal,
            "refused_at": player.refused_at,
            "verdict": player.verdict,
            "loses_in": player.loses_in,
        }
