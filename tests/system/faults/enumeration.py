"""Somebody who asks of one name after the other whether it is known here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import count
from statistics import median

from tests.serving import ServerProcess
from tests.system.faults.forms import Answer, Browser
from tests.system.faults.place import Place, require

WRONG = "not-this-password-7"
FIRST_ADDRESS = int(IPv4Address("10.0.0.1"))
KNOWN, UNKNOWN = "person", "nobody"  # and a number

Ask = Callable[[Browser, str], Answer]

_numbers = count(1)


def sign_in_by_name(browser: Browser, name: str) -> Answer:
    return browser.sign_in(name, WRONG)


def sign_in_by_address(browser: Browser, name: str) -> Answer:
    return browser.sign_in(f"{name}@example.org", WRONG)


def forget_password(browser: Browser, name: str) -> Answer:
    return browser.post("/accounts/password/reset/", email=f"{name}@example.org")


def sign_up(browser: Browser, name: str) -> Answer:
    """With a name that is free: that one is taken everybody may see, on its profile."""
    newcomer = f"newcomer{next(_numbers)}"
    email = f"{name}@example.org"
    passwords = {"password1": WRONG, "password2": WRONG}
    return browser.post("/accounts/signup/", username=newcomer, email=email, **passwords)


WAYS: Mapping[str, Ask] = {
    "sign-in by name": sign_in_by_name,
    "sign-in by address": sign_in_by_address,
    "reset": forget_password,
    "sign-up": sign_up,
}


@dataclass
class Asked:
    """What was answered to all of one kind, without the names, and after how many seconds."""

    answers: set[tuple[int, str, str]] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)


def enumerated(place: Place, *, names: int, within_ms: float) -> str:
    """Ask in each way about so many known and unknown names, in turns.

    All are answered the same, and the middle times differ by no more than *within_ms*.
    """
    place.prepare()
    place.run("tests.system.faults.prepare_people", str(names))
    site = place.site(
        TRUSTED_PROXIES="127.0.0.1",  # each asks from an address of its own
        EMAIL_URL="dummymail://",
    )
    figures = []
    for way, ask in WAYS.items():
        known, unknown = asked_in_turns(site, ask, names)
        answers = known.answers | unknown.answers
        require(len(answers) == 1, f"{way} has {len(answers)} different answers.")
        times = [1000 * median(asked.seconds) for asked in (known, unknown)]
        apart = abs(times[0] - times[1])
        require(apart <= within_ms, f"{way}: {times[0]:.1f} or {times[1]:.1f} ms.")
        figures.append(f"{way} {times[0]:.1f} / {times[1]:.1f} ms")
    place.require_no_traceback()
    return f"the same answers of known and unknown; middle times {', '.join(figures)}."


def asked_in_turns(site: ServerProcess, ask: Ask, names: int) -> tuple[Asked, Asked]:
    known, unknown = Asked(), Asked()
    for number in range(names):
        turns = ((KNOWN, known), (UNKNOWN, unknown))
        for kind, asked in turns if number % 2 else turns[::-1]:
            name = f"{kind}{number}"
            browser = Browser(site, peer=str(IPv4Address(FIRST_ADDRESS + next(_numbers))))
            began = time.perf_counter()
            answer = ask(browser, name)
            asked.seconds.append(time.perf_counter() - began)
            asked.answers.add((answer.status, answer.location, answer.text.replace(name, "")))
    return known, unknown
