"""A machine that runs short: its disk, its database, or what it may open."""

from __future__ import annotations

import ctypes
import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from subprocess import run

from deploy.ready import is_ready, wait_until
from tests import serving
from tests.server.raw_socket import RawSocket
from tests.serving import STOP_TIMEOUT, ServerProcess
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.forms import Browser
from tests.system.faults.place import Broken, Place, require
from tests.system.faults.upgrades import NEW_GAME

PATIENCE = 60.0  # seconds
ENDS_WITHIN = 10.0  # seconds after SIGTERM
MIB = 1024 * 1024
DISK = 12 * MIB
AWAY = 503
CLONE_NEWNS = 0x00020000  # a namespace of mounts, from linux/sched.h
PAGES = [
    "/",
    "/watch/",
    "/games/new/",
    "/puzzles/",
    "/puzzles/streak/",
    "/puzzles/storm/",
    "/learn/",
    "/compete/",
    "/tournaments/",
    "/ratings/",
    "/fair/",
    "/bots/",
    "/api/v1/limits",
    "/accounts/login/",
]


def disk_full(place: Place, *, games: int) -> str:
    """Fill the disk that has the database, while all play, and make room again."""
    with small_disk(place) as disk:
        site = place.site()

        @contextmanager
        def shortage() -> Iterator[None]:
            filler = disk / "filler"
            with filler.open("wb", buffering=0) as file:
                for size in (MIB // 16, 4096, 1):
                    while fits(file.fileno(), size):
                        pass
            try:
                yield
            finally:
                filler.unlink()

        return held_out(place, site, shortage, games=games, why="cannot be written")


def read_only(place: Place, *, games: int) -> str:
    """Let nobody write into PostgreSQL, while all play, and again allow it."""
    place.start_postgresql()
    site = place.site()

    @contextmanager
    def shortage() -> Iterator[None]:
        place.do("ALTER SYSTEM SET default_transaction_read_only = on")
        place.do("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            place.do("ALTER SYSTEM RESET default_transaction_read_only")
            place.do("SELECT pg_reload_conf()")

    return held_out(place, site, shortage, games=games, why="cannot be written")


def write_locked(place: Place, *, games: int) -> str:
    """Let another program hold SQLite's only write lock, while all play, and let go of it."""
    site = place.site()
    file = place.env["DATABASE_URL"].removeprefix("sqlite:///")

    @contextmanager
    def shortage() -> Iterator[None]:
        with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            try:
                yield
            finally:
                other.execute("ROLLBACK")

    return held_out(place, site, shortage, games=games, why="cannot be written")


def few_descriptors(place: Place, *, games: int, descriptors: int, sockets: int) -> str:
    """Let so many more *sockets* come to a process that may have few files open, and go again."""
    site = place.site(under=["prlimit", f"--nofile={descriptors}:{descriptors}"])
    refusals = []

    @contextmanager
    def shortage() -> Iterator[None]:
        with ExitStack() as stack:
            refusals.append(come(site, stack, sockets))
            yield

    asked: Counter[int] = Counter()
    with seat(place, games, [site]) as crowd:
        crowd.come_in(seconds=PATIENCE)
        with shortage():
            said = require_not_ready(site, "too many connections")
            ask_for_pages(site, asked)
            crowd.wait_for_moves(seconds=PATIENCE)
        require(wait_until(lambda: is_ready(site.port), seconds=PATIENCE), "It is not ready again.")
        place.require_kept(crowd.most_heard())
        with shortage():
            ended = stopped(site)
        site.start()
        crowd.wait_for_moves(seconds=PATIENCE)
        kept = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    require(not {0, AWAY} & asked.keys(), f"Pages were answered with {dict(asked)}.")
    require_refused_in_words(asked)
    return (
        f"{refusals} of {sockets} sockets were refused in words; /readyz said “{said}”; all "
        f"{asked.total()} pages came and all played on meanwhile; SIGTERM meanwhile ended it in "
        f"{ended:.1f} s; all {kept} acknowledged moves are there."
    )


def come(site: ServerProcess, stack: ExitStack, sockets: int) -> int:
    """Open so many *sockets* until the end of *stack*; return how many were not let in."""
    refused = 0
    for _ in range(sockets):
        try:
            socket = stack.enter_context(RawSocket(site.port, "/ws/lobby/", origin=site.url))
        except OSError as error:
            raise Broken(f"A socket was not refused in words, but with {error!r}.") from error
        require(socket.status in (101, AWAY), f"A socket got {socket.status}.")
        refused += socket.status == AWAY
    require(refused > 0, "No socket was refused.")
    return refused


def fits(file: int, size: int) -> bool:
    try:
        return os.write(file, b"x" * size) == size
    except OSError:
        return False


@contextmanager
def small_disk(place: Place) -> Iterator[Path]:
    """A file system of its own, with the database, which this process and its children see."""
    require(os.geteuid() == 0, "Only root can mount a file system.")
    folder = place.folder / "disk"
    folder.mkdir()
    require(ctypes.CDLL(None).unshare(CLONE_NEWNS) == 0, "There is no namespace for a mount.")
    run(["mount", "--make-rprivate", "/"], check=True)
    run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", folder], check=True)
    try:
        file = folder / "site.sqlite3"
        file.write_bytes(serving.prepared_database())
        place.has_database = True
        place.env["DATABASE_URL"] = f"sqlite:///{file}"
        yield folder
        place.verify()  # here, for the database goes with its disk
    finally:
        place.has_database = False
        for site in place.sites:
            site.kill()
        run(["umount", folder], check=True)


def held_out(
    place: Place,
    site: ServerProcess,
    shortage: Callable[[], AbstractContextManager[None]],
    *,
    games: int,
    why: str,
) -> str:
    """Try *shortage* twice while all play: it heals once, and once the process is stopped in it."""
    asked: Counter[int] = Counter()
    with seat(place, games, [site]) as crowd:
        crowd.come_in(seconds=PATIENCE)
        with shortage():
            refused(crowd)
            said = require_not_ready(site, why)
            ask_for_pages(site, asked)
        back = crowd.wait_for_moves(seconds=PATIENCE)
        require(wait_until(lambda: is_ready(site.port), seconds=PATIENCE), "It is not ready again.")
        place.require_kept(crowd.most_heard())
        with shortage():
            refused(crowd)
            ended = stopped(site)
        site.start()
        crowd.wait_for_moves(seconds=PATIENCE)
        kept = place.require_kept(crowd.most_heard())
    place.require_no_traceback()
    require(not asked[0], f"{asked[0]} pages did not come.")
    require_refused_in_words(asked)
    return (
        f"refused in words ({crowd.retries()} moves, {asked[AWAY]} of {asked.total()} pages); "
        f"/readyz said “{said}”; all played on {back:.1f} s after it; SIGTERM meanwhile ended it "
        f"in {ended:.1f} s; all {kept} acknowledged moves are there."
    )


def refused(crowd: Crowd) -> None:
    """Return once a player has been told to ask again."""
    before = crowd.retries()
    told = wait_until(lambda: crowd.retries() > before, seconds=PATIENCE)
    require(told, "No move was refused.")


def require_not_ready(site: ServerProcess, why: str) -> str:
    """Return what /readyz says, once it names *why*; on a busy machine it may first be late."""
    said = ""

    def names_it() -> bool:
        nonlocal said
        answer = site.get("/readyz")
        require(answer.status == AWAY, f"/readyz says {answer.status}.")
        said = str(answer.text).strip()  # type: ignore[attr-defined]
        return why in said

    require(wait_until(names_it, seconds=PATIENCE), f"/readyz says: {said}")
    return said


def ask_for_pages(site: ServerProcess, asked: Counter[int]) -> None:
    for path in PAGES:
        try:
            asked[site.get(path).status] += 1
        except (OSError, HTTPException):
            asked[0] += 1  # nobody is let in just now
    # What a guest begins is written, whatever pages are only read.
    asked[Browser(site).post("/games/new/", **NEW_GAME).status] += 1


def require_refused_in_words(asked: Counter[int]) -> None:
    wrong = {status: count for status, count in asked.items() if status >= 500 or status == 404}
    wrong.pop(AWAY, None)
    require(not wrong, f"Pages were answered with {wrong}.")


def stopped(site: ServerProcess) -> float:
    """Stop *site*; the seconds until it had ended, in order."""
    began = time.monotonic()
    assert site.process
    site.process.send_signal(signal.SIGTERM)
    code = site.process.wait(STOP_TIMEOUT)
    took = time.monotonic() - began
    require(code == 0, f"The process ended with code {code}.")
    require(took <= ENDS_WITHIN, f"It ended after {took:.1f} s only.")
    return took
