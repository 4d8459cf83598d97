"""Where a page belongs, as its header says."""

import re

import pytest

pytestmark = pytest.mark.django_db

CURRENT = re.compile(r'<a href="([^"]+)" aria-current="(page|true)">')


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/", [("/", "page")]),
        ("/games/new/", [("/", "true")]),
        ("/watch/", [("/watch/", "page")]),
        ("/lab/", [("/bots/", "true")]),
        ("/help/", []),
    ],
)
def test_the_section_of_a_page_is_marked(client, path, marked):
    assert CURRENT.findall(client.get(path).text) == marked
