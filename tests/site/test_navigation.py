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
        ("/p/3x3x3/", [("/learn/", "true")]),
        ("/p/", [("/learn/", "true")]),
        ("/fair/", [("/learn/", "true")]),
        ("/compete/", [("/compete/", "page")]),
        ("/watch/", [("/watch/", "page")]),
        ("/lab/", []),
        ("/help/", []),
    ],
)
def test_the_section_of_a_page_is_marked(client, path, marked):
    header = client.get(path).text.partition('class="site-nav')[2].partition("</nav>")[0]
    assert CURRENT.findall(header) == marked


def test_five_words_lead_to_everything(client):
    text = client.get("/").text
    header = text.partition('class="site-nav')[2].partition("</nav>")[0]
    words = re.findall("<span>([^<]+)</span>", header)
    assert words == ["Play", "Puzzles", "Learn", "Watch", "Compete"]
    menu = text.partition('id="site-menu"')[2].partition("</nav>")[0]
    footer = text.partition('class="site-footer')[2].partition("</footer>")[0]
    for part in (menu, footer):
        assert 'href="/rules/"' in part
        assert 'href="/bots/"' in part
    assert 'href="/p/"' in client.get("/learn/").text


@pytest.mark.parametrize(
    "path", ["/", "/games/new/", "/puzzles/", "/learn/", "/p/", "/p/3x3x3/", "/fair/", "/watch/"]
)
def test_a_tab_says_which_site_it_is_of(client, path):
    title = re.search("<title>(.*?)</title>", client.get(path).text, re.DOTALL)
    assert title
    assert "Tic Tac Toe" in title[1]
