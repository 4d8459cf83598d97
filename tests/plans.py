"""How the database finds what it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def plans_of(ask: Callable[[], object]) -> str:
    """SQLite's plans of all that *ask* reads, one step a line: for tests marked `embedded`.

    PostgreSQL plans by what a table holds, and in tests it holds next to nothing.
    """
    with CaptureQueriesContext(connection) as asked:
        ask()
    reads = [query["sql"] for query in asked.captured_queries if "SELECT" in query["sql"]]
    return "\n".join(step for sql in reads for step in _plan(sql))


def _plan(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return [row[3] for row in cursor.fetchall()]
