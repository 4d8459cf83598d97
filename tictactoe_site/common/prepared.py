"""Queries that Django compiles to SQL once: of some that takes six times as long as the answer.

Only for those that earn it; see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from functools import lru_cache, update_wrapper
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

KEPT = 32  # statements of one query: for each number of keys, and for other fixed values

Row = TypeVar("Row")
Key = int | str
Statement = tuple[QuerySet[Any, Row], SQLCompiler, str, tuple[Any, ...]]


class PreparedQuery(Generic[Row]):
    """A function that builds a query from keys of rows, called for a list of what it finds.

    It is given stand-ins for the keys, of which there is at least one, and may only compare them.
    What else it depends on it takes by name.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._statement = lru_cache(KEPT)(self._compile)
        update_wrapper(self, build)

    def __call__(self, *keys: Key, **fixed: Hashable) -> list[Row]:
        stand_ins = tuple(_stand_in(place, key) for place, key in enumerate(keys))
        queryset, compiler, sql, params = self._statement(*stand_ins, **fixed)
        given = dict(zip(stand_ins, keys, strict=True))
        # A copy, because the kept one is for all threads; its connection is Django's proxy, which
        # leads each of them to its own.
        asked = copy(compiler)
        asked.as_sql = lambda *_, **__: (sql, tuple(given.get(param, param) for param in params))
        found = queryset.all()
        found.query.get_compiler = lambda *_, **__: asked
        return list(found)

    def _compile(self, *stand_ins: Key, **fixed: Hashable) -> Statement[Row]:
        queryset = self._build(*stand_ins, **fixed)
        compiler = queryset.query.get_compiler(connection=connection)
        return queryset, compiler, *compiler.as_sql()


def _stand_in(place: int, key: Key) -> Key:
    """What no row has as a key, and nothing else in a query: for the key at *place*."""
    return f"\0{place}" if isinstance(key, str) else 2**62 + place
