"""`make words`: brings the catalogues of all languages up to date with the texts of the site.

`make words ARGS=--check` changes nothing and lists what the catalogues lack; `ARGS=--count` says
how much it is. `make words ARGS=fr` begins a catalogue of French.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.pofile import write_po
from django.utils.translation.template import templatize

from tictactoe_site import catalogues

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "games", "templates", "tictactoe_site")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "counted": (1, 2),
}
OPTIONS = {"--check", "--count"}
# Texts for staff, operators and programs stay English.
IN_ENGLISH = re.compile(r"/admin|/management/|programs/api/|/migrations/")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TAG = re.compile(r"</?[a-z][a-z0-9]*|href=\"[^\"]*\"")


def template() -> Catalog:
    """Return all texts that readers of other languages may see, each with the files it is in."""
    found = Catalog(charset="utf-8")
    for path in sorted(_files()):
        name = str(path.relative_to(ROOT))
        with path.open("rb") as file:
            method: Any = "python" if path.suffix == ".py" else _texts_of_template
            for line, message, comments, context in extract(method, file, KEYWORDS):
                found.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return found


def _files() -> Iterator[Path]:
    for folder in OURS:
        for path in (ROOT / folder).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.suffix in {".py", ".html", ".svg", ".txt"} and not IN_ENGLISH.search(name):
                yield path


def _texts_of_template(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterable[Any]:
    # Django turns a template into what an extractor of Python can read, except for the indentation.
    source = templatize(file.read().decode())
    lines = "\n".join(line.strip() for line in source.split("\n"))
    return extract_python(BytesIO(lines.encode()), keywords, comment_tags, options)


def update(catalogue: Catalog, texts: Catalog) -> None:
    """Give *catalogue* all *texts*, and remove those that the site no longer has."""
    # No fuzzy matching: translations guessed from similar texts would be shown unread. A copy,
    # because a catalogue keeps the messages themselves: all languages would share one's words.
    catalogue.update(deepcopy(texts), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()


def missing(catalogue: Catalog) -> list[Message]:
    """Return the texts whose translation is missing, lacks a form, or is in doubt ("fuzzy").

    Readers see all of these in English.
    """
    told = (one for one in catalogue if one.id)
    return [one for one in told if one.fuzzy or not all(_forms(one.string))]


def faults(catalogue: Catalog) -> list[str]:
    """Return the translations whose placeholders or tags differ from the text's, each with it."""
    return [
        f"{one.id!r}: {form!r}"
        for one in catalogue
        if one.id
        for form in filter(None, _forms(one.string))
        if not _agrees(form, _forms(one.id))
    ]


def _agrees(form: str, texts: tuple[str, ...]) -> bool:
    return any(_protected_parts(form) == _protected_parts(text) for text in texts)


def _protected_parts(text: str) -> tuple[list[str], list[str], bool]:
    """Return what a translation must keep of *text*: placeholders, tags, and a lone %, if any."""
    whole = text.replace("%%", "")
    lone = "%" in PLACEHOLDER.sub("", whole)
    return sorted(PLACEHOLDER.findall(whole)), sorted(TAG.findall(whole)), lone


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def catalogue_bytes(catalogue: Catalog) -> bytes:
    """Return the file of *catalogue*, without line numbers, which change all the time."""
    catalogue.header_comment = "# What this file lacks, `make words ARGS=--check` says."
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    file = BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, omit_header=False)
    return file.getvalue()


def begin(language: str) -> None:
    """Make an empty catalogue of *language*, in Babel's notation: "fr", "zh_Hant".

    Raises SystemExit if there is no such language, or a catalogue of it already.
    """
    try:
        empty = Catalog(locale=Locale.parse(language), charset="utf-8", fuzzy=False)
    except (UnknownLocaleError, ValueError) as error:
        raise SystemExit(f"Babel knows no language {language}: {error}") from error
    source = catalogues.FOLDER / language / "LC_MESSAGES" / "django.po"
    try:
        source.parent.mkdir(parents=True)
    except FileExistsError as error:
        raise SystemExit(f"There is a catalogue of {language} already.") from error
    source.write_bytes(catalogue_bytes(empty))


def main(arguments: list[str]) -> int:
    if unknown := {one for one in arguments if one.startswith("--")} - OPTIONS:
        raise SystemExit(f"There is no {' or '.join(sorted(unknown))}.")
    for argument in arguments:
        if not argument.startswith("--"):
            begin(argument)
    texts = template()
    is_check = "--check" in arguments
    lacks = False
    for source in catalogues.sources():
        catalogue = catalogues.read_catalogue(source)
        update(catalogue, texts)
        untold, wrong = missing(catalogue), faults(catalogue)
        if not (is_check or "--count" in arguments):
            source.write_bytes(catalogue_bytes(catalogue))
        lacks = lacks or bool(untold or wrong)
        print(f"{catalogue.locale}: {len(catalogue)} texts, {len(untold)} missing")
        if is_check:
            for one in untold:
                print(f"  missing: {one.id!r} ({one.locations[0][0]})")
        for fault in wrong:
            print(f"  other placeholders or tags: {fault}")
    return int(is_check and lacks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
