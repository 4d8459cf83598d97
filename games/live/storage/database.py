"""The threads in which live games read the database, beside the event loop.

Rooms outlive the request or socket that opened them, so they cannot borrow its thread. All rooms of
the process share one, so nothing slow runs there. Heartbeats have another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections

from games.live.storage import downtime
from tictactoe_site.common import trace

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

SECONDS_BEFORE_RETRY = 1.0  # for what happens by itself while the database is away

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rooms-database")
# However much the rooms read, heartbeats wait for nobody.
_heartbeat_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heartbeats")


class Unavailable(OperationalError):
    """The database is away; nothing was kept. No refusal: the same may succeed in a moment."""


async def run(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run *function* in the database thread. Raises Unavailable if the database is away."""
    return await _run_in(_thread, partial(function, *args, **kwargs))


async def run_for_heartbeats(function: Callable[[], R]) -> R:
    """Run *function* in the thread for heartbeats. Raises Unavailable if the database is away."""
    return await _run_in(_heartbeat_thread, function)


async def _run_in(thread: ThreadPoolExecutor, function: Callable[[], R]) -> R:
    caller = trace.current()

    def call() -> R:
        try:
            with trace.going_on(caller):
                return function()
        except (OperationalError, InterfaceError) as error:
            drop_connection()
            raise Unavailable(*error.args) from error
        except DatabaseError:
            connection.close()
            raise

    return await asyncio.get_running_loop().run_in_executor(thread, call)


async def run_in_own_thread(function: Callable[[], R]) -> R:
    """Run *function*, which takes its time, away from the rooms' thread.

    Raises Unavailable if the database is away.
    """

    def call() -> R:
        try:
            return function()
        except (OperationalError, InterfaceError) as away:
            raise Unavailable(*away.args) from away
        finally:
            # The thread goes back to its pool, and would keep its connection however long it is
            # idle there.
            connections.close_all()

    return await asyncio.to_thread(call)


def drop_connection() -> None:
    """Close this thread's connection, which has failed; if none could be opened, note an outage.

    An open connection that fails may only be old: the next one shows if the database is away.
    """
    if connection.connection is None:
        downtime.note_failure()
    connection.close()


def disconnect() -> None:
    """Close the threads' connections, which the next use opens again."""
    for thread in (_thread, _heartbeat_thread):
        thread.submit(connections.close_all).result()


@contextmanager
def log_errors(message: str, *args: object) -> Iterator[None]:
    """Log an error of the block with *message*, so that the next of many is done all the same.

    Raises OperationalError, and so Unavailable: with the database away none of them would succeed.
    """
    try:
        yield
    except OperationalError:
        raise
    except Exception:
        logger.exception(message, *args)


def warn_of(sentence: str, error: Exception) -> None:
    """Log *error* in one line: mostly the database is away, which many find at once."""
    cause = error.__cause__ or error  # its own name tells more than Unavailable does
    logger.warning("%s: %s: %s", sentence, type(cause).__name__, cause)
