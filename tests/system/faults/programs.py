"""Programs that misbehave: they take neither memory nor people's time, and can be shut out."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from statistics import median
from typing import Any

from deploy.ready import wait_until
from tests.server.raw_socket import TEXT, RawSocket
from tests.server.test_metrics import get as metrics
from tests.serving import ServerProcess, free_port
from tests.system.faults.explanations import page_times
from tests.system.faults.forms import Browser
from tests.system.faults.memory import Memory
from tests.system.faults.place import Place, require

ADDRESS = "127.0.0.3"  # all programs have this one
OPEN = 'tictactoe_sockets{kind="'
PATIENCE = 30.0  # seconds
SIGN_IN = 4401
AS_DEPLOYED = {"SOCKET_MESSAGES_A_SECOND": "10", "CONNECTIONS_PER_ADDRESS": "100"}


def prepared(place: Place, tokens: int = 1) -> dict[str, Any]:
    place.prepare()
    told: dict[str, Any] = json.loads(
        place.run("tests.system.faults.prepare_bots", str(tokens)).splitlines()[-1]
    )
    return told


def stream(path: str, token: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


# ---- streams that are left ------------------------------------------------------------------


def abandoned(place: Place, *, streams: int, at_once: int, most_mib: float = float("inf")) -> str:
    """Open so many *streams* and leave each without a word: nothing is left of them.

    Half are of events, half of a game, and half are reset instead of closed.
    """
    told = prepared(place)
    port = free_port()
    site = place.site(METRICS_PORT=str(port), SOCKETS_PER_BOT="1000")
    token, paths = (
        told["tokens"][0]["text"],
        ("/api/v1/events", f"/api/v1/games/{told['uid']}/stream"),
    )
    leave(site, paths, token, at_once)  # what only the first need
    memory = Memory(site)
    for begin in range(0, streams, at_once):
        leave(site, paths, token, min(at_once, streams - begin))
    is_over = wait_until(lambda: not open_sockets(port), seconds=PATIENCE)
    require(is_over, f"{open_sockets(port)} are left of {streams} streams.")
    rooms = "tictactoe_rooms 0.0" in metrics("127.0.0.1", port)
    require(rooms, "The game is still in memory.")
    grown = memory.require(most_mib)
    place.require_no_traceback()
    return f"{streams} streams were left, {at_once} at once: no socket and no room is; {grown}."


def leave(site: ServerProcess, paths: tuple[str, ...], token: str, count: int) -> None:
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
            for _ in range(count)
        ]
        for number, one in enumerate(opened):
            one.sendall(stream(paths[number % 2], token))
        for number, one in enumerate(opened):
            answer = one.recv(64)
            require(answer.startswith(b"HTTP/1.1 200"), f"A stream was refused: {answer!r}")
            if number % 4 < 2:  # a reset, for there is something left to read
                linger = socket.SO_LINGER
                one.setsockopt(socket.SOL_SOCKET, linger, b"\1\0\0\0\0\0\0\0")


def open_sockets(port: int) -> float:
    lines = metrics("127.0.0.1", port).splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(OPEN))


# ---- a program that floods -------------------------------------------------------------------


def flooded(place: Place, *, connections: int, seconds: float, slower_at_most: float) -> str:
    """Let a bot ask on so many *connections* as fast as it can, while people load pages.

    It is told to wait, with the seconds and the limit, and pages take *slower_at_most* times as
    long as just before.
    """
    told = prepared(place)
    site = place.site(**AS_DEPLOYED)
    page_times(site, 2)  # what only the first waits for
    before = median(page_times(site, seconds))
    with flooding(site, told["tokens"][0]["text"], told["uid"], connections) as answers:
        meanwhile = page_times(site, seconds)
        end = time.monotonic() + PATIENCE  # a slow machine needs longer to come to the limit
        while HTTPStatus.TOO_MANY_REQUESTS not in answers and time.monotonic() < end:
            meanwhile += page_times(site, seconds)
    place.require_no_traceback()
    slower, counted = median(meanwhile) / before, Counter(answers)
    require(counted[HTTPStatus.TOO_MANY_REQUESTS] > 0, f"Nobody was told to wait: {counted}.")
    others = counted.keys() - {HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.CONFLICT}
    require(not others, f"The program was told {counted}.")
    held = (
        f"{len(answers)} answers on {connections} connections, "
        f"{counted[HTTPStatus.TOO_MANY_REQUESTS]} of them to wait; {len(meanwhile)} pages came "
        f"in {median(meanwhile) * 1000:.0f} ms (before: {before * 1000:.0f} ms; "
        f"{slower:.2f} times, bound {slower_at_most:g})."
    )
    require(slower <= slower_at_most, held)
    return held


@contextmanager
def flooding(site: ServerProcess, token: str, uid: str, connections: int) -> Iterator[list[int]]:
    """A program asks, moves and listens again and again; the statuses that it is told."""
    is_over, answers = threading.Event(), list[int]()
    asking = [
        threading.Thread(target=ask_on, args=(site, token, uid, number, answers, is_over))
        for number in range(connections)
    ]
    for thread in asking:
        thread.start()
    try:
        yield answers
    finally:
        is_over.set()
        for thread in asking:
            thread.join()


def ask_on(
    site: ServerProcess,
    token: str,
    uid: str,
    number: int,
    answers: list[int],
    is_over: threading.Event,
) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    ways = (
        ("GET", "/api/v1/account", None),
        ("POST", f"/api/v1/games/{uid}/moves", '{"ply":99,"cell":0}'),
        ("GET", "/api/v1/bots", None),
    )
    method, path, body = ways[number % len(ways)]
    connection = HTTPConnection(
        "127.0.0.1", site.port, timeout=PATIENCE, source_address=(ADDRESS, 0)
    )
    with closing(connection):
        while not is_over.is_set():
            if number % 2:  # half of them come anew each time
                connection.close()
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            answers.append(answer.status)
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                require(answer.headers["Retry-After"] == str(told["seconds"]), f"It says {told}.")
                require(bool(told["key"]), f"It says {told}.")


# ---- a token that is revoked -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lines:
    """A stream that has begun."""

    wire: socket.socket

    @property
    def has_ended(self) -> bool:
        with suppress(BlockingIOError):
            while data := self.wire.recv(65536):
                if data.endswith(b"0\r\n\r\n"):
                    return True
            return True
        return False


def tokens_revoked(place: Place, *, rounds: int, within: float) -> str:
    """Revoke tokens by a page of one process; sockets and streams are at that and at another.

    All of a token are shut *within* so many seconds, and it is of no use any more; the streams of
    the next one go on.
    """
    place.start_postgresql()
    place.start_redis()
    told = prepared(place, rounds + 1)
    sites = [place.site(PROCESSES="2", SOCKETS_PER_BOT="100") for _ in range(2)]
    owner = Browser(sites[0], session=told["session"])
    slowest, closed = 0.0, 0
    with ExitStack() as stack:
        kept = [one for site in sites for one in listening(stack, site, told, rounds)[1]]
        for number in range(rounds):
            seconds, count = shut_out(owner, sites, told, number)
            require(seconds <= within, f"One lived on for {seconds:.1f} s.")
            slowest, closed = max(slowest, seconds), closed + count
        require(not any(one.has_ended for one in kept), "Another token's stream has ended, too.")
    place.require_no_traceback()
    return f"{closed} sockets and streams in two processes ended in {slowest:.2f} s at most."


def shut_out(
    owner: Browser, sites: list[ServerProcess], told: dict[str, Any], number: int
) -> tuple[float, int]:
    """Revoke that token; the seconds until the last that it opened was shut, and how many."""
    with ExitStack() as stack:
        opened = [listening(stack, site, told, number) for site in sites]
        sockets = [one for both in opened for one in both[0]]
        streams = [one for both in opened for one in both[1]]
        row = told["tokens"][number]["row"]
        began = time.monotonic()
        page = f"/me/bots/{told['bot']}/tokens/{row}/revoke/"
        require(owner.post(page).status == HTTPStatus.FOUND, "It could not be revoked.")
        for one in sockets:
            code = one.close_code()
            require(code == SIGN_IN, f"A socket was closed with {code}.")
        wait_until(lambda: all(one.has_ended for one in streams), seconds=PATIENCE)
        seconds = time.monotonic() - began
    for site in sites:
        require_useless(site, told, number)
    return seconds, len(sockets) + len(streams)


def listening(
    stack: ExitStack, site: ServerProcess, told: dict[str, Any], number: int
) -> tuple[list[RawSocket], list[Lines]]:
    """Sockets and streams of that token."""
    token = told["tokens"][number]["text"]
    header = f"Authorization: Bearer {token}\r\n"
    sockets, streams = [], []
    for path in ("/ws/me/", f"/ws/games/{told['uid']}/"):
        opened = stack.enter_context(RawSocket(site.port, path, headers=header, timeout=PATIENCE))
        require(opened.receive()[0] == TEXT, f"{path} is closed at once.")
        sockets.append(opened)
    for path in ("/api/v1/events", f"/api/v1/games/{told['uid']}/stream"):
        wire = stack.enter_context(socket.create_connection(("127.0.0.1", site.port), PATIENCE))
        wire.sendall(stream(path, token))
        require(b" 200 " in wire.recv(4096), f"{path} is refused.")
        select.select([wire], [], [], 1)
        wire.setblocking(False)
        streams.append(Lines(wire))
    return sockets, streams


def require_useless(site: ServerProcess, told: dict[str, Any], number: int) -> None:
    headers = {"Authorization": f"Bearer {told['tokens'][number]['text']}"}
    for path in ("/api/v1/account", "/api/v1/events"):
        status = site.get(path, **headers).status
        require(status == HTTPStatus.UNAUTHORIZED, f"{path} says {status} to a revoked token.")
