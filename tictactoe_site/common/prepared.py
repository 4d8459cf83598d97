"""Queries that Django compiles to SQL once: of some that takes six times as long as the answer.

Only for those that earn it; see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, update_wrapper
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STAND_IN = 2**62  # no row's key, nor the number of anything
KEPT = 8  # statements of one query, which may be asked with other fixed values one day

Rows = list[tuple[Any, ...]]
Statement = tuple[str, tuple[Any, ...]]


class PreparedQuery:
    """A function that builds a query from keys of rows, called for the rows that it finds.

    It is given stand-ins for the keys, and may only compare them. What else it depends on it
    takes by name. The rows are what the driver returns: ask for numbers and texts only.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        self._statement = lru_cache(KEPT)(self._compile)
        update_wrapper(self, build)

    def __call__(self, *keys: int, **fixed: Hashable) -> Rows:
        sql, params = self._statement(len(keys), **fixed)
        given = {STAND_IN + place: key for place, key in enumerate(keys)}
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(param, param) for param in params])
            rows: Rows = cursor.fetchall()
            return rows

    def _compile(self, keys: int, **fixed: Hashable) -> Statement:
        query = self._build(*range(STAND_IN, STAND_IN + keys), **fixed).query
        statement: Statement = query.sql_with_params()
        return statement
