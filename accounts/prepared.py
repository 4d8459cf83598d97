"""Questions to the database with SQL that is made once: for what every page asks.

Django makes the text anew for each question, which can take ten times as long as the answer. Here
only the values change. (The database plans each question anew, by the values.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import QuerySet

STAND_IN = 987_654_321_987  # for the first key, the next number for the second: nobody's own


class Prepared:
    """What *ask* would read about the users or games whose primary keys are given to it."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]], keys: int = 1) -> None:
        self.ask = ask
        self.stand_ins = range(STAND_IN, STAND_IN + keys)

    def rows(self, *keys: int) -> list[tuple[Any, ...]]:
        """All rows about *keys*, with the values as the database has them. One query."""
        sql, values = self._question
        given = dict(zip(self.stand_ins, keys, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(value, value) for value in values])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    @cached_property
    def _question(self) -> tuple[str, tuple[Any, ...]]:
        sql, values = self.ask(*self.stand_ins).query.sql_with_params()
        return sql, values
