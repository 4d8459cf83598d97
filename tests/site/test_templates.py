"""Every template of the site compiles, so that a typing error shows before a visitor sees it."""

import re
from pathlib import Path

from django.conf import settings
from django.template import TemplateSyntaxError
from django.template.loader import get_template

FOLDERS = [settings.BASE_DIR / "templates", *settings.BASE_DIR.glob("*/templates")]
NAMES = sorted(
    str(path.relative_to(folder))
    for folder in FOLDERS
    for path in folder.rglob("*")
    if path.is_file()
)


def why_broken(name: str) -> str:
    """Say why the template does not compile, or is not ours; empty if it is right."""
    try:
        template = get_template(name)
    except TemplateSyntaxError as error:
        return str(error)
    ours = Path(template.origin.name).is_relative_to(settings.BASE_DIR)
    return "" if ours else f"{template.origin.name} is taken instead"


def test_every_template_compiles() -> None:
    reasons = {name: why_broken(name) for name in NAMES}
    assert {name: reason for name, reason in reasons.items() if reason} == {}


MAX_LINE = 160


def test_no_line_of_a_template_is_long() -> None:
    lines = {
        f"{path.relative_to(folder)}:{number}"
        for folder in FOLDERS
        for path in folder.rglob("*")
        if path.suffix in {".html", ".svg", ".txt"}
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > MAX_LINE
    }
    assert lines == set()


MARKUP = re.compile(r"\b(?:format_html|format_html_join|mark_safe)\(|[\"']<[a-z]+[ >]")
# Cells, of which a board has up to 361; and the lists of the administration, as Django makes them.
WRITTEN_IN_PYTHON = {"games/board/plain.py"}


def test_html_stands_in_templates() -> None:
    paths = [
        path.relative_to(settings.BASE_DIR)
        for package in ("accounts", "games", "tictactoe_site")
        for path in (settings.BASE_DIR / package).rglob("*.py")
    ]
    found = {
        str(path)
        for path in paths
        if "admin" not in path.parts and MARKUP.search((settings.BASE_DIR / path).read_text())
    }
    assert found == WRITTEN_IN_PYTHON
