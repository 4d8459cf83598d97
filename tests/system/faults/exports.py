"""The most active player takes everything along: the server holds only a piece of it at a time."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse

from deploy.ready import wait_until
from tests.serving import ServerProcess
from tests.system.faults.memory import MEBIBYTE, Memory
from tests.system.faults.place import Place, require

PATH = "/me/export/"
PIECE = 2**16  # bytes that are read at once
PATIENCE = 30.0  # seconds
READ_TIMEOUT = 120.0
TOO_MANY = HTTPStatus.TOO_MANY_REQUESTS
GZIP = 16 + zlib.MAX_WBITS


def largest_export(
    place: Place, *, games: int, most_mib: float, leaving: int, on: str = "SQLite"
) -> str:
    """Let somebody with so many *games* download them, plain and compressed.

    Before that the same user leaves in the middle so many times, and a second download beside each
    of these is refused. The server process grows by *most_mib* at most.
    """
    if on == "PostgreSQL":
        place.start_postgresql()
    place.prepare()
    session = place.run("tests.system.faults.prepare_history", str(games)).strip()
    site = place.site()
    memory = Memory(site)
    for _ in range(leaving):
        with begun(site, session) as answer:
            answer.read(PIECE)
            require(status(site, session) == TOO_MANY, "A second download was not refused.")
    plain, compressed = (downloaded(site, session, games, way) for way in ("identity", "gzip"))
    grown = memory.require(most_mib)
    place.require_no_traceback()
    return (
        f"{games} games were sent whole, {plain:.1f} MiB and compressed {compressed:.1f} MiB; "
        f"{leaving} were left in the middle, had no second beside them, and gave their place back. "
        f"Memory {grown}."
    )


@contextmanager
def begun(site: ServerProcess, session: str, encoding: str = "identity") -> Iterator[HTTPResponse]:
    """The answer to a download, which is left at the end of the block.

    Raises Broken if the one before it holds its place.
    """
    with ExitStack() as stack:
        answers: list[HTTPResponse] = []

        def begin() -> bool:
            answers.append(stack.enter_context(requested_export(site, session, encoding)))
            return answers[-1].status == HTTPStatus.OK

        require(wait_until(begin, seconds=PATIENCE), "A download that was left held its place.")
        yield answers[-1]


@contextmanager
def requested_export(site: ServerProcess, session: str, encoding: str) -> Iterator[HTTPResponse]:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=READ_TIMEOUT)
    with closing(connection):
        headers = {"Cookie": f"sessionid={session}", "Accept-Encoding": encoding}
        connection.request("GET", PATH, headers=headers)
        yield connection.getresponse()


def status(site: ServerProcess, session: str) -> int:
    with requested_export(site, session, "identity") as answer:
        return answer.status


def downloaded(site: ServerProcess, session: str, games: int, encoding: str) -> float:
    """How many MiB came. Raises Broken unless all games did."""
    with begun(site, session, encoding) as answer:
        received = answer.read()
    text = zlib.decompress(received, wbits=GZIP) if encoding == "gzip" else received
    told = len(json.loads(text)["games"])
    require(told == games, f"{told} of {games} games came.")
    return len(received) / MEBIBYTE
