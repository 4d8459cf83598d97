"""Every text of every page is marked for translation, and no number of a drawing has a comma."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Scope
from tests import pseudo
from tests.system.faults.routes import Route, page_routes
from tests.system.faults.scenes import Scene

# What staff and programs read, and what is no page.
LEFT_OUT = re.compile(
    r"(admin|api|\.well-known)/|robots|sitemap|healthz|readyz|favicon|offline/page/"
)
PAGES = [route for route in page_routes() if not LEFT_OUT.match(route.pattern)]
PAGES.sort(key=lambda route: route.name == "account_confirm_email")  # it signs others out
OF_GAMES = [route for route in PAGES if "uid" in route.parameters]
SCENES = (
    ("anonymous", "open", PAGES),
    ("player", "ongoing", OF_GAMES),
    ("player", "finished", PAGES),
    ("guest", "-", PAGES),
)
# Marks, cells, addresses, units, and names that are the same everywhere.
NAMES = (
    "BOT|CC0|CSV|Elo|English|GUEST_NAME|ID|JSON|JavaScript|Lucide|PNG|Python|QR|SB|SHA-256|SVG|UTC"
    "|csrftoken|device|lessons|messages|mnk|prefs|sessionid"
    "|Random|Weights|Rules|Guard|Heuristic|Searcher|Expert|Perfect"
)
SAME = re.compile(
    rf"\b({NAMES})\b|\b([a-s]\d{{1,2}}|[XO])\b|\S+@example\S+|https?:\S+"
    r"|\S+\.(?:py|mjs|html|whl)\b|\{\w+\}|a test|\bhi\b|[A-Z0-9]{5}\b|pip install"
    r"|bridge --function .*"
)
LANGUAGE_NAMES = re.compile("|".join(re.escape(name) for _code, name in settings.LANGUAGES))
# What scripts, styles and drawings read: values that are numbers, and such with commas in them.
NUMBERS = re.compile(r' ([\w-]+="(?:-?[\d.,]+(?:px|%)?|[^"]*\d,\d[^"]*)")')


@pytest.fixture(autouse=True)
def _silence(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("django.request", "django.security"):
        caplog.set_level(logging.CRITICAL, name)


@pytest.fixture
def pseudo_language(tmp_path: Path) -> Iterator[None]:
    with pseudo.spoken(tmp_path):
        yield


def pages(scene: Scene, language: str, routes: list[Route]) -> Iterator[tuple[str, str]]:
    """Each page of *routes* that who acts in *scene* can read, by the pattern of its address."""
    for route in routes:
        answer = scene.client.get(scene.path(route), headers={"Accept-Language": language})
        if answer.status_code < 500 and answer.get("Content-Type", "").startswith("text/html"):
            yield route.pattern, answer.text


def own_names(scene: Scene) -> re.Pattern[str]:
    users = filter(None, (scene.player, scene.opponent, scene.bot, scene.user))
    own = (scene.device.name, scene.token.name, ", ".join(sorted(Scope.values)))
    names = ["alice", "bob", *own, *(user.username for user in users)]
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("actor", "state", "routes"), SCENES)
def test_no_page_has_a_text_that_is_not_marked(
    actor: str, state: str, routes: list[Route], pseudo_language: None
) -> None:
    scene, unmarked = Scene(actor, state), set()
    names = own_names(scene)
    for pattern, page in pages(scene, pseudo.LANGUAGE, routes):
        for text in pseudo.Texts(page).found:
            rest = names.sub("", SAME.sub("", LANGUAGE_NAMES.sub("", text)))
            if re.search(r"[^\W\d_]{2}", rest):
                unmarked.add((pattern, text))
    assert not unmarked, "\n".join(f"{place}: {text}" for place, text in sorted(unmarked))


@pytest.mark.django_db(transaction=True)
def test_numbers_for_machines_are_the_same_in_every_language() -> None:
    """German writes decimals with a comma, which no drawing, style or script can read."""
    scene, found = Scene("player", "finished"), {}
    for language in ("en", "de"):
        found[language] = {
            (pattern, number)
            for pattern, page in pages(scene, language, PAGES)
            for number in NUMBERS.findall(page)
            if "," in number
        }
    other = sorted(f"{place}: {number}" for place, number in found["de"] - found["en"])
    assert not other, "\n".join(other)
