"""Compiles the texts of other languages: locale/*/LC_MESSAGES/django.po becomes django.mo.

`python -m tictactoe_site.catalogues`; a new version's preparation does it, too. Nothing but Babel
is needed, and what is compiled already costs a look at each file.
"""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).resolve().parent.parent / "locale"


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*/LC_MESSAGES/django.po"))


def read(source: Path) -> Catalog:
    """Return the catalogue in *source*, whose folder says its language."""
    with source.open("rb") as file:
        return read_po(file, locale=source.parent.parent.name)


def compile_changed() -> None:
    """Compile each catalogue that is newer than what was made of it."""
    for source in sources():
        made = source.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            _compile(source, made)


def _compile(source: Path, made: Path) -> None:
    unfinished = made.with_suffix(f".{os.getpid()}")  # several processes may be at it
    with unfinished.open("wb") as file:
        write_mo(file, read(source))
    unfinished.replace(made)


if __name__ == "__main__":
    compile_changed()
