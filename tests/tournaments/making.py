"""Arenas for tests."""

from datetime import timedelta

from django.utils import timezone

from games.models import Tournament

A_SECOND = timedelta(seconds=1)


def new_arena(creator=None, **values) -> Tournament:
    """An arena that starts in an hour."""
    usual = {
        "kind": "arena",
        "title": "Fours",
        "pool": "fours",
        "m": 6,
        "n": 6,
        "k": 4,
        "control": "120+2",
        "minutes": 40,
        "starts_at": timezone.now() + timedelta(hours=1),
    }
    return Tournament.objects.create(**{**usual, "creator": creator, **values})
