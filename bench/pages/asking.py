"""Asking the site for a page in this process, through all its code, and watching the queries."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connections
from django.db.backends.signals import connection_created

HEADERS = ((b"host", b"127.0.0.1:8000"), (b"accept", b"text/html"))
EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN ", "postgresql": "EXPLAIN (ANALYZE, BUFFERS) "}


@dataclass(frozen=True, slots=True)
class Answer:
    """*seconds* until its last byte, *first* until the beginning, *cpu* of the whole process."""

    status: int
    size: int
    seconds: float
    first: float
    cpu: float
    location: str = ""


@dataclass
class Queries:
    """How often the database was asked, in any thread, and the slowest query with its plan."""

    count: int = 0
    slowest: float = 0.0
    sql: str = ""
    plan: str = ""
    wants_plan: bool = False
    _inside: bool = field(default=False, repr=False)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            if not self._inside:
                self._note(time.perf_counter() - started, sql, params, context["connection"])

    def _note(self, seconds: float, sql: str, params: Any, asked: Any) -> None:
        self.count += 1
        is_read = sql.lstrip().upper().startswith("SELECT")
        if seconds > self.slowest and is_read:
            self.slowest, self.sql = seconds, sql
            if self.wants_plan:
                self._explain(sql, params, asked)

    def _explain(self, sql: str, params: Any, asked: Any) -> None:
        self._inside = True
        try:
            with asked.cursor() as cursor:
                cursor.execute(EXPLAIN[asked.vendor] + sql, params)
                self.plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
        finally:
            self._inside = False


@dataclass
class Watch:
    """Passes the queries of every connection in this process to *queries*, if there is one."""

    queries: Queries | None = None

    def install(self) -> None:
        connection_created.connect(self._add, weak=False)
        connections.close_all()

    def _add(self, connection: Any, **_: Any) -> None:
        connection.execute_wrappers.append(self._pass_on)

    def _pass_on(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.queries is None:
            return execute(sql, params, many, context)
        return self.queries(execute, sql, params, many, context)


async def ask(
    application: Any,
    path: str,
    cookies: str = "",
    *,
    headers: Sequence[Any] = (),
    post: bool = False,
) -> Answer:
    """Ask for *path*, which may have a query string, and read the whole answer."""
    asked, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": "POST" if post else "GET",
        "path": asked,
        "raw_path": asked.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "client": ("127.0.0.1", 9),
        "server": ("127.0.0.1", 8000),
        "headers": [*HEADERS, (b"cookie", cookies.encode()), *headers],
    }
    return await _Exchange().run(application, scope)


class _Exchange:
    def __init__(self) -> None:
        self.status, self.size, self.first, self.location = 0, 0, 0.0, ""
        self._is_asked = False

    async def run(self, application: Any, scope: dict[str, Any]) -> Answer:
        cpu, self.started = time.process_time(), time.perf_counter()
        await application(scope, self.receive, self.send)
        seconds, cpu = time.perf_counter() - self.started, time.process_time() - cpu
        return Answer(self.status, self.size, seconds, self.first, cpu, self.location)

    async def receive(self) -> dict[str, Any]:
        if self._is_asked:
            await asyncio.Event().wait()  # nobody hangs up
        self._is_asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = dict(message["headers"])
            self.location = headers.get(b"Location", b"").decode()
        else:
            self.size += len(message.get("body", b""))
            self.first = self.first or time.perf_counter() - self.started
