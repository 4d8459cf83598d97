"""Every page keeps to the strict content security policy, in its header and in its markup."""

import re

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from games.models import Game
from games.play.game.services import resign
from tests.playing import begun
from tests.signing_in import begin_session

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "workers",
}
# What the policy would make a browser ignore, and complain about.
INLINE = re.compile(
    r"""<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*["']|javascript:|<base\b|<iframe\b|<object\b"""
    r"""|<script\b(?![^>]*(?:\bsrc=|type="application/json"))""",
    re.I,
)
TAGS = re.compile(r"<[a-z][^>]*>", re.I)

pytestmark = pytest.mark.django_db(transaction=True)


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> list[str]:
    """All names of addresses without arguments."""
    found: list[str] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            found += names(pattern.url_patterns, inner)
        elif pattern.name and not pattern.pattern.regex.groups:
            found.append(space + pattern.name)
    return found


PAGES = sorted(set(names(get_resolver().url_patterns)))
MADE_FOR_FRAMES = {"games:daily_puzzle_embed"}  # where others without arguments lead


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game that bob has lost."""
    game = begun(alice, bob, 4, 0)
    async_to_sync(resign)(uid=game.uid, player=bob)
    return game


def assert_strict(answer, name: str = "", *, may_be_framed: bool = False) -> None:
    header = answer.headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in header.split(";"))
    assert directives == ({**POLICY, "frame-ancestors": "*"} if may_be_framed else POLICY), name
    assert answer.headers["X-Content-Type-Options"] == "nosniff", name
    assert answer.headers["Referrer-Policy"] == "same-origin", name
    assert "camera=()" in answer.headers["Permissions-Policy"], name
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", name
    assert answer.headers.get("X-Frame-Options") == (None if may_be_framed else "DENY"), name
    if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
        text = answer.content.decode()
        inline = [tag for tag in TAGS.findall(text) if INLINE.search(tag)]
        assert not inline, name


def test_every_page_is_strict_for_a_visitor() -> None:
    for name in PAGES:
        answer = Client().get(reverse(name))
        assert answer.status_code < 500, name
        assert_strict(answer, name, may_be_framed=name in MADE_FOR_FRAMES)


def test_every_page_is_strict_for_a_member_of_staff(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    for name in PAGES:
        client = Client()
        client.force_login(alice)
        answer = client.get(reverse(name))
        assert answer.status_code < 500, name
        assert_strict(answer, name, may_be_framed=name in MADE_FOR_FRAMES)


@pytest.mark.parametrize("name", ["game", "review", "download_text", "download_json"])
def test_a_games_pages_are_strict(client: Client, game: Game, name: str) -> None:
    answer = client.get(reverse(f"games:{name}", args=[game.uid]))
    assert answer.status_code == 200
    assert_strict(answer)


def test_a_profile_is_strict(client: Client, game: Game) -> None:
    answer = client.get(reverse("games:profile", args=["alice"]))
    assert answer.status_code == 200
    assert_strict(answer)


@pytest.mark.parametrize("model", ["games_game", "accounts_user"])
def test_the_administration_of_one_thing_is_strict(client, alice, game, model):
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=alice.pk))
    key = game.pk if model == "games_game" else alice.pk
    answer = client.get(reverse(f"admin:{model}_change", args=[key]))
    assert answer.status_code == 200
    assert_strict(answer)


def test_an_unknown_page_is_strict(client: Client) -> None:
    assert_strict(client.get("/nothing"))


def test_cookies_are_out_of_reach_of_scripts(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.get(reverse("account_login"))
    for cookie in [*answer.cookies.values(), *client.cookies.values()]:
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_nobody_keeps_a_page_that_strangers_do_not_get(alice: User) -> None:
    private = [name for name in PAGES if Client().get(reverse(name)).status_code == 302]
    assert private
    for name in private:
        owner = Client()
        begin_session(owner, alice)
        answer = owner.get(reverse(name))
        if answer.status_code == 200:
            assert "no-store" in answer.headers["Cache-Control"], name
