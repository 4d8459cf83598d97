"""`manage.py send_turn_mail`: reminds players by mail of correspondence games that wait for them.

A running server does this every few minutes; the command is for sites that prefer a timer.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from games.management.terminal import BriefCommand
from games.play.notices.turn_mail import send_turn_mail


class Command(BriefCommand):
    help = "E-mail players who asked for reminders about their correspondence games."

    def handle(self, *args: Any, **options: Any) -> None:
        sent = send_turn_mail()
        if options["verbosity"]:
            sentence = ngettext("%(number)d message sent.", "%(number)d messages sent.", sent)
            self.stdout.write(sentence % {"number": sent})
