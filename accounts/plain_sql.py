"""Rows asked for in plain SQL: for the few questions that every visit and every socket asks.

Django takes several times as long to build such a question as a database to answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


def rows(model: type[Row], condition: str, params: Sequence[Any]) -> list[Row]:
    """The rows of *model* under *condition*, which has a %s for each of *params*."""
    question = f"{_select(model)} WHERE {condition}"
    return list(model._default_manager.raw(question, params))


def values(
    model: type[models.Model], columns: str, condition: str, params: Sequence[Any]
) -> list[tuple[Any, ...]]:
    """Only *columns* of such rows, as the database has them."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table} WHERE {condition}", params)  # nosec B608
        answer: list[tuple[Any, ...]] = cursor.fetchall()
        return answer


@cache
def _select(model: type[models.Model]) -> str:
    columns = ", ".join(field.column for field in model._meta.concrete_fields)
    return f"SELECT {columns} FROM {model._meta.db_table}"  # nosec B608
