"""A copy of the PostgreSQL database in one file, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.db import ProgrammingError, connection, transaction

from games.management.copies import BadCopy

INSTALLED = Path("/usr/lib/postgresql")  # Debian's place for the programs of each version
SET_ASIDE = "before_restore"  # the schema that keeps what was there until all is well
OURS_ALONE = ["--no-owner", "--no-privileges"]  # roles are the server's business


def save(file: Path) -> None:
    """Write the database as it is at one moment into *file*; writers need not wait."""
    without = f"--exclude-schema={SET_ASIDE}"
    _run("pg_dump", "--format=custom", without, *OURS_ALONE, "--file", str(file))


def check(file: Path) -> None:
    """Raise BadCopy unless *file* is a copy of a site's database."""
    if "TABLE DATA public games_game " not in _run("pg_restore", "--list", str(file)):
        raise BadCopy("there are no games in it")


def load(file: Path) -> None:
    """Make the database what *file* is: all of it, or nothing if that fails."""
    _program("pg_restore")  # before anything is moved
    _set_aside()
    connection.close()
    try:
        how = ["--single-transaction", "--exit-on-error", *OURS_ALONE]
        _run("pg_restore", *how, "--dbname", str(connection.settings_dict["NAME"]), str(file))
    except BaseException:
        _put_back()
        raise
    _change([f"DROP SCHEMA {SET_ASIDE} CASCADE"])


def _set_aside() -> None:
    try:
        _change(
            [
                f"DROP SCHEMA IF EXISTS {SET_ASIDE} CASCADE",
                f"ALTER SCHEMA public RENAME TO {SET_ASIDE}",
                "CREATE SCHEMA public",
            ]
        )
    except ProgrammingError as error:
        raise BadCopy(f"{_line(str(error))} (the site's user has to own the database)") from error


def _put_back() -> None:
    _change(["DROP SCHEMA public CASCADE", f"ALTER SCHEMA {SET_ASIDE} RENAME TO public"])


def _change(statements: list[str]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _run(name: str, *arguments: str) -> str:
    """What the program *name* answers, which is told where the database is. Raises BadCopy."""
    done = subprocess.run(
        [_program(name), *arguments],
        env=os.environ | _whereabouts(connection.settings_dict),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BadCopy(_line(done.stderr) or f"{name} failed")
    return done.stdout


def _line(text: str) -> str:
    return (text.strip().splitlines() or [""])[0]


def _whereabouts(database: dict[str, Any]) -> dict[str, str]:
    """The variables that PostgreSQL's programs read, so that no password is on a command line."""
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    given = {variable: str(database.get(name) or "") for variable, name in names.items()}
    options = {
        f"PG{name.upper()}": str(value)
        for name, value in database.get("OPTIONS", {}).items()
        if name.startswith("ssl")
    }
    return {name: value for name, value in (given | options).items() if value}


def _program(name: str) -> str:
    """The newest *name* here. Raises BadCopy if there is none, or only one that is too old."""
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *map(str, INSTALLED.glob("*/bin"))]
    found = {path for folder in folders if folder and (path := shutil.which(name, path=folder))}
    if not found:
        raise BadCopy(f"there is no {name} here; it is in the package postgresql-client")
    version, path = max((_version(path), path) for path in found)
    connection.ensure_connection()
    server = connection.pg_version // 10_000
    if version < server:
        raise BadCopy(f"{name} is of version {version}, the server of version {server}")
    return path


def _version(program: str) -> int:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    number = re.search(r"\d+", told.stdout)
    return int(number.group()) if number else 0
