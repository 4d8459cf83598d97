"""The journal: the moves of many games written in few, full transactions.

While one batch is being committed the next one gathers, so the busier the server is the more
moves share a commit; every one of them is durable before `record` returns. One thread writes,
one transaction at a time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
)

from games import metrics
from games.core.events import Ended, Moved
from games.live.database import Unavailable
from games.live.records import Conflict, Entry, write

logger = logging.getLogger(__name__)

LARGEST_BATCH = 500  # entries; beyond some 200 a larger batch wins nothing


class Journal:
    """Gathers entries from any thread's event loop and writes them in one thread."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._is_writing = False
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    async def record(self, entry: Entry) -> None:
        """Return once *entry* is durable. Raises Conflict or Unavailable, keeping nothing of it."""
        written = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append((entry, written))
            starts = not self._is_writing
            self._is_writing = True
        if starts:
            self._thread.submit(self._write_waiting)
        await written

    def disconnect(self) -> None:
        """Close the writing thread's connection, which the next batch opens again."""
        self._thread.submit(connections.close_all).result()

    def _write_waiting(self) -> None:
        while True:
            with self._lock:
                batch = self._waiting[:LARGEST_BATCH]
                del self._waiting[:LARGEST_BATCH]
                if not batch:
                    self._is_writing = False
                    return
            errors = _write_each([entry for entry, _ in batch])
            for (_, written), error in zip(batch, errors, strict=True):
                _settle(written, error)


def _settle(written: asyncio.Future[None], error: Exception | None) -> None:
    try:
        written.get_loop().call_soon_threadsafe(_resolve, written, error)
    except RuntimeError:  # its loop has ended, and with it whoever waited
        logger.debug("nobody waits for a written entry any more")


def _resolve(written: asyncio.Future[None], error: Exception | None) -> None:
    if written.cancelled():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)


def _write_each(entries: Sequence[Entry]) -> list[Exception | None]:
    """Write *entries*; what went wrong with each, one bad entry failing alone."""
    try:
        with metrics.COMMIT_SECONDS.time():
            write(entries)
        _count(entries)
        return [None] * len(entries)
    except (OperationalError, InterfaceError):
        metrics.LOST_COMMITS.inc()
        logger.warning("the database is away; %d entries were not kept", len(entries))
        connection.close()
        return [Unavailable() for _ in entries]
    except (Conflict, DatabaseError) as error:
        if len(entries) == 1:
            return [error if isinstance(error, Conflict) else _as_conflict(error)]
        return [outcome for entry in entries for outcome in _write_each([entry])]
    except Exception as error:
        logger.exception("an entry could not be written")
        connection.close()
        if len(entries) == 1:
            return [error]
        return [outcome for entry in entries for outcome in _write_each([entry])]


def _count(entries: Sequence[Entry]) -> None:
    metrics.COMMIT_ENTRIES.observe(len(entries))
    events = [event for entry in entries for event in entry.events]
    metrics.MOVES.inc(sum(isinstance(event, Moved) for event in events))
    for event in events:
        if isinstance(event, Ended):
            metrics.GAMES_ENDED.labels(event.termination.value).inc()


def _as_conflict(error: DatabaseError) -> Conflict:
    logger.error("the database refused an entry: %s", error)
    return Conflict(str(error))


journal = Journal()
