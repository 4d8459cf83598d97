"""`manage.py create_moderators`: the group of moderators, unless there is one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext as _

from games.management.terminal import BriefCommand

MODERATORS = "Moderators"
PERMISSIONS = {
    "accounts": ("view_user", "moderate_user"),
    "games": (
        "view_report",
        "change_report",
        "view_chatline",
        "view_game",
        "change_game",
        "view_event",
        "view_round",
        "change_round",
        "view_rating",
        "view_ratingchange",
        "refund_opponents",
        "view_staffdecision",
    ),
}


class Command(BriefCommand):
    help = "Create the group of moderators with its permissions. An existing group is kept."

    def handle(self, *args: Any, **options: Any) -> None:
        is_new = create_moderators()
        if options["verbosity"]:
            told = _("Created the group %(name)s.") if is_new else _("Kept the group %(name)s.")
            self.stdout.write(told % {"name": MODERATORS})


@transaction.atomic
def create_moderators() -> bool:
    """Make the group unless there is one, perhaps changed by staff; return whether it is new."""
    group, is_new = Group.objects.get_or_create(name=MODERATORS)
    if is_new:
        for app, codenames in PERMISSIONS.items():
            found = Permission.objects.filter(content_type__app_label=app, codename__in=codenames)
            group.permissions.add(*found)
    return is_new
