"""Many guests of one address have the computer explain positions: others' pages come as ever."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from statistics import median

from tests.serving import ServerProcess
from tests.system.faults.place import Place, require

ADDRESS = "127.0.0.3"  # all the guests have this one
PLIES = 18  # of the game that they ask about; the cells of the lines that follow are from here on
CELLS = [f"{file}{rank}" for rank in (1, 2, 3) for file in "abcdef"]
PAGES = ("/", "/watch/", "/rules/")
BETWEEN_PAGES = 0.05  # seconds
MAX_PAGES = 1000  # until a question has reached the engine
READ_TIMEOUT = 90.0
# Too many questions of one's own, no room at the engine, and no connection to the database that
# came free within two seconds: a machine that stood still does that.
REFUSALS = ("too_fast", "too_busy", "unavailable")
# The engine explains with the lowest priority: on a machine that does other things it may have no
# time for any question at all.
REACHED = {"explained", "too_busy"}


def explained_to_many(
    place: Place, *, guests: int, seconds: float, slower_at_most: float, on: str = "SQLite"
) -> str:
    """Let so many *guests* ask for so long, each again when it may; others load pages meanwhile.

    Whoever is refused is told why and when to come back. The pages of others take *slower_at_most*
    times as long as just before, and each is answered.
    """
    if on == "PostgreSQL":
        place.start_postgresql()
    place.prepare()
    uid, *sessions = place.run("tests.system.faults.prepare_guests", str(guests)).split()
    site = place.site()
    page_times(site, 5)  # what only the first waits for
    before = median(page_times(site, seconds))
    with asking(site, uid, sessions) as told:
        meanwhile = page_times(site, seconds)
        # On a machine that does other things the first guests may all be told to wait.
        while REACHED.isdisjoint(told) and len(meanwhile) < MAX_PAGES:
            meanwhile += page_times(site, seconds)
    answers = Counter(told)
    place.require_no_traceback()
    explained, slower = answers["explained"], median(meanwhile) / before
    require(answers.keys() <= {"explained", *REFUSALS}, f"Guests were told {dict(answers)}.")
    require(bool(REACHED & answers.keys()), f"No question reached the engine: {dict(answers)}.")
    held = (
        f"{explained} positions were explained to {guests} guests of one address, "
        f"{answers['too_fast']} times they were told to wait, {answers['too_busy']} times that "
        f"the engine is busy and {answers['unavailable']} times that the database is; "
        f"{len(meanwhile)} pages of others came, in {median(meanwhile):.3f} s "
        f"(before: {before:.3f} s; {slower:.1f} times, bound {slower_at_most:g}), "
        f"{max(meanwhile):.2f} s at most."
    )
    require(slower <= slower_at_most, held)
    return held


def page_times(site: ServerProcess, seconds: float) -> list[float]:
    """How long pages take, one after another. Raises Broken if one is not answered."""
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for path in PAGES:
            began = time.monotonic()
            status = site.get(path).status
            times.append(time.monotonic() - began)
            require(status == HTTPStatus.OK, f"{path} was answered with {status}.")
            time.sleep(BETWEEN_PAGES)
    return times


@contextmanager
def asking(site: ServerProcess, uid: str, sessions: Sequence[str]) -> Iterator[list[str]]:
    """What guests with these *sessions* are told, who ask for as long as the block."""
    is_over = threading.Event()
    told: list[str] = []
    guests = [
        threading.Thread(target=ask, args=(site, uid, session, number, told, is_over))
        for number, session in enumerate(sessions)
    ]
    for guest in guests:
        guest.start()
    try:
        yield told
    finally:
        is_over.set()
        for guest in guests:
            guest.join()


def ask(
    site: ServerProcess,
    uid: str,
    session: str,
    number: int,
    told: list[str],
    is_over: threading.Event,
) -> None:
    """Be guest *number*: ask about positions that nobody asks about, and wait when told to."""
    for turn in count():
        if is_over.is_set():
            return
        line = CELLS[(number + turn) % len(CELLS)]
        ply = (number // len(CELLS) + turn) % PLIES
        answer, wait = explanation(
            site, f"/games/{uid}/explain.json?ply={ply}&line={line}", session
        )
        told.append(answer)
        is_over.wait(wait)


def explanation(site: ServerProcess, path: str, session: str) -> tuple[str, float]:
    """What became of one question, and in how many seconds the next may come."""
    connection = HTTPConnection(
        "127.0.0.1", site.port, timeout=READ_TIMEOUT, source_address=(ADDRESS, 0)
    )
    with closing(connection):
        headers = {"Cookie": f"sessionid={session}", "Accept": "application/json"}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
    if answer.status == HTTPStatus.OK:
        return "explained", 0
    if answer.headers["Content-Type"] != "application/json":
        return f"status {answer.status}", 1
    return json.loads(body)["code"], float(answer.headers["Retry-After"])
