"""`manage.py tidy`: removes what nobody will come back to, as a running server does every hour."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services
from games.management.brief import BriefCommand


class Command(BriefCommand):
    help = "Remove games that nobody joined or played in for a day."

    def handle(self, *args: Any, **options: Any) -> None:
        removed = 0
        while some := async_to_sync(services.remove_unplayed)(now=timezone.now()):
            removed += some
        if options["verbosity"]:
            self.stdout.write(_("%(count)d unplayed games removed.") % {"count": removed})
