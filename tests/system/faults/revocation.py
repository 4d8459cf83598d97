"""Whoever may no longer be here is shut out of open sockets, in whatever process they are."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.raw_socket import TEXT, RawSocket
from tests.serving import ServerProcess
from tests.system.faults.forms import Browser
from tests.system.faults.place import Place, require
from tests.system.faults.prepare_people import PASSWORD

NEW_PASSWORD = "four-in-a-row-wins"
NEW_PASSWORDS = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
OWN, OTHER = "own", "other"  # the session in which it is done, and another of the same user
SIGN_IN, FORBIDDEN, COMES_BACK = 4401, 4403, 1012
LINK = re.compile(r"/accounts/password/reset/key/\S+")
PATIENCE = 15.0  # seconds for a socket that is too late, to say by how much


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with two browsers, and the staff's browser that may do something to them."""

    facts: dict[str, Any]
    own: Browser
    other: Browser
    staff: Browser
    mails: Path

    @property
    def name(self) -> str:
        return str(self.facts["name"])


@dataclass(frozen=True, slots=True)
class Way:
    """One way out: what is done, and how the sockets of which session are closed by it."""

    name: str
    act: Callable[[Person], None]
    closes: dict[str, int]


def sign_out(person: Person) -> None:
    done(person.own.post("/accounts/logout/").status)


def change_password(person: Person) -> None:
    page = "/accounts/password/change/"
    done(person.own.post(page, oldpassword=PASSWORD, **NEW_PASSWORDS).status)


def reset_password(person: Person) -> None:
    """By the link of a mail, in a third browser."""
    browser = Browser(person.own.site)
    email = f"{person.name}@example.org"
    done(browser.post("/accounts/password/reset/", email=email).status)
    (mail,) = (text for file in person.mails.iterdir() if email in (text := file.read_text()))
    form = browser.get(LINK.search(mail)[0]).location
    done(browser.post(form, **NEW_PASSWORDS).status)


def be_given_a_password(person: Person) -> None:
    page = f"/admin/accounts/user/{person.facts['pk']}/password/"
    done(person.staff.post(page, usable_password="true", **NEW_PASSWORDS).status)


def be_banned(person: Person) -> None:
    decide(person, "ban")


def delete_account(person: Person) -> None:
    done(person.own.post("/me/delete/", password=PASSWORD).status)


def be_deleted(person: Person) -> None:
    decide(person, "delete_accounts")


def decide(person: Person, action: str) -> None:
    chosen = {"_selected_action": str(person.facts["pk"]), "confirmed": "1", "reason": "a test"}
    done(person.staff.post("/admin/accounts/user/", action=action, **chosen).status)


def done(status: int) -> None:
    require(status == 302, f"It was not done, but answered with {status}.")


WAYS = (
    Way("signed out", sign_out, {OWN: SIGN_IN}),
    Way("another password", change_password, {OWN: COMES_BACK, OTHER: SIGN_IN}),
    Way("a forgotten password", reset_password, {OWN: SIGN_IN, OTHER: SIGN_IN}),
    Way("a password by the staff", be_given_a_password, {OWN: SIGN_IN, OTHER: SIGN_IN}),
    Way("banned", be_banned, {OWN: FORBIDDEN, OTHER: FORBIDDEN}),
    Way("account deleted", delete_account, {OWN: FORBIDDEN, OTHER: FORBIDDEN}),
    Way("deleted by the staff", be_deleted, {OWN: FORBIDDEN, OTHER: FORBIDDEN}),
)


def revoked(place: Place, *, rounds: int, within: float) -> str:
    """End sessions in every way, in one process; their sockets are in that and in another.

    All that the way ends are closed *within* so many seconds, and cannot be opened again.
    """
    place.start_postgresql()
    place.start_redis()
    place.prepare()
    told = json.loads(place.run("tests.system.faults.prepare_people", str(len(WAYS) * rounds)))
    mails = place.folder / "mails"
    env = {"PROCESSES": "2", "EMAIL_URL": f"filemail:///{mails}"}
    sites = [place.site(**env), place.site(**env)]
    *people, staff = told
    boss = signed_in(sites[0], staff["name"])
    slowest: dict[str, float] = {}
    closed = 0
    for number, facts in enumerate(people):
        way = WAYS[number % len(WAYS)]
        own, other = (signed_in(sites[0], facts["name"]) for _ in range(2))
        seconds, count = shut_out(way, Person(facts, own, other, boss, mails), sites)
        require(seconds <= within, f"{way.name}: a socket lived on for {seconds:.1f} s.")
        slowest[way.name] = max(seconds, slowest.get(way.name, 0))
        closed += count
    place.require_no_traceback()
    figures = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in slowest.items())
    return f"{closed} sockets in two processes closed; the slowest by way: {figures}."


def signed_in(site: ServerProcess, name: str) -> Browser:
    browser = Browser(site)
    answer = browser.sign_in(name, PASSWORD)
    require(answer.status == 302 and "sessionid" in browser.cookies, f"{name} cannot sign in.")
    return browser


def shut_out(way: Way, person: Person, sites: Sequence[ServerProcess]) -> tuple[float, int]:
    """Go that way; the seconds until the last socket was closed, and how many there were."""
    sessions = {OWN: person.own.cookies["sessionid"], OTHER: person.other.cookies["sessionid"]}
    with ExitStack() as stack:
        sockets = {
            (session, number, path): stack.enter_context(opened(site, path, key))
            for session, key in sessions.items()
            for number, site in enumerate(sites)
            for path in ("/ws/lobby/", "/ws/me/", f"/ws/games/{person.facts['uid']}/")
        }
        leaving = {place: one for place, one in sockets.items() if place[0] in way.closes}
        with ThreadPoolExecutor(len(leaving)) as readers:  # the server waits a second for each
            closings = {place: readers.submit(closing, one) for place, one in leaving.items()}
            began = time.monotonic()
            way.act(person)
        for (session, _, path), found in closings.items():
            code, expected = found.result()[0], way.closes[session]
            require(
                code == expected,
                f"{way.name}: {path} of the {session} session was closed with {code}.",
            )
        seconds = max(found.result()[1] for found in closings.values()) - began
        for (session, _, path), socket in sockets.items():
            if session not in way.closes:
                require(is_open(socket), f"{way.name}: {path} of another session is shut, too.")
    for session, key in sessions.items():
        if session in way.closes:
            require_over(way, key, sites)
    return seconds, len(closings)


def opened(site: ServerProcess, path: str, session: str) -> RawSocket:
    """A socket that has said its first word."""
    cookie = f"Cookie: sessionid={session}\r\n"
    socket = RawSocket(site.port, path, origin=site.url, headers=cookie, timeout=PATIENCE)
    require(socket.status == 101, f"{path} answers {socket.status}.")
    require(socket.receive()[0] == TEXT, f"{path} is closed at once.")
    return socket


def closing(socket: RawSocket) -> tuple[int, float]:
    """The code that it is closed with, or 0 if it is not, and when."""
    try:
        code = socket.close_code()
    except OSError:
        code = 0
    return code, time.monotonic()


def is_open(socket: RawSocket) -> bool:
    socket.send(b'{"type":"ping"}')
    while b'"pong"' not in socket.receive()[1]:
        continue
    return True


def require_over(way: Way, session: str, sites: Sequence[ServerProcess]) -> None:
    for site in sites:
        cookie = f"Cookie: sessionid={session}\r\n"
        with RawSocket(site.port, "/ws/me/", origin=site.url, headers=cookie) as socket:
            code = socket.close_code()
        require(code == SIGN_IN, f"{way.name}: the old session opens a socket ({code}).")
