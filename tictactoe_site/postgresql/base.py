"""Django's PostgreSQL backend, in which a server that can only be read counts as away.

A standby, and a server whose administrator lets nobody write, refuse with what Django raises as an
InternalError. On this site OperationalError means that the same may succeed later.
"""

from __future__ import annotations

from types import TracebackType

from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper, OperationalError
from django.utils.functional import cached_property
from psycopg.errors import ReadOnlySqlTransaction


class ReadOnlyErrorWrapper(DatabaseErrorWrapper):
    """A wrapper that raises Django's errors, and OperationalError for a refused write."""

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(exc_value, ReadOnlySqlTransaction):
            raise OperationalError(*exc_value.args).with_traceback(traceback) from exc_value
        super().__exit__(exc_type, exc_value, traceback)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that raises OperationalError if the server lets nobody write."""

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return ReadOnlyErrorWrapper(self)
