"""Somebody who tries passwords for one account, from as many addresses as there are attempts."""

from __future__ import annotations

import json
import re
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address
from pathlib import Path

from tests.serving import ServerProcess
from tests.system.faults.forms import Browser
from tests.system.faults.place import Place, require
from tests.system.faults.prepare_people import PASSWORD

AT_ONCE = 8
WINDOW = 300.0  # seconds
MAX_IN_A_WINDOW = 10
FIRST_ADDRESS = int(IPv4Address("10.0.0.1"))
MAX_INTRODUCTION = 30.0  # seconds, with the time that a busy server takes
SPELLINGS = 4  # of the login, the last of them the e-mail address
GUESS = "guess-"
NEW_PASSWORD = "four-in-a-row-wins"
LINK = re.compile(r"/accounts/password/reset/key/\S+")
BELIEVED = {"TRUSTED_PROXIES": "127.0.0.1"}


def guessed(place: Place, *, attempts: int) -> str:
    """Send so many wrong passwords for one account, each with another X-Forwarded-For.

    To a server that believes the header, as if each came from elsewhere; and a tenth of them to
    one that does not. What counts is how many passwords the hasher is asked about, for the name
    and for the e-mail address. Halfway the owner signs in with a browser that the site knows,
    then from elsewhere with a new one while the guesses go on, and afterwards with a new password.
    """
    place.prepare()
    (owner, _) = json.loads(place.run("tests.system.faults.prepare_people", "1"))
    mails = place.folder / "mails"
    everywhere = attacked(place, str(owner["name"]), attempts, mails, BELIEVED)
    here = attacked(place, str(owner["name"]), attempts // 10, mails, {})
    place.require_no_traceback()
    return (
        f"from as many addresses {everywhere} of {attempts} passwords were looked at, from one "
        f"{here} of {attempts // 10}; never more than {MAX_IN_A_WINDOW} in {WINDOW:.0f} s for the "
        "name or the e-mail address; the owner came in halfway with a known browser and with a "
        "new one, and afterwards with a new password."
    )


def attacked(place: Place, name: str, attempts: int, mails: Path, believed: dict[str, str]) -> int:
    """How many of the *attempts* at one server process were looked at."""
    hashes = place.folder / f"hashes-{len(place.sites)}"
    site = place.site(
        DJANGO_SETTINGS_MODULE="tests.system.faults.counting_settings",
        HASHES_FILE=str(hashes),
        EMAIL_URL=f"filemail:///{mails}",
        **believed,
    )
    password = PASSWORD if believed else NEW_PASSWORD
    owner = Browser(site, peer="192.0.2.1")
    require(owner.sign_in(name, password).status == 302, "The owner cannot sign in at first.")
    owner.post("/accounts/logout/")
    half = attempts // 2
    guess_all(site, name, range(half))
    require(owner.sign_in(name, password).status == 302, "The owner's browser is kept out.")
    with ThreadPoolExecutor(1) as meanwhile:
        guesses = meanwhile.submit(guess_all, site, name, range(half, attempts))
        if believed:
            come_from_elsewhere(site, name, password)
        guesses.result()
    renew(site, name, mails)
    times = looked_at(hashes)
    for login, each in times.items():
        most = max(crowd(each), default=0)
        require(
            most <= MAX_IN_A_WINDOW,
            f"{most} passwords were looked at in {WINDOW:.0f} s for the {login}.",
        )
        require(bool(each), f"Not one password was looked at for the {login}: nothing was tried.")
    return sum(map(len, times.values()))


def come_from_elsewhere(site: ServerProcess, name: str, password: str) -> None:
    """The owner, in a new browser at a new address, gets in after the wait that is told."""
    patience_ends = time.monotonic() + MAX_INTRODUCTION
    while Browser(site, peer="192.0.2.3").sign_in(name, password).status != 302:
        require(time.monotonic() < patience_ends, "The owner's new browser is kept out.")
        time.sleep(1)


def guess_all(site: ServerProcess, name: str, numbers: Sequence[int]) -> None:
    """Guess, several at once; in turns by the name in different letters, and by the address."""
    spellings = (name, name.upper(), f" {name} ", f"{name}@example.org")

    def guess(number: int) -> int:
        peer = str(IPv4Address(FIRST_ADDRESS + 257 * number))
        login = spellings[number % SPELLINGS]
        return Browser(site, peer=peer).sign_in(login, f"{GUESS}{number}").status

    with ThreadPoolExecutor(AT_ONCE) as guessers:
        statuses = set(guessers.map(guess, numbers))
    require(statuses == {200}, f"Guesses were answered with {statuses}.")


def renew(site: ServerProcess, name: str, mails: Path) -> None:
    """The owner, in a new browser, gets in at once by the link of a mail."""
    known = {file.name for file in mails.iterdir()} if mails.exists() else set()
    browser = Browser(site, peer="192.0.2.2")
    browser.post("/accounts/password/reset/", email=f"{name}@example.org")
    (mail,) = (file.read_text() for file in mails.iterdir() if file.name not in known)
    form = browser.get(LINK.search(mail)[0]).location
    browser.post(form, password1=NEW_PASSWORD, password2=NEW_PASSWORD)
    require(browser.sign_in(name, NEW_PASSWORD).status == 302, "The owner cannot come back.")


def looked_at(hashes: Path) -> dict[str, list[float]]:
    """When a guess was looked at, for each of the two logins."""
    times: dict[str, list[float]] = {"name": [], "e-mail address": []}
    for line in hashes.read_text().splitlines():
        when, password = line.split(" ", 1)
        if password.startswith(GUESS):
            is_last = int(password.removeprefix(GUESS)) % SPELLINGS == SPELLINGS - 1
            times["e-mail address" if is_last else "name"].append(float(when))
    return times


def crowd(times: Sequence[float]) -> Iterator[int]:
    """For each moment, how many of them are in the window that begins with it."""
    ordered = sorted(times)
    for number, start in enumerate(ordered):
        yield bisect_left(ordered, start + WINDOW) - number
