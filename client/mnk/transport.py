"""HTTP to one site: requests that are repeated until answered, and streams that come back.

Connections are kept alive for later requests, and a stream has one of its own. Where the site is
away it is asked again, each time after a longer pause that varies, so that not all come back at
once; a `Retry-After` is waited for.
"""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
)
from typing import Any
from urllib.parse import quote, urlsplit

from mnk.errors import Closed, Refused, Unreachable

Message = dict[str, Any]

HEARTBEAT: Message = {"type": "sign"}
CONNECT_TIMEOUT = 5.0  # seconds; where a host is gone, that is said after so many
REQUEST_TIMEOUT = 30.0  # seconds
SILENCE = 20.0  # seconds after which a stream is dead: the site says something every seven
FIRST_PAUSE, MAX_PAUSE = 0.25, 30.0  # seconds
TEMPORARY = (429, 502, 503, 504)
# Of these, the one that says that nothing was done. After a 503 the request may have been carried
# out: the site, or a server in front of it, may have waited for the answer in vain.
UNDONE = (429,)
MAX_ANSWER_BYTES = 16 * 2**20  # bytes
MAX_IDLE = 4  # connections that are kept


class Transport:
    """A way to speak to the site at *base* with *token*.

    *say* is told when the site does not answer, and when a stream's connection is lost. Raises
    ValueError unless *base* is an address like https://play.example, and if *token* is none.
    """

    def __init__(self, base: str, token: str, say: Callable[[str], None] = lambda text: None):
        parts = urlsplit(base)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise ValueError(f"{base!r} is no address of a site, such as https://play.example.")
        if not (token.isascii() and token.isprintable()):  # no header can have it
            raise ValueError("This is no token: a token is of letters, digits and an underscore.")
        self.base = base.rstrip("/")
        self._parts, self._port = parts, parts.port
        self._prefix = parts.path.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "User-Agent": "mnk"}
        self._say = say
        self._closed = threading.Event()
        self._idle: list[HTTPConnection] = []  # kept for the next request
        self._streams: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_away = False  # whether *say* was told that the site does not answer

    def close(self) -> None:
        """End all streams, and whoever waits to try again: they raise Closed.

        So does everything that is asked from now on.
        """
        self._closed.set()
        with self._lock:
            streams, idle = list(self._streams), self._idle
            self._idle = []
        for connection in idle:
            connection.close()
        for stream in streams:
            with suppress(OSError):  # it has ended
                stream.shutdown(socket.SHUT_RDWR)

    # ---- requests -------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        path: str,
        body: Message | None = None,
        *,
        is_repeatable: bool = True,
        patience: float = 60.0,
    ) -> Any:
        """Return the site's answer as Python's values, None if it has no content.

        Ask again for *patience* seconds while the site is away or busy. Unless *is_repeatable*, do
        so only after an answer of UNDONE or a refused connection. Raises Refused, Unreachable,
        Closed.
        """
        deadline, pauses = time.monotonic() + patience, Pauses()
        while True:
            problem: Refused | Unreachable
            try:
                return self._answer(method, path, body, is_repeatable)
            except Refused as error:
                if error.status not in (TEMPORARY if is_repeatable else UNDONE):
                    raise
                wait, problem = max(error.seconds, pauses.next()), error
            except (OSError, HTTPException) as error:
                wait, problem = pauses.next(), Unreachable(f"{self.base} does not answer: {error}")
                self._tell_of(problem)
                if not is_repeatable and not isinstance(error, ConnectionRefusedError):
                    raise problem from error
            if time.monotonic() + wait > deadline:
                raise problem
            self.pause(wait)

    def _tell_of(self, problem: Unreachable) -> None:
        """Say at once that somebody waits, and not again before the site has answered."""
        if not self._is_away:
            self._is_away = True
            self._say(f"{problem}; trying again.")

    def _answer(self, method: str, path: str, body: Message | None, is_repeatable: bool) -> Any:
        # The site may have closed a kept connection, and then it is not known whether a request
        # arrived: what would do harm twice goes by a new one.
        connection = self._take() if is_repeatable else None
        if connection:
            try:
                return self._answer_by(connection, method, path, body)
            except (ConnectionError, HTTPException):
                pass  # the site has closed it meanwhile; once more with a new one
        return self._answer_by(self._connect(REQUEST_TIMEOUT), method, path, body)

    def _answer_by(
        self, connection: HTTPConnection, method: str, path: str, body: Message | None
    ) -> Any:
        try:
            response = self._send(connection, method, path, body)
            text = response.read(MAX_ANSWER_BYTES)
            # `read` takes a broken connection for the end.
            if response.length and len(text) < MAX_ANSWER_BYTES:
                raise IncompleteRead(text, response.length)
            # What is left of a longer answer would be taken for the beginning of the next one.
            is_whole = response.isclosed()
        except BaseException:
            connection.close()
            raise
        self._is_away = False
        if is_whole:
            self._keep(connection)
        else:
            connection.close()
        return _content(response, text)

    def _take(self) -> HTTPConnection | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _keep(self, connection: HTTPConnection) -> None:
        with self._lock:
            if not self._closed.is_set() and len(self._idle) < MAX_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def _send(
        self, connection: HTTPConnection, method: str, path: str, body: Message | None
    ) -> HTTPResponse:
        text = None if body is None else json.dumps(body)
        headers = self._headers | ({} if body is None else {"Content-Type": "application/json"})
        if method == "POST" and body is None:
            headers["Content-Length"] = "0"
        # What somebody has typed, such as a tournament's title, may be in it as it is.
        target = quote(self._prefix + path, safe="/?&=+%")
        connection.request(method, target, text, headers)
        return connection.getresponse()

    # ---- streams --------------------------------------------------------------------------

    def stream(self, path: str, *, with_signs: bool = False) -> Iterator[Message]:
        """Yield the messages of a stream, and come back when it breaks. Raises Refused, Closed.

        With *with_signs*, yield a HEARTBEAT for each sign of life, which comes every seven seconds.
        """
        pauses = Pauses()
        while True:
            wait = 0.0
            try:
                with self._stream(path) as response:
                    for line in _lines(response):
                        if line.strip() or with_signs:
                            yield _message(line) if line.strip() else HEARTBEAT
                            # Not before: a site that lets in and drops is asked less often.
                            pauses.reset()
            except Refused as error:
                if error.status not in TEMPORARY:
                    raise
                wait = error.seconds
            except (OSError, HTTPException, ValueError):
                pass  # a socket that was closed meanwhile is a ValueError
            if not self._closed.is_set() and not pauses.count:
                self._say("The connection is lost; trying to come back.")
            self.pause(max(wait, pauses.next()))

    def read_lines(self, path: str) -> Iterator[Message]:
        """Yield the value of each line at *path*. Raises Refused, Unreachable, Closed.

        It is asked for once: where the answer breaks off, Unreachable follows its complete lines.
        """
        try:
            with self._stream(path) as response:
                for line in _lines(response):
                    yield _message(line)
        except (OSError, HTTPException) as error:
            if self._closed.is_set():
                raise Closed from error
            raise Unreachable(f"{self.base} does not answer: {error}") from error

    @contextmanager
    def _stream(self, path: str) -> Iterator[HTTPResponse]:
        connection = self._connect(SILENCE)
        stream = connection.sock  # the answer may take it over
        with self._lock:
            self._streams.add(stream)
        try:
            # `close` may have gone through the streams just before this one was among them.
            if self._closed.is_set():
                raise Closed
            response = self._send(connection, "GET", path, None)
            if response.status != 200:
                _content(response, response.read(MAX_ANSWER_BYTES))  # raises what it knows
                raise Refused(response.status, "no_stream")
            with response:
                yield response
        finally:
            with self._lock:
                self._streams.discard(stream)
            connection.close()

    # ---- both -----------------------------------------------------------------------------

    def _connect(self, timeout: float) -> HTTPConnection:
        """Return a new connection, which waits *timeout* seconds for each answer. Raises Closed."""
        if self._closed.is_set():
            raise Closed
        kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
        assert self._parts.hostname
        connection = kind(self._parts.hostname, self._port, timeout=CONNECT_TIMEOUT)
        connection.connect()
        connection.sock.settimeout(timeout)
        return connection

    def pause(self, seconds: float) -> None:
        """Wait; raise Closed as soon as the transport is closed."""
        if self._closed.wait(seconds):
            raise Closed


