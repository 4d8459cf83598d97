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
        ("/puzzles/", [("/puzzles/", "page")]),
        ("/learn/", [("/learn/", "page")]),
        ("/p/3x3x3/explain/", [("/learn/", "true")]),
        ("/p/3x3x3/", [("/p/", "true")]),
        ("/compete/", [("/compete/", "page")]),
        ("/watch/", [("/watch/", "page")]),
        ("/lab/", [("/bots/", "true")]),
        ("/help/", []),
    ],
)
def test_the_section_of_a_page_is_marked(client, path, marked):
    header = client.get(path).text.partition('class="site-nav')[2].partition("</nav>")[0]
    assert CURRENT.findall(header) == marked
