"""`manage.py backup FILE`: writes the whole database into one file, also while people play.

`manage.py restore FILE` reads it. Exit code 2 if no backup was made.
"""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from games.management.copies import BadCopy, copies
from games.management.terminal import BriefCommand


class Command(BriefCommand):
    help = "Back up the whole database to FILE. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="The file to write; it must not exist yet."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"])
        try:
            _write(file)
        except FileExistsError as error:
            raise CommandError(
                _("%(file)s already exists.") % {"file": file}, returncode=2
            ) from error
        except (BadCopy, DatabaseError, OSError) as error:
            sentence = _("No backup was made: %(why)s.")
            raise CommandError(sentence % {"why": _reason(error)}, returncode=2) from error
        if options["verbosity"]:
            size = file.stat().st_size / 2**20
            self.stdout.write(_("Wrote %(file)s (%(size).1f MiB).") % {"file": file, "size": size})


def _write(file: Path) -> None:
    """Let *file* appear only once it is complete, readable by its owner only."""
    if file.exists():
        raise FileExistsError
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        draft = Path(folder) / "draft"
        # Private before anything is in it: it will hold e-mail addresses and password hashes.
        draft.touch(mode=0o600)
        copies().save(draft)
        copies().check(draft)  # a backup that cannot be read back is useless
        _sync(draft)
        os.link(draft, file)  # which fails if there is a file of that name by now
    # The name is kept in the folder: without this, a power cut could lose it.
    _sync(file.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).strip().rstrip(".")
