"""`manage.py remove_second_factor NAME`: lets in a user who lost the device for the second step."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.signin import second_factor


class Command(BaseCommand):
    help = "Turn off a user’s two-step sign-in. The account log records it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user who lost the device")
        parser.add_argument("--reason", default="", help="why, for the account log")

    def handle(self, *args: Any, name: str, reason: str, **options: Any) -> None:
        user = User.objects.with_name(name).first()
        if user is None:
            raise CommandError(_("There is no account %(name)s.") % {"name": name}, returncode=2)
        try:
            second_factor.take_away(user=user, reason=reason[:200])
        except AccountRefused as refused:
            sentence = _("%(name)s doesn’t use two-step sign-in.") % {"name": user.username}
            raise CommandError(sentence, returncode=2) from refused
        if options["verbosity"]:
            self.stdout.write(
                _("%(name)s now signs in with a password alone.") % {"name": user.username}
            )
