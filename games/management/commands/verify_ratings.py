"""`manage.py verify_ratings`: computes all ratings from the rounds, and says where they differ.

Exit code 0: all agree; 1: some differ.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.compete.ratings.services import hold
from games.compete.ratings.verification import RatingDifference, differences, repair
from games.management.terminal import BriefCommand
from games.models import Pool


class Command(BriefCommand):
    help = "Recalculate all ratings from the rounds and report what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair", action="store_true", help="Save the recalculated ratings where they differ."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for pool in Pool.values:
            found = _certain(pool)
            count += len(found)
            for difference in found:
                self.stdout.write(f"{pool}: {difference}")
            if found and options["repair"]:
                repair(pool=pool, staff=None, reason="manage.py verify_ratings --repair")
        if count:
            sentence = ngettext("%(count)d difference.", "%(count)d differences.", count)
            self.stdout.write(sentence % {"count": count})
            sys.exit(1)
        self.stdout.write(_("All ratings agree with their rounds."))


def _certain(pool: str) -> list[RatingDifference]:
    """Return the differences that remain while the pool is locked and no round can be rated."""
    # Without the lock first: with it, all rounds that end would have to wait for the whole check.
    if not any(differences(pool)):
        return []
    with transaction.atomic():
        hold(pool)
        return list(differences(pool))
