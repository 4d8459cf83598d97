"""`manage.py pack_puzzles`: the puzzles that browsers keep for when there is no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.learn.puzzles.packing import IN_A_PACK, pack, pack_text
from games.management.terminal import BriefCommand

PACK = Path(settings.BASE_DIR) / "static/js/play/offline/puzzles.json"


class Command(BriefCommand):
    help = "Write the offline page’s puzzles into the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        puzzles = pack()
        if len(puzzles) < IN_A_PACK:
            raise CommandError(_("There are too few puzzles. Run make_puzzles first."))
        PACK.write_text(pack_text(puzzles))
        if options["verbosity"]:
            self.stdout.write(f"{PACK.name}: {len(puzzles)}")