class Pauses:
    """Seconds to wait before the next attempt: each time about twice as long, varied by chance."""

    def __init__(self) -> None:
        self.count = 0

    def next(self) -> float:
        pause: float = min(MAX_PAUSE, FIRST_PAUSE * 2 ** min(self.count, 10))
        self.count += 1
        return pause * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        self.count = 0


def _lines(response: HTTPResponse) -> Iterator[bytes]:
    """Yield the lines of the answer, without their line feeds, until it ends.

    Raises IncompleteRead if it breaks off, in the middle of a line or before its announced end.
    """
    rest = b""
    # Not `readline`, which takes a broken connection for the end.
    while piece := response.read1():
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest or response.length:
        raise IncompleteRead(rest, response.length)


def _message(text: bytes) -> Any:
    """Return the value of a complete line or answer. Raises Refused if it is no JSON."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise Refused(200, "not_the_api", "The site sends a line that is no JSON.") from error


def _content(response: HTTPResponse, text: bytes) -> Any:
    """Return what the answer says. Raises Refused for a no, a redirection, or no JSON."""
    is_json = "json" in response.headers.get("Content-Type", "")
    if response.status < 400:
        if response.status >= 300:
            raise Refused(response.status, "redirected", _moved(response))
        if text and not is_json:
            raise Refused(response.status, "not_the_api", "This is not the address of a site.")
        return _message(text) if text else None
    problem = _problem(text) if is_json else {}
    raise Refused(
        response.status,
        problem.get("code", f"http_{response.status}"),
        _told(problem) or f"{response.status} {response.reason}",
        _seconds(response.headers.get("Retry-After", "")),
    )


def _moved(response: HTTPResponse) -> str:
    """Say where a site has moved to. Nothing is sent there: the token is for this one."""
    address = response.headers.get("Location", "")
    return f"The site sends us elsewhere: {address}. If that is its address, give it by --base."


def _problem(text: bytes) -> Message:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _told(problem: Message) -> str:
    """Return the sentence of a problem, and which fields of the request are wrong."""
    fields = [f"{one['field']}: {one['reason']}" for one in problem.get("fields", [])]
    return " ".join(filter(None, (problem.get("detail", ""), *fields)))


def _seconds(retry_after: str) -> float:
    return float(retry_after) if retry_after.isdecimal() else 0.0
