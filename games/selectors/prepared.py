"""Queries that every page asks, with SQL that is made once: to make it takes longer than to answer.

The database's own order of work is not prepared; it plans each query anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STAND_IN = 987_654_321_987  # for the number that a query is about; no query asks for it otherwise


class Prepared:
    """What *ask* would read about one user or game, given by its primary key."""

    def __init__(self, ask: Callable[[int], QuerySet[Any, Any]]) -> None:
        self.ask = ask

    def rows(self, key: int) -> list[tuple[Any, ...]]:
        """All rows about *key*, as the database gives them. One query."""
        sql, values = self._statement
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if value == STAND_IN else value for value in values])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    @cached_property
    def _statement(self) -> tuple[str, tuple[Any, ...]]:
        sql, values = self.ask(STAND_IN).query.sql_with_params()
        return sql, values
