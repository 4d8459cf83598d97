"""`manage.py create_moderators`: the group of moderators, unless there is one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.management.terminal import BriefCommand
from games.people.moderation.group import MODERATORS, create_moderators


class Command(BriefCommand):
    help = "Create the group of moderators with its permissions. An existing group is kept."

    def handle(self, *args: Any, **options: Any) -> None:
        is_new = create_moderators()
        if options["verbosity"]:
            told = _("Created the group %(name)s.") if is_new else _("Kept the group %(name)s.")
            self.stdout.write(told % {"name": MODERATORS})
