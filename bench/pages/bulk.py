"""Writing many rows at once into SQLite or PostgreSQL, without saving models."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, models

Row = Sequence[Any]
# Nothing here has to outlive a power cut; the pages of the largest indexes fit into memory.
HASTY_SQLITE = (
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA cache_size = -1500000",
)


def hurry() -> None:
    """Let this connection write without waiting for the disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for pragma in HASTY_SQLITE:
                cursor.execute(pragma)
        else:
            cursor.execute("SET synchronous_commit = off")


def settle() -> None:
    """End the hurry, and do now what the database would do later by itself."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA locking_mode = NORMAL")
            cursor.execute("PRAGMA journal_mode = WAL")
        else:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")
    connection.close()


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> None:
    table, names = model._meta.db_table, ", ".join(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            places = ", ".join("?" * len(columns))
            cursor.cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)
        else:
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)


def insert_with_defaults(model: type[models.Model], given: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows of which only some columns are *given*; the others get the model's defaults."""
    usual = _defaults(model)
    rows = [{**usual, **row} for row in given]
    if rows:
        columns = list(rows[0])
        adapted = ([_adapted(row[column]) for column in columns] for row in rows)
        insert(model, columns, adapted)


def _defaults(model: type[models.Model]) -> dict[str, Any]:
    blank = model()
    return {
        field.column: getattr(blank, field.attname)
        for field in model._meta.concrete_fields
        if field.column and not field.primary_key
    }


def _adapted(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, dict):
        return json.dumps(value)
    return value.value if isinstance(value, models.TextChoices) else value
