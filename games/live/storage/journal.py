"""The journal writes the moves of many games in few, full transactions.

While one batch is being committed the next one gathers, so the busier the server, the more moves
share a commit. Nobody is told about a move before it is durable. One thread writes, one
transaction at a time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from weakref import WeakKeyDictionary

from django.db import (
    DatabaseError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
)
from prometheus_client import Counter, Histogram

from games.core.errors import GameError
from games.core.events import Ended, Moved
from games.live.storage.database import Unavailable, drop_connection
from games.live.storage.records import Conflict, JournalEntry, write

GAMES_ENDED = Counter("tictactoe_games_ended_total", "Games that ended.", ["termination"])
MOVES = Counter("tictactoe_moves_total", "Moves made and kept.")
LOST_COMMITS = Counter("tictactoe_commits_lost_total", "Batches that the database did not keep.")
COMMIT_ENTRIES = Histogram(
    "tictactoe_commit_entries",
    "Steps of games that share one transaction.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
COMMIT_SECONDS = Histogram(
    "tictactoe_commit_seconds",
    "Time that one transaction takes.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)

logger = logging.getLogger(__name__)

ENOUGH = 200  # entries; larger batches gain nothing
MAX_NAMED = 20  # games in a line of the log


OnWritten = Callable[[Exception | None], None]  # told how it went: None once it is durable
Submitted = tuple[JournalEntry, asyncio.AbstractEventLoop, OnWritten]
Written = tuple[JournalEntry, OnWritten, Exception | None]


class Journal:
    """Gathers entries from the event loops of all threads, and writes them in one thread."""

    def __init__(self) -> None:
        self._gathered: WeakKeyDictionary[asyncio.AbstractEventLoop, list[Submitted]]
        # Weak keys: the event loop of a command ends with its call, and must not be kept alive.
        self._gathered = WeakKeyDictionary()
        # Its put never blocks, so an event loop can call it.
        self._waiting: SimpleQueue[list[Submitted] | threading.Event] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def submit(self, entry: JournalEntry, on_written: OnWritten) -> None:
        """Write *entry* soon, and call *on_written* in the running loop.

        It is called with None once the entry is durable, or with Conflict, Unavailable or another
        error if nothing of it was kept. All that a loop submits in one turn reaches the thread
        together.
        """
        loop = asyncio.get_running_loop()
        gathered = self._gathered.setdefault(loop, [])
        if not gathered:
            # At the end of this turn of the loop, so that everything submitted in it goes together.
            loop.call_soon(self._hand_over, loop)
        gathered.append((entry, loop, on_written))

    def disconnect(self) -> None:
        """Close the writing thread's connection, which the next batch opens again."""
        if self._thread:
            closed = threading.Event()
            self._waiting.put(closed)
            closed.wait()

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        self._start()
        self._waiting.put(self._gathered.pop(loop))

    def _start(self) -> None:
        if self._thread is None:
            # Two loops may submit their first entry at the same moment.
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(
                        target=self._write_for_ever, name="journal", daemon=True
                    )
                    self._thread.start()

    def _write_for_ever(self) -> None:
        while True:
            batch = self._next_batch()
            _tell(batch, _write_batch([entry for entry, _, _ in batch]))

    def _next_batch(self) -> list[Submitted]:
        """Return waiting entries, ENOUGH or a few more at most; block until there is one."""
        batch: list[Submitted] = []
        while not batch or (len(batch) < ENOUGH and not self._waiting.empty()):
            item = self._waiting.get()
            if isinstance(item, threading.Event):
                # Here, for connections belong to their thread: nobody else can close this one.
                connections.close_all()
                item.set()
            else:
                batch += item
        return batch


def _tell(batch: Sequence[Submitted], errors: Sequence[Exception | None]) -> None:
    """Wake each event loop once, however many of its entries were in *batch*."""
    of_loops: dict[asyncio.AbstractEventLoop, list[Written]] = {}
    for (entry, loop, on_written), error in zip(batch, errors, strict=True):
        of_loops.setdefault(loop, []).append((entry, on_written, error))
    for loop, written in of_loops.items():
        try:
            loop.call_soon_threadsafe(_tell_all, written)
        except RuntimeError:  # the loop has ended, and with it whoever waited
            logger.debug("nobody waits for a written entry any more")


def _tell_all(written: Sequence[Written]) -> None:
    for entry, on_written, error in written:
        try:
            on_written(error)
        except Exception:  # one that fails must not keep the others from hearing
            logger.exception("a step that was kept could not be shown", extra=_named([entry]))


def _write_batch(entries: Sequence[JournalEntry]) -> list[Exception | None]:
    """Write *entries*, those with a check each by itself: what it locks must not meet another's."""
    plain = [entry for entry in entries if not entry.check]
    errors = iter(_write_each(plain) if plain else ())
    return [_write_each([entry])[0] if entry.check else next(errors) for entry in entries]


def _write_each(entries: Sequence[JournalEntry]) -> list[Exception | None]:
    """Write *entries*; the error of each, or None. A bad entry fails alone."""
    try:
        with COMMIT_SECONDS.time():
            write(entries)
        _count(entries)
        return [None] * len(entries)
    except (OperationalError, InterfaceError):
        LOST_COMMITS.inc()
        sentence = "the database is away; %d entries were not kept"
        logger.warning(sentence, len(entries), extra=_named(entries))
        drop_connection()
        return [Unavailable() for _ in entries]
    except (Conflict, GameError, DatabaseError) as error:
        # Nothing of the batch was kept; each entry is tried alone, so that only the bad one fails.
        if len(entries) == 1:
            return [_as_conflict(error, entries) if isinstance(error, DatabaseError) else error]
        return [result for entry in entries for result in _write_each([entry])]
    except Exception as error:
        # Nobody foresaw it, so the connection may be in any state.
        logger.exception("an entry could not be written", extra=_named(entries))
        connection.close()
        if len(entries) == 1:
            return [error]
        return [result for entry in entries for result in _write_each([entry])]


def _named(entries: Sequence[JournalEntry]) -> dict[str, str]:
    """Return what a line of the log says of the games of *entries*."""
    return {"game": ",".join(entry.uid for entry in entries[:MAX_NAMED])}


def _count(entries: Sequence[JournalEntry]) -> None:
    COMMIT_ENTRIES.observe(len(entries))
    events = [event for entry in entries for event in entry.events]
    MOVES.inc(sum(isinstance(event, Moved) for event in events))
    for event in events:
        if isinstance(event, Ended):
            GAMES_ENDED.labels(event.termination.value).inc()


def _as_conflict(error: DatabaseError, entries: Sequence[JournalEntry]) -> Conflict:
    """Log *error*, and return a Conflict, by which the room reads its game again."""
    logger.error("the database refused an entry: %s", error, extra=_named(entries))
    return Conflict(str(error))


journal = Journal()
