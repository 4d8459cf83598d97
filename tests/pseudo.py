"""A language in which every text is longer by two fifths, in brackets and with accents: what is not
translated shows, and so does what has no room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import allauth
import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from tools import words

LANGUAGE = "xx"
KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;)")
ACCENTS = str.maketrans("aeioucnsyzAEIOU", "áéíóúčñšýžÁÉÍÓÚ")
LONGER_BY = 0.4
LIBRARIES = [Path(django.__file__).parent, Path(allauth.__file__).parent]


def pseudo(text: str) -> str:
    """Return *text* as that language says it; placeholders, tags and outer spaces stay."""
    inner = text.strip()
    if not re.search(r"[^\W\d]", KEPT.sub("", inner)):
        return text
    said = "".join(
        part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(inner)
    )
    longer = "~" * round(LONGER_BY * len(inner))
    return text.replace(inner, f"⟦{said}{longer}⟧")


@cache
def catalogue() -> Catalog:
    """Return the texts of the site, and those of the libraries, in that language."""
    found = Catalog(locale="en", charset="utf-8")
    for library in LIBRARIES:
        for made in library.rglob("locale/de/LC_MESSAGES/django.mo"):
            with made.open("rb") as file:
                for one in read_mo(file):
                    context = one.context  # as it is in the file
                    _add(found, one.id, context.decode() if isinstance(context, bytes) else context)
    for one in words.template():
        _add(found, one.id, one.context)
    return found


def _add(found: Catalog, text: str | tuple[str, ...], context: str | None) -> None:
    if text:
        said = pseudo(text) if isinstance(text, str) else tuple(map(pseudo, text))
        found.add(text, said, context=context)


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Let the site speak that language until the block ends; *folder* is where it is kept."""
    place = folder / LANGUAGE / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as file:
        write_mo(file, catalogue())
    languages = [*settings.LANGUAGES, (LANGUAGE, "⟦Ťéšť⟧")]
    paths = [*settings.LOCALE_PATHS, folder]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=paths):
        yield
    trans_real._translations.pop(LANGUAGE, None)


BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")


def untranslated(text: str) -> str:
    """Return what of *text* is not in brackets."""
    while (less := BRACKETED.sub("", text)) != text:
        text = less
    return text


class Texts(HTMLParser):
    """What a page shows and speaks, between its tags and in attributes, as far as it is not
    translated.
    """

    SHOWN = frozenset(
        {"alt", "aria-description", "aria-label", "aria-valuetext", "placeholder", "title"}
    )
    SILENT = frozenset(
        {"code", "kbd", "noscript", "pre", "samp", "script", "style", "svg", "textarea"}
    )
    VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path", "use"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._depth = 0  # of brackets: a sentence may have tags in it
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # Of another language, or of none; "translate" says the same of names and of code.
        own = "lang" in given and tag != "html"
        is_silent = self._is_silent or tag in self.SILENT or own or given.get("translate") == "no"
        if not is_silent:
            self.found += [
                untranslated(value) for name, value in attrs if name in self.SHOWN and value
            ]
        if tag not in self.VOID:
            self._open.append((tag, is_silent))

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        bare = ""
        for sign in data:
            self._depth += (sign == "⟦") - (sign == "⟧")
            bare += sign if self._depth == 0 and sign != "⟧" else " "
        if not self._is_silent and bare.strip():
            self.found.append(" ".join(bare.split()))

    @property
    def _is_silent(self) -> bool:
        return bool(self._open) and self._open[-1][1]
