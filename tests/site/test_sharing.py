"""What other sites and search engines learn of a page."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tictactoe_site.sharing import PAGES

pytestmark = pytest.mark.django_db
PROPERTY = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">')
ORIGIN = settings.PUBLIC_ORIGINS[0]


def told(client: Client, path: str) -> dict[str, str]:
    page = client.get(path, follow=True)
    assert page.status_code == 200
    return {name: unescape(text) for name, text in PROPERTY.findall(page.text)}


def listed(client: Client) -> list[str]:
    return re.findall(r"<loc>([^<]+)</loc>", client.get("/sitemap.xml").text)


def test_every_listed_page_says_what_it_is(client: Client) -> None:
    addresses = listed(client)
    assert len(addresses) == len(PAGES)
    for address in addresses:
        assert address.startswith(f"{ORIGIN}/")
        card = told(client, address.removeprefix(ORIGIN))
        assert card["og:url"] == address
        assert card["description"] == card["og:description"]
        assert card["og:title"]
        assert card["og:image"].startswith(f"{ORIGIN}/static/")


def test_the_own_address_is_the_same_whatever_is_asked(client: Client) -> None:
    page = client.get("/watch/?from=somewhere").text
    assert f'<link rel="canonical" href="{ORIGIN}/watch/">' in page


def test_people_are_not_listed(client: Client, alice: User) -> None:
    assert alice.username not in client.get("/sitemap.xml").text


def test_robots_are_told_what_is_not_theirs(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain"
    assert "Disallow: /me/" in answer.text
    assert f"Sitemap: {ORIGIN}/sitemap.xml" in answer.text
