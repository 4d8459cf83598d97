"""Queries that Django compiles to SQL once: of some that takes six times as long as the answer.

Only for those that earn it; see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from functools import lru_cache, update_wrapper
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

STAND_IN = 2**62  # no row's key, nor the number of anything
KEPT = 32  # statements of one query: for each number of keys, and for other fixed values

Rows = list[tuple[Any, ...]]
Statement = tuple[SQLCompiler, str, tuple[Any, ...]]


class PreparedQuery:
    """A function that builds a query of tuples from keys of rows, called for what it finds.

    It is given stand-ins for the keys, of which there is at least one, and may only compare them.
    What else it depends on it takes by name.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        self._statement = lru_cache(KEPT)(self._compile)
        update_wrapper(self, build)

    def __call__(self, *keys: int, **fixed: Hashable) -> Rows:
        compiler, sql, params = self._statement(len(keys), **fixed)
        given = {STAND_IN + place: key for place, key in enumerate(keys)}
        # A copy, because the kept one is for all threads; its connection is Django's proxy, which
        # leads each of them to its own.
        asked = copy(compiler)
        asked.as_sql = lambda *_, **__: (sql, tuple(given.get(param, param) for param in params))
        return list(asked.results_iter(tuple_expected=True))

    def _compile(self, keys: int, **fixed: Hashable) -> Statement:
        query = self._build(*range(STAND_IN, STAND_IN + keys), **fixed).query
        compiler = query.get_compiler(connection=connection)
        return compiler, *compiler.as_sql()
