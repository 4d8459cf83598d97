"""The faults of origins.py, and every form of the URL map without its token."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client

from tests.system.faults.by_pytest import HELD, is_full
from tests.system.faults.origins import SOCKETS, foreign_origins, foreign_sockets
from tests.system.faults.routes import Route, page_routes, socket_routes
from tests.system.faults.scenes import Scene

TOKEN, COOKIE = "csrfmiddlewaretoken", "csrftoken"
OWN = {"HTTP_ORIGIN": "http://testserver"}
FOREIGN = {"HTTP_ORIGIN": "https://evil.example"}


def test_a_socket_is_opened_by_the_sites_own_pages_only(place):
    assert "accepted" in foreign_sockets(place)


def test_there_are_25_origins_and_all_sockets():
    assert len(set(foreign_origins("http://127.0.0.1:8000"))) == 25
    assert len(SOCKETS) == len(socket_routes())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("actor", ["player", "staff"])
def test_no_post_is_taken_without_its_token(
    actor: str,
    record_property: Callable[[str, object], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL, "django.security.csrf")
    scene, routes = Scene(actor, "ongoing"), page_routes()
    before = scene.fingerprint()
    for route in routes:
        # Programs send no cookie, and none is looked at: nobody is signed in there.
        refused = (401, 403, 404, 405) if route.pattern.startswith("api/") else (403,)
        for what, status in attempts(scene, route).items():
            assert status in refused, f"{route.name} {what}: {status}"
    assert scene.fingerprint() == before
    record_property(HELD, f"{len(routes)} addresses refuse the {actor}'s forms.")


@pytest.mark.django_db
def test_a_post_with_its_token_is_taken():
    scene = Scene("player", "ongoing")
    token = _get_new_csrf_string()
    client = strict(scene, token)
    assert client.post("/me/preferences/quick/", {"theme": "dark", TOKEN: token}).status_code == 302


def attempts(scene: Scene, route: Route) -> dict[str, int]:
    """The status of forms that another site's page can send, and of one with a made-up token."""
    path, form, token = scene.path(route), scene.form(route), _get_new_csrf_string()
    other = _get_new_csrf_string()
    client = strict(scene, token)
    without = {"without a token": client.post(path, form, **OWN).status_code}
    if not is_full:
        return without
    return without | {
        "with another token": client.post(path, {**form, TOKEN: other}, **OWN).status_code,
        "from another site": client.post(path, {**form, TOKEN: token}, **FOREIGN).status_code,
        "without a cookie": strict(scene, None)
        .post(path, {**form, TOKEN: token}, **OWN)
        .status_code,
    }


def strict(scene: Scene, token: str | None) -> Client:
    """The scene's browser, before a site that looks at tokens."""
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(scene.client.cookies)
    if token:
        client.cookies[COOKIE] = token
    return client
