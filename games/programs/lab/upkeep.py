"""What a server ends in the lab by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.live.regular_work import Removal
from games.live.storage import database
from games.programs.lab.services import end_overdue

REMOVALS = (Removal(_("Abandoned lab runs ended"), lambda now: database.run(end_overdue, now=now)),)
