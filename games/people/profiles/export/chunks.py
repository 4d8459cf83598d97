"""How an export reads rows: some at a time, however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
Data = dict[str, Any]
LINES = 500  # rows in memory at once


def in_chunks(rows: QuerySet[Row]) -> Iterator[Row]:
    """Yield all *rows* by their keys, some at a time; no query lasts from one chunk to the next."""
    after = 0
    while chunk := list(rows.filter(pk__gt=after).order_by("pk")[:LINES]):
        yield from chunk
        after = chunk[-1].pk
