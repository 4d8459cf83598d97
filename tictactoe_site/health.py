"""What a supervisor asks: is the process alive, and is it ready for players?"""

import asyncio
import logging

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse

from games.models.processes import Lock
from tictactoe_site.server.asgi_types import IS_FULL

logger = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds for all checks together
WRITTEN = "ready"  # the name of a row of locks that nobody ever sees


class Health:
    """What this process knows about itself."""

    has_migrations = False  # seen once; a running process does not lose them
    asked: "asyncio.Future[None] | None" = None  # of the database, for all who want to know now
    is_writing = False  # the question has got as far as a write


async def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the event loop turns, touching nothing else."""
    return plain("ok")


async def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if database, migrations and channel layer are there, else 503 and what is not."""
    if getattr(request, "scope", {}).get("state", {}).get(IS_FULL):
        return not_ready("too many connections are open for another socket")
    part = "the database"
    try:
        async with asyncio.timeout(PATIENCE):
            await check_database()
            part = "the channel layer"
            await check_channel_layer()
    except NotReady as reason:
        return not_ready(str(reason))
    except TimeoutError:
        if part == "the database" and Health.is_writing:
            return not_ready("the database cannot be written: another program keeps it locked")
        return not_ready(f"{part} does not answer")
    except Exception as error:
        logger.warning("Not ready: %s: %s", type(error).__name__, error)
        return not_ready(f"{part} fails: {first_line(error)}")
    return plain("ready")


class NotReady(Exception):
    """A sentence on why this process cannot serve players now."""


async def check_database() -> None:
    """Ask the database, or wait with those who have asked: if it hangs, a second question would."""
    if Health.asked is None or Health.asked.done():
        # In a thread of its own, so that a database that hangs holds up nothing else.
        Health.asked = asyncio.ensure_future(sync_to_async(ask_database, thread_sensitive=False)())
        # It may fail when nobody waits any more, of which asyncio would write a traceback.
        Health.asked.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
    asked = Health.asked
    await asyncio.wait({asked})  # one caller that gives up does not take the answer from the others
    await asked


def ask_database() -> None:
    try:
        connection.ensure_connection()
        if not connection.is_usable():
            raise NotReady("the database does not answer")
        if not Health.has_migrations:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                raise NotReady("the migrations have not all run")
            Health.has_migrations = True
        try:
            Health.is_writing = True
            write_a_little()
        except DatabaseError as error:
            raise NotReady(f"the database cannot be written: {first_line(error)}") from error
    finally:
        Health.is_writing = False
        connection.close()


def write_a_little() -> None:
    """Commit a row that is gone again: a database that can only be read is of no use to players."""
    with transaction.atomic():
        Lock.objects.bulk_create([Lock(name=WRITTEN)])
        Lock.objects.filter(name=WRITTEN).delete()


def first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


async def check_channel_layer() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "ready"})
    await layer.receive(channel)


def not_ready(reason: str) -> HttpResponse:
    return plain(reason, status=503)


def plain(text: str, status: int = 200) -> HttpResponse:
    response = HttpResponse(f"{text}\n", content_type="text/plain", status=status)
    response["Cache-Control"] = "no-store"
    return response
