"""What a server removes of ratings by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.compete.ratings.networks import forget_networks
from games.compete.ratings.refunds import take_back_of_unbanned
from games.live.regular_work import Removal
from games.live.storage import database

REMOVALS = (
    Removal(_("Old network codes removed"), lambda now: database.run(forget_networks, now=now)),
    Removal(
        _("Refunds for lifted bans undone"),
        lambda now: database.run_in_own_thread(take_back_of_unbanned),
    ),
)
