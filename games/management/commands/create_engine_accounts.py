"""`manage.py create_engine_accounts`: an account for every level of the computer."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import LEVELS
from games.management.terminal import BriefCommand
from games.play.game.creation import engine_account


class Command(BriefCommand):
    help = "Create the accounts that the computer’s levels play with. Existing ones are kept."

    def handle(self, *args: Any, **options: Any) -> None:
        before = User.objects.engines().count()
        for name, level in LEVELS.items():
            try:
                engine_account(name)
            except ValidationError as error:
                sentence = _("Can’t create an account for the level %(title)s: %(why)s")
                why = {"title": level.title, "why": " ".join(error.messages)}
                raise CommandError(sentence % why, returncode=2) from error
        if options["verbosity"]:
            made = User.objects.engines().count() - before
            self.stdout.write(
                _("%(made)d engine accounts created, %(all)d in total.")
                % {"made": made, "all": before + made}
            )
