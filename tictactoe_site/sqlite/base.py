"""Django's SQLite backend, in which the threads of a process take turns to write.

SQLite lets one write at a time, and the others ask again with pauses that grow to a tenth of a
second: while rounds of an arena begin one after the other, moves of other games found the file
busy whenever they asked. Here the next thread is woken as soon as the last one is done.
"""

from __future__ import annotations

import threading
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

_turns: dict[str, threading.Lock] = {}  # by file


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions wait for those of the process's other connections.

    One that waits longer than the connection's timeout raises OperationalError, as SQLite does.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: threading.Lock | None = None  # while it is this connection's

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # it has no stub
        except BaseException:
            self._give_turn()
            raise

    def _commit(self) -> None:
        # If it fails, Django rolls back.
        super()._commit()  # type: ignore[misc]  # it has no stub
        self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # it has no stub
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # it has no stub
        finally:
            self._give_turn()

    def _take_turn(self) -> None:
        if self._turn:
            return
        turn = _turns.setdefault(str(self.settings_dict["NAME"]), threading.Lock())
        if not turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        self._turn = turn

    def _give_turn(self) -> None:
        if self._turn:
            self._turn.release()
            self._turn = None
