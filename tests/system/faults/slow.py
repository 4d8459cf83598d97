"""Clients that send their requests byte by byte: others' pages come as if they were not there."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from http import HTTPStatus

from tests.serving import ServerProcess
from tests.system.faults.place import Place, require

ADDRESS = "127.0.0.2"  # all of them have this one
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"x" * 1000
BODY = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n"
BETWEEN_BYTES = 1.0  # seconds
BETWEEN_PAGES = 0.1
AT_ONCE = 50  # handed to the operating system
PATIENCE = 90.0
PAGES = ("/", "/accounts/login/", "/healthz")  # /readyz has a bound of its own


def slow_requests(
    place: Place, *, connections: int, at_once: int, ended_within: float, answered_within: float
) -> str:
    """Let one address open so many *connections* that drip, half of them heads, half bodies.

    It may have *at_once*; what is more is refused. Times are in seconds.
    """
    site = place.site(CONNECTIONS_PER_ADDRESS=str(at_once))
    for path in PAGES:
        site.get(path)
    held, times = asyncio.run(drip(site, connections))
    place.require_no_traceback()
    longest, slowest = max(held), max(times)
    require(longest <= ended_within, f"A connection was held for {longest:.1f} s.")
    require(slowest <= answered_within, f"A page took {slowest:.2f} s.")
    return (
        f"{connections} connections of one address, held for {longest:.1f} s at most (bound "
        f"{ended_within:g}); meanwhile {len(times)} pages for others, all answered, in "
        f"{slowest:.2f} s at most (bound {answered_within:g})."
    )


async def drip(site: ServerProcess, connections: int) -> tuple[list[float], list[float]]:
    """How long each connection was held, and how long each page took meanwhile."""
    gate = asyncio.Semaphore(AT_ONCE)
    drippers = [
        asyncio.create_task(held_for(site.port, HEAD[:40] if number % 2 else BODY, gate))
        for number in range(connections)
    ]
    times: list[float] = []
    async with asyncio.timeout(PATIENCE):
        while not all(dripper.done() for dripper in drippers):
            times += [await asyncio.to_thread(asked_for, site, path) for path in PAGES]
            await asyncio.sleep(BETWEEN_PAGES)
    return [dripper.result() for dripper in drippers], times


async def held_for(port: int, first: bytes, gate: asyncio.Semaphore) -> float:
    """How many seconds the server keeps a connection that sends *first*, and then drips."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
        began = time.monotonic()
        writer.write(first)
    ended = asyncio.create_task(until_ended(reader))
    while not (await asyncio.wait({ended}, timeout=BETWEEN_BYTES))[0]:
        writer.write(b"x")
    writer.close()
    return time.monotonic() - began


async def until_ended(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1000):
            pass


def asked_for(site: ServerProcess, path: str) -> float:
    """How many seconds *path* takes. Raises Broken if the page does not come."""
    began = time.monotonic()
    status = site.get(path).status
    require(status == HTTPStatus.OK, f"{path} was answered with {status}.")
    return time.monotonic() - began
