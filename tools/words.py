"""Brings the catalogues of all languages up to the texts of the site: `make words`.

`make words ARGS=--check` changes nothing, and says what the catalogues lack, `ARGS=--count` how
much; `make words ARGS=fr` begins one of French.
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
# What staff, operators and programs read is English.
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
    # Django makes of a template what extractors of Python can read, but for the indentation.
    source = templatize(file.read().decode())
    lines = "\n".join(line.strip() for line in source.split("\n"))
    return extract_python(BytesIO(lines.encode()), keywords, comment_tags, options)


def update(catalogue: Catalog, texts: Catalog) -> None:
    """Give *catalogue* all of *texts*, and none that the site no longer says."""
    # Nothing is guessed from a text that was much the same: it would be shown unread. And a copy: a
    # catalogue takes in the messages themselves, and all would get one language's words.
    catalogue.update(deepcopy(texts), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()


def missing(catalogue: Catalog) -> list[Message]:
    """Return the texts that *catalogue* has no translation for, or not all forms of one, or a doubt
    ("fuzzy") about one: readers get none of these.
    """
    told = (one for one in catalogue if one.id)
    return [one for one in told if one.fuzzy or not all(_forms(one.string))]


def faults(catalogue: Catalog) -> list[str]:
    """Return the translations whose placeholders or tags are not those of the text, with both."""
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
    """Return what a translation keeps of *text*: placeholders, tags, whether a lone % is in it."""
    whole = text.replace("%%", "")
    lone = "%" in PLACEHOLDER.sub("", whole)
    return sorted(PLACEHOLDER.findall(whole)), sorted(TAG.findall(whole)), lone


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def catalogue_bytes(catalogue: Catalog) -> bytes:
    """Return *catalogue* as its file has it: without line numbers, which change with everything."""
    catalogue.header_comment = "# What this file lacks, `make words ARGS=--check` says."
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    file = BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, omit_header=False)
    return file.getvalue()


def begin(language: str) -> None:
    """Make an empty catalogue of *language*, called as Babel calls it: "fr", "zh_Hant".

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
