"""`manage.py warm_engine`: compiles the engine's kernels, so that no game has to wait for that.

Compiled copies of older sources are removed.
"""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from games.engine.warming import warm
from games.management.terminal import BriefCommand

FOLDER_NAME = re.compile(r"[0-9a-f]{12}")  # as `kernels.jit` names them: a digest of the sources


class Command(BriefCommand):
    help = "Compile the engine’s kernels and cache them on disk. Takes about a minute, once."

    def handle(self, *args: Any, **options: Any) -> None:
        from games.engine.kernels import jit  # loads the compiler

        started = time.monotonic()
        for number, parts, name in warm():
            self._say(options, f"[{number}/{parts}] {name}")
        forget_old_copies(Path(jit.FOLDER))
        seconds = time.monotonic() - started
        self._say(options, _("The engine is ready after %(seconds).0f s.") % {"seconds": seconds})

    def _say(self, options: dict[str, Any], sentence: str) -> None:
        if options["verbosity"]:
            self.stdout.write(sentence)
            self.stdout.flush()


def forget_old_copies(current: Path) -> None:
    """Remove the compiled copies of earlier sources, which lie beside the *current* ones."""
    for folder in current.parent.iterdir():
        if folder != current and folder.is_dir() and FOLDER_NAME.fullmatch(folder.name):
            shutil.rmtree(folder, ignore_errors=True)  # another process may be removing it, too
