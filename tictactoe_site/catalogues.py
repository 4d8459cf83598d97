"""Compiles the texts of other languages: locale/*/LC_MESSAGES/django.po becomes django.mo.

`python -m tictactoe_site.catalogues`; a new version's preparation does it, too. Nothing but Babel
is needed. A catalogue that has not changed is not compiled again.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

# Czech leaves no word of one letter at the end of a line.
LONE_LETTERS = {"cs": re.compile(r"(?<![\w<)%])([aikosuvz]) (?=\S)", re.IGNORECASE)}
FOLDER = Path(__file__).resolve().parent.parent / "locale"


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*/LC_MESSAGES/django.po"))


def read_catalogue(source: Path) -> Catalog:
    """Return the catalogue in *source*, whose folder says its language."""
    with source.open("rb") as file:
        return read_po(file, locale=source.parent.parent.name)


def without_lone_letters(catalogue: Catalog) -> Catalog:
    """Keep words of one letter beside the next, where the language asks for that."""
    if found := LONE_LETTERS.get(str(catalogue.locale)):
        for message in catalogue:
            message.string = _bound(message.string, found)
    return catalogue


def _bound(text: Any, letters: re.Pattern[str]) -> Any:
    if isinstance(text, str):
        return letters.sub("\\1\N{NO-BREAK SPACE}", text)
    return tuple(_bound(form, letters) for form in text)


def compile_changed() -> None:
    """Compile each catalogue that is newer than what was made of it."""
    for source in sources():
        made = source.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
            _compile(source, made)


def _compile(source: Path, made: Path) -> None:
    unfinished = made.with_suffix(f".{os.getpid()}")  # several processes may be at it
    with unfinished.open("wb") as file:
        write_mo(file, without_lone_letters(read_catalogue(source)))
    unfinished.replace(made)


if __name__ == "__main__":
    compile_changed()
