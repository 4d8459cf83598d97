"""`flush`, as the database is emptied after each test that commits.

Django's own empties every table, then makes all content types and permissions again. That took
nine tenths of it: 25 ms a test on SQLite (cProfile over tests/play/game/test_consumer.py). Here
they stay, and only tables with rows are emptied.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

KEPT = {ContentType._meta.db_table, Permission._meta.db_table}


class Command(flush.Command):
    help = "Delete all rows but those that every migrated database has."

    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        connection.ops.execute_sql_flush(
            [f"DELETE FROM {connection.ops.quote_name(table)}" for table in filled(connection)]
        )


def filled(connection: BaseDatabaseWrapper) -> list[str]:
    """The tables that have rows, without those that are kept."""
    tables = set(connection.introspection.django_table_names()) - KEPT
    asked = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})"
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [table for (table,) in cursor.fetchall()]
