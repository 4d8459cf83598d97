"""What goes wrong gives a page that says so: 503 if a part is away, never a traceback."""

import logging
from collections.abc import Iterator
from importlib import reload

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from redis.exceptions import ConnectionError as RedisAway

from tictactoe_site import middleware
from tictactoe_site.urls import handler400, handler403, handler404, handler500, urlpatterns

ERRORS = {
    "away": OperationalError("the disk is gone"),
    "closed": InterfaceError("closed"),
    "redis": RedisAway("refused"),
    "broken": RuntimeError("secret detail"),
    "forbidden": PermissionDenied(),
    "hidden": Http404(),
    "odd": SuspiciousOperation("odd"),
}


def fail(request: HttpRequest, how: str) -> HttpResponse:
    if how == "late":  # fails where the response is on its way out, behind every view
        request.session["seen"] = True
    if how in ERRORS:
        raise ERRORS[how]
    return HttpResponse("fine")


urlpatterns = [*urlpatterns, path("fail/<how>/", fail)]

__all__ = ["handler400", "handler403", "handler404", "handler500"]

pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def visitor(client: Client) -> Client:
    client.raise_request_exception = False
    return client


@pytest.fixture
def with_redis() -> Iterator[None]:
    """Load what is away as a site does that has a Redis."""
    with override_settings(REDIS_URL="redis://127.0.0.1:6379/0"):
        reload(middleware)
    yield
    reload(middleware)


@pytest.mark.usefixtures("with_redis")
@pytest.mark.parametrize("how", ["away", "closed", "redis"])
def test_a_part_that_is_away_is_503_with_a_time_to_try_again(visitor, how):
    answer = visitor.get(f"/fail/{how}/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert b"Back in a moment" in answer.content
    assert b"disk" not in answer.content


@pytest.mark.parametrize("how", ["away", "closed"])
def test_a_script_is_told_the_same_with_a_code(visitor, how):
    answer = visitor.get(f"/fail/{how}/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["code"] == "unavailable"


@pytest.mark.django_db
def test_a_session_that_cannot_be_stored_is_503_too(visitor, monkeypatch):
    def fail_to_save(*_: object, **__: object) -> None:
        raise OperationalError("locked")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", fail_to_save)
    answer = visitor.get("/fail/late/", headers={"Accept-Language": "de"})
    assert answer.status_code == 503
    assert '<html lang="de">' in answer.text


def test_a_fault_of_ours_is_500_and_says_nothing_of_it(visitor, caplog):
    with caplog.at_level(logging.ERROR):
        answer = visitor.get("/fail/broken/")
    assert answer.status_code == 500
    assert b"secret" not in answer.content
    assert b"Traceback" not in answer.content
    assert "secret detail" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("how", "status", "words"),
    [
        ("forbidden", 403, b"Not allowed"),
        ("hidden", 404, b"Page not found"),
        ("odd", 400, b"Bad request"),
    ],
)
def test_refusals_have_their_pages(visitor, how, status, words):
    answer = visitor.get(f"/fail/{how}/")
    assert answer.status_code == status
    assert words in answer.content


def test_an_unknown_host_is_refused(visitor):
    answer = visitor.get("/healthz", headers={"host": "evil.example"})
    assert answer.status_code in (200, 400)
    assert visitor.get("/nothing", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
def test_a_post_without_its_token_is_refused_in_words(client):
    careful = Client(enforce_csrf_checks=True)
    answer = careful.post("/fail/fine/")
    assert answer.status_code == 403
    assert b"This form has expired" in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["/nothing", "/%00", "/%ff%fe", "/" + "a" * 5000, "/games/", "/😀"],
)
def test_unknown_paths_are_404(client, path):
    assert client.get(path, follow=True).status_code == 404


def test_a_page_whose_template_fails_is_plain_text(visitor, monkeypatch):
    def fail_to_render(*_: object) -> None:
        raise ValueError("no manifest")

    monkeypatch.setattr("tictactoe_site.errors.render_to_string", fail_to_render)
    answer = visitor.get("/fail/broken/")
    assert (answer.status_code, answer.content) == (500, b"Error 500\n")
