"""Headers that a client makes up reach no link: in a page, a redirect, a mail, or for others."""

import re
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from deploy.ready import wait_until
from tests.serving import ServerProcess

EVIL = "evil.example"
CLAIMS = {
    "Daphne-Root-Path": f"https://{EVIL}",
    "Root-Path": f"https://{EVIL}",
    "Script-Name": f"https://{EVIL}",
    "Forwarded": f"host={EVIL};proto=https",
    "X-Forwarded-Host": EVIL,
    "X-Forwarded-Port": "6666",
    "X-Forwarded-Prefix": f"//{EVIL}",
    "X-Original-URL": f"//{EVIL}/",
    "X-Rewrite-URL": f"//{EVIL}/",
    "X-Script-Name": f"https://{EVIL}",
}
APPS = ("accounts", "games", "tictactoe_site")
HOST_AS_IT_COMES = re.compile(r"build_absolute_uri|get_host\(")
ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r'(?:href|action|src|data-[\w-]+)="([^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def site(
    request: pytest.FixtureRequest, make_shared_site: Callable[..., ServerProcess]
) -> ServerProcess:
    return make_shared_site(SERVER=request.param)


def ask(
    site: ServerProcess, path: str, form: dict[str, str] | None = None, **headers: str
) -> HTTPResponse:
    """GET *path*, or post *form* to it; the answer's text has been read."""
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    try:
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.url}
        body = None if form is None else urlencode(form)
        connection.request("GET" if form is None else "POST", path, body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        return answer
    finally:
        connection.close()


def full_text(answer: HTTPResponse) -> str:
    """Everything that *answer* says, headers included."""
    return f"{answer.headers}{answer.text}"


def test_no_claim_reaches_a_page_a_redirect_or_the_next_visitor(site):
    # The claims come first, so that whatever a new process keeps would be kept with them.
    paths = ["/", "/games/new/", "/watch/", "/people/", "/accounts/login/", "/me/", "/nowhere/"]
    for path in paths:
        assert EVIL not in full_text(ask(site, path, **CLAIMS)), path
    for path in paths:
        answer = ask(site, path)
        assert EVIL not in full_text(answer), path
        links = LINK.findall(answer.text)
        assert not [link for link in links if link.startswith("//")], path
    assert ask(site, "/me/", **CLAIMS).headers["Location"].startswith("/")


def test_no_claim_reaches_a_mail(site):
    person = {"username": "alice", "email": "alice@play.example", "password1": "alice-password"}
    post(site, "/accounts/signup/", person | {"password2": "alice-password"})
    post(site, "/accounts/password/reset/", {"email": "alice@play.example"})
    for path in ("/accounts/confirm-email/", "/accounts/password/reset/key/"):
        link = f"{site.url}{path}"  # in a mail, which the console stands in for
        assert wait_until(lambda link=link: link in site.log.read_text(), seconds=10), link
    assert EVIL not in site.log.read_text()


def post(site: ServerProcess, path: str, given: dict[str, str]) -> None:
    """Fill in the form at *path* with claims in all headers; it is taken."""
    form = ask(site, path)
    cookie = form.headers["Set-Cookie"].partition(";")[0]
    token = {"csrfmiddlewaretoken": TOKEN.search(form.text)[1]}
    answer = ask(site, path, given | token, Cookie=cookie, **CLAIMS)
    assert (answer.status, EVIL in full_text(answer)) == (302, False)


def test_whole_addresses_are_made_in_one_place():
    # Django's own way takes the Host as it comes, with any port.
    sources = [file for app in APPS for file in sorted((ROOT / app).rglob("*.py"))]
    asking = [file for file in sources if HOST_AS_IT_COMES.search(file.read_text())]
    assert asking == [ROOT / "tictactoe_site/common/links.py"]
