"""What becomes of a PostgreSQL database whose restore is killed midway."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from games.management.copies import postgresql as copies_postgresql
from tests.serving import DEPLOYED, ROOT

pytestmark = pytest.mark.postgresql

NAME = f"killed_restore_{os.getpid()}"
COPIES = "from pathlib import Path; from games.management.copies import postgresql as copies; "


@pytest.fixture
def url() -> Iterator[str]:
    """A database with one game, as far as a copy looks at it."""
    server = os.environ["TEST_DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {NAME}")
        fresh = urlunsplit(urlsplit(server)._replace(path=f"/{NAME}"))
        with psycopg.connect(fresh) as database:
            database.execute("CREATE TABLE games_game (id int PRIMARY KEY, uid text)")
            database.execute("INSERT INTO games_game VALUES (1, 'first')")
        yield fresh
        admin.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def copying(url: str, call: str, *, path: str = "") -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", COPIES + call],
        cwd=ROOT,
        env=os.environ | DEPLOYED | {"DATABASE_URL": url, "PATH": path + os.environ["PATH"]},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def games(url: str) -> list[str]:
    with psycopg.connect(url) as database:
        return [uid for (uid,) in database.execute("SELECT uid FROM games_game ORDER BY id")]


def slow_program(name: str, folder: Path) -> Path:
    """A program that says half of what the real one does, notes its id and says no more."""
    found = copies_postgresql.INSTALLED.glob(f"*/bin/{name}")
    real = max(found, key=lambda path: float(path.parts[-3]))
    program = folder / "slow" / name
    program.parent.mkdir()
    said = folder / "said"
    program.write_text(
        "#!/bin/sh\n"
        f'case "$1" in --version|--list) exec {real} "$@";; esac\n'
        f'{real} "$@" > {said}; head -c $(($(wc -c < {said}) / 2)) {said}\n'
        f"echo $$ > {folder}/noted; mv {folder}/noted {folder}/midway; exec sleep 60\n"
    )
    program.chmod(0o755)
    return program


def wait_for(file: Path) -> int:
    deadline = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return int(file.read_text())


@pytest.mark.parametrize("killed", ["the command", "pg_restore"])
def test_a_restore_that_is_killed_twice_loses_nothing(url, tmp_path, killed):
    file, midway = tmp_path / "copy", tmp_path / "midway"
    assert copying(url, f"copies.save(Path({str(file)!r}))").wait() == 0
    with psycopg.connect(url) as database:
        database.execute("INSERT INTO games_game VALUES (2, 'later')")
    slow = slow_program("pg_restore", tmp_path)
    for _ in range(2):
        load = f"copies.load(Path({str(file)!r}))"
        restoring = copying(url, load, path=f"{slow.parent}:")
        reader = wait_for(midway)
        if killed == "the command":
            restoring.kill()
        os.kill(reader, signal.SIGKILL)
        assert restoring.wait(60) != 0
        midway.unlink()
        assert games(url) == ["first", "later"]
    assert copying(url, load).wait() == 0
    assert games(url) == ["first"]
