"""What a server removes of proofs by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.learn.proofs.store import remove_surplus
from games.live.regular_work import Removal
from games.live.storage import database

REMOVALS = (Removal(_("Surplus proofs removed"), lambda now: database.run(remove_surplus)),)
