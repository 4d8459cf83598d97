"""A copy of the SQLite database in one file, taken and put back while others use it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from games.management.copies import BadCopy

TIMEOUT = 30.0  # seconds to wait for a writer


def save(file: Path) -> None:
    """Write the database as it is at one moment into *file*; writers need not wait."""
    try:
        with closing(_open(_database())) as source, closing(_open(file)) as copy:
            source.backup(copy)  # all pages at once, which in WAL mode are one snapshot
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is a single file
            _require_soundness(copy)
    except sqlite3.Error as error:
        raise BadCopy(str(error)) from error


def check(file: Path) -> None:
    """Raise BadCopy unless *file* is a sound copy of a site's database."""
    try:
        with closing(_open(file, "?mode=ro")) as copy:
            _require_soundness(copy)
            copy.execute("SELECT 1 FROM games_game LIMIT 1")
    except sqlite3.Error as error:
        raise BadCopy(str(error)) from error


def load(file: Path) -> None:
    """Replace the whole database by the copy *file*, or change nothing if that fails."""
    connection.close()
    try:
        with closing(_open(file, "?mode=ro")) as copy, closing(_open(_database())) as database:
            copy.backup(database)
            database.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        raise BadCopy(str(error)) from error


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _open(file: Path, how: str = "") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}{how}", uri=True, timeout=TIMEOUT)


def _require_soundness(copy: sqlite3.Connection) -> None:
    [answer] = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise BadCopy(answer)
