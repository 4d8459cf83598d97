"""The group of moderators, with what the desk needs and no more."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db import transaction

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


@transaction.atomic
def create_moderators() -> bool:
    """Make the group unless there is one, which staff may have changed; return whether it was."""
    group, is_new = Group.objects.get_or_create(name=MODERATORS)
    if is_new:
        for app, codenames in PERMISSIONS.items():
            found = Permission.objects.filter(content_type__app_label=app, codename__in=codenames)
            group.permissions.add(*found)
    return is_new
