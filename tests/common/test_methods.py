"""The way back from pages that answer a form."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tictactoe_site.common.methods import nearest_page


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/games/abcdefghij/say/", "/games/abcdefghij/"),
        ("/games/abcdefghij/review/", "/games/abcdefghij/review/"),
        ("/puzzles/5/move/", "/puzzles/5/"),
        ("/me/preferences/quick/", "/me/preferences/"),
        ("/games/new/", "/games/new/"),
        ("/nothing/here/", "/nothing/here/"),
        ("/", "/"),
    ],
)
def test_who_cannot_come_back_to_an_address_is_led_to_the_page_above_it(path, page):
    assert nearest_page(path) == page


def test_every_view_that_takes_forms_only_is_known_by_its_address():
    """Django's own decorator would not mark it."""
    unmarked = re.compile(r"django\.views\.decorators\.http import.*\brequire_POST\b")
    sources = (path for folder in ("accounts", "games") for path in _python(folder))
    assert [path.name for path in sources if unmarked.search(path.read_text())] == []


def _python(folder: str) -> list[Path]:
    return sorted((settings.BASE_DIR / folder).rglob("*.py"))
