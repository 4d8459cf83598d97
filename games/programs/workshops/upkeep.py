"""What a server removes of workshops by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.live.regular_work import Removal
from games.programs.workshops.services import close_overdue, remove_old

REMOVALS = (
    Removal(_("Overdue workshops closed"), lambda now: close_overdue(now=now)),
    Removal(_("Old workshops removed"), lambda now: remove_old(now=now)),
)
