"""A copy of the PostgreSQL database in one file, by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

from games.management.copies import BadCopy

INSTALLED = Path("/usr/lib/postgresql")  # Debian's place for the programs of each version
WITHOUT_ROLES = ["--no-owner", "--no-privileges"]  # another server may have other roles
# A restore by an earlier version of the site may have left the former games in this schema.
LEFT_OVER = "before_restore"
REPLACE = b"BEGIN; DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
KEEP = b"COMMIT;\n"


def save(file: Path) -> None:
    """Write the database as it is at one moment into *file*; writers need not wait."""
    without = f"--exclude-schema={LEFT_OVER}"
    _run("pg_dump", "--format=custom", without, *WITHOUT_ROLES, "--file", str(file))


def check(file: Path) -> None:
    """Raise BadCopy unless *file* is a copy of a site's database."""
    if "TABLE DATA public games_game " not in _run("pg_restore", "--list", str(file)):
        raise BadCopy("there are no games in it")


def load(file: Path) -> None:
    """Replace the whole database by the copy *file*, or change nothing if that fails.

    Everything happens in one transaction, which is committed only once `pg_restore` has
    succeeded: whichever program is killed before, the database stays as it was.
    """
    reader, writer = _program("pg_restore"), _program("psql")
    connection.close()
    env = os.environ | _whereabouts(connection.settings_dict)
    with tempfile.TemporaryFile() as complaints:
        psql = subprocess.Popen(
            [writer, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
        assert psql.stdin
        with suppress(BrokenPipeError), psql.stdin as statements:  # psql says why it ended
            _say(statements, REPLACE)
            read = subprocess.run(
                [reader, "--file=-", *WITHOUT_ROLES, str(file)],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=statements,
                stderr=subprocess.PIPE,
                check=False,
            )
            if not read.returncode:
                _say(statements, KEEP)
        if psql.wait():
            complaints.seek(0)
            raise BadCopy(_why(complaints.read()) or "psql failed")
    if read.returncode:
        raise BadCopy(_why(read.stderr) or "pg_restore failed")


def _say(stream: IO[bytes], statements: bytes) -> None:
    stream.write(statements)
    stream.flush()


def _why(said: bytes) -> str:
    return _line(said.decode(errors="replace"))


def _run(name: str, *arguments: str) -> str:
    """Run the program *name* on the database, and return what it prints. Raises BadCopy."""
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
    """Return PostgreSQL's environment variables, so that no password is on a command line."""
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
    """Return the path of the newest program *name* on this machine.

    Raises BadCopy if there is none, or only one that is too old.
    """
    folders = [*os.environ.get("PATH", "").split(os.pathsep), *map(str, INSTALLED.glob("*/bin"))]
    places = (shutil.which(name, path=folder) for folder in folders if folder)
    found = [path for path in places if path]
    if not found:
        raise BadCopy(f"there is no {name} here; it is in the package postgresql-client")
    path = max(found, key=_version)  # of equal versions, the first in PATH
    version = _version(path)
    connection.ensure_connection()
    server = cast("DatabaseWrapper", connection).pg_version // 10_000
    if version < server:
        raise BadCopy(f"{name} is of version {version}, the server of version {server}")
    return path


def _version(program: str) -> int:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    number = re.search(r"\d+", told.stdout)
    return int(number.group()) if number else 0
