"""`manage.py restore FILE`: makes the database what it was when `backup` wrote FILE.

The servers have to be stopped. Exit code 2 if it was refused, and then nothing has changed.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.live.storage.downtime import MIN_OUTAGE_OF_ALL
from games.management.copies import BadCopy, copies
from games.management.terminal import BriefCommand
from games.models import Game, Heartbeat


class Command(BriefCommand):
    help = "Restore the database from FILE, which `backup` wrote. Stop the servers first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="A file written by `backup`.")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Replace a database that holds games or accounts.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"])
        if not file.is_file():
            raise CommandError(_("%(file)s doesn’t exist.") % {"file": file}, returncode=2)
        try:
            _require_silence()
            if not options["replace"]:
                _require_emptiness()
        except DatabaseError as error:
            sentence = _(
                "The database %(name)s cannot be read: %(why)s. If it is damaged, move it away."
            )
            known = {"name": connection.settings_dict["NAME"], "why": _reason(error)}
            raise CommandError(sentence % known, returncode=2) from error
        try:
            # Checked first, so that an unsuitable file is refused before anything is touched.
            copies().check(file)
            copies().load(file)
        except (BadCopy, DatabaseError) as error:
            sentence = _("Nothing was restored: %(why)s.")
            raise CommandError(sentence % {"why": _reason(error)}, returncode=2) from error
        if options["verbosity"]:
            self.stdout.write(_summary(Game.objects.count()))


def _reason(error: Exception) -> str:
    return str(error).strip().rstrip(".")


def _summary(games: int) -> str:
    restored = ngettext("%(number)d game is restored.", "%(number)d games are restored.", games)
    then = _("Run `python -m tictactoe_site.prepare` before the server starts.")
    return f"{restored % {'number': games}} {then}"


def _require_silence() -> None:
    """Raise CommandError if a server has written a heartbeat recently."""
    if not _has_table(Heartbeat):
        return
    if Heartbeat.objects.filter(at__gt=timezone.now() - MIN_OUTAGE_OF_ALL).exists():
        raise CommandError(
            _("A server is using this database. Stop it and wait 6 seconds."), returncode=2
        )


def _require_emptiness() -> None:
    """Raise CommandError if the database holds games, or accounts of people."""
    people = User.objects.exclude(kind=User.Kind.ENGINE)
    if (_has_table(Game) and Game.objects.exists()) or (_has_table(User) and people.exists()):
        raise CommandError(
            _("The database holds games or accounts. Use --replace to discard them."),
            returncode=2,
        )


# A database that has only just been made has no tables.
def _has_table(model: Any) -> bool:
    return model._meta.db_table in connection.introspection.table_names()
