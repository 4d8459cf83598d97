"""`manage.py fair_play [NAME]`: how a player plays, or who stood out in the last week."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from accounts.models import User
from games.compete.fairplay.report import FairPlayReport, most_striking, report_of
from games.management.terminal import BriefCommand
from games.models import Pool


class Command(BriefCommand):
    help = (
        "Report how a player plays, or who stood out in the last week. It is no proof of cheating."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "name", nargs="?", help="The player’s name (default: who stood out most)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] is None:
            for report in most_striking():
                self._write(report, only_striking=True)
            return
        user = User.objects.with_name(options["name"]).first()
        if user is None:
            sentence = _("There is no player %(name)s.") % {"name": options["name"]}
            raise CommandError(sentence, returncode=2)
        for pool in Pool.values:
            self._write(report_of(user, pool))

    def _write(self, report: FairPlayReport, *, only_striking: bool = False) -> None:
        pool = Pool(report.pool).label
        self.stdout.write(f"{report.user.username}, {pool}, {report.rounds}")
        for finding in report.striking if only_striking else report.findings:
            sign = "!" if finding.is_striking else " "
            self.stdout.write(f" {sign} {finding.title}: {finding.text}")
