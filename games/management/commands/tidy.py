"""`manage.py tidy`: removes what nobody will come back to, as a running server does every hour."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.utils import timezone

from games.management.terminal import BriefCommand
from games.upkeep.capabilities import remove_what_is_left


class Command(BriefCommand):
    help = (
        "Remove unplayed games, ended sessions with their guests, old workshops, duels and seeks, "
        "and the like. A running server does this once an hour."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        removed = async_to_sync(remove_what_is_left)(now=timezone.now())
        if options["verbosity"]:
            for label, count in removed.items():
                self.stdout.write(f"{label}: {count}")
