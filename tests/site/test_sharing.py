"""What other sites and search engines learn of a page."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.compete.tournaments.making import new_arena
from tests.learn.puzzles.boards import FORK, store
from tests.stored import X_WINS, new_game, play
from tictactoe_site.sharing import SITEMAP_PAGES

pytestmark = pytest.mark.django_db
PROPERTY = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">')
ORIGIN = settings.PUBLIC_ORIGINS[0]


def card_of(client: Client, path: str) -> dict[str, str]:
    page = client.get(path, follow=True)
    assert page.status_code == 200, path
    return {name: unescape(text) for name, text in PROPERTY.findall(page.text)}


def listed(client: Client) -> list[str]:
    return re.findall(r"<loc>([^<]+)</loc>", client.get("/sitemap.xml").text)


def test_every_listed_page_says_what_it_is(client: Client) -> None:
    addresses = listed(client)
    assert len(addresses) == len(SITEMAP_PAGES)
    for address in addresses:
        assert address.startswith(f"{ORIGIN}/")
        card = card_of(client, address.removeprefix(ORIGIN))
        assert card["og:url"] == address
        assert card["description"] == card["og:description"]
        assert card["og:title"]
        assert card["og:image"].startswith(f"{ORIGIN}/static/")


TITLE = re.compile("<title>(.*?)</title>", re.DOTALL)
DESCRIBED = (
    "/accounts/login/",
    "/accounts/signup/",
    "/api/",
    "/bots/",
    "/client/",
    "/code/",
    "/compete/",
    "/contact/",
    "/course/",
    "/explain/",
    "/fair/6x5x4/",
    "/games/new/",
    "/help/",
    "/lab/",
    "/learn/",
    "/learn/lines/",
    "/offline/",
    "/p/",
    "/p/4x3x3/",
    "/privacy/",
    "/puzzles/",
    "/puzzles/duel/",
    "/puzzles/storm/",
    "/puzzles/streak/",
    "/ratings/fives/",
    "/rules/",
    "/tournaments/",
    "/watch/",
    "/workshops/",
    "/@alice/",
)


@pytest.mark.django_db(transaction=True)
def test_every_public_page_has_a_title_and_a_description_of_its_own(
    client: Client, alice: User
) -> None:
    descriptions = {"/": card_of(client, "/")["description"]}
    for path in DESCRIBED:
        descriptions[path] = card_of(client, path)["description"]
        found = TITLE.search(client.get(path, follow=True).text)
        assert found
        assert " ".join(found[1].split()).endswith(" · Tic Tac Toe"), path
    assert len(set(descriptions.values())) == len(descriptions)


NAMES = ("og:url", "og:type", "og:site_name", "og:title", "og:description", "og:image")


@pytest.mark.django_db(transaction=True)
def test_every_kind_of_public_page_has_a_whole_card(client: Client, alice: User, bob: User) -> None:
    """With a picture of its own where it is about something, which is there."""
    game = play(new_game(alice, bob), X_WINS)
    puzzle = store(FORK, 3)
    pictured = {
        game.get_absolute_url(): f"/games/{game.uid}/card.png",
        f"/games/{game.uid}/review/": f"/games/{game.uid}/card.png",
        new_game(alice, None).get_absolute_url(): "/card.png",
        "/p/3x3x3/a3b2/": "/p/3x3x3/a3b2/card.png",
        puzzle.get_absolute_url(): f"/puzzles/{puzzle.pk}/card.png",
        "/puzzles/daily/": f"/puzzles/{puzzle.pk}/card.png",
        "/@alice/": "/@alice/card.png",
        new_arena(alice).get_absolute_url(): "/card.png",
    }
    for path in (*pictured, *DESCRIBED, *(reverse(name) for name in SITEMAP_PAGES)):
        card = card_of(client, path)
        assert [name for name in NAMES if not card.get(name)] == [], path
        assert card["og:description"] == card["description"], path
        picture = card["og:image"]
        assert picture.startswith(f"{ORIGIN}/"), path
        assert card["twitter:card"] in ("summary", "summary_large_image"), path
        if path in pictured:
            assert picture.endswith(pictured[path]), path
            assert client.get(picture.removeprefix(ORIGIN)).status_code == 200, path
            assert (card["og:image:width"], card["og:image:height"]) == ("1200", "630"), path


@pytest.mark.django_db(transaction=True)
def test_a_link_to_an_open_game_says_that_it_can_be_joined(client: Client, alice: User) -> None:
    card = card_of(client, new_game(alice, None, opponent="friend").get_absolute_url())
    assert card["og:title"] == "A game on 3×3, three in a row"
    assert card["description"] == "alice invites you to 3×3, three in a row, no clock."


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
