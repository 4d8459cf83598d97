"""Temporary databases of several sizes: SQLite files, or on the server of DATABASE_URL."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[2]
QUIETLY = {"LOG_LEVEL": "ERROR", "DEBUG": "false"}


@dataclass(frozen=True, slots=True)
class Place:
    """A database of so many *moves*, filled and asked by the code in the folder *tree*."""

    moves: int
    url: str
    tree: Path

    @property
    def name(self) -> str:
        """Its size, and its work tree if that is not this one."""
        other = "" if self.tree == ROOT else f" in {self.tree.name}"
        return f"{self.moves:,}{other}"

    def run(self, module: str, *arguments: str) -> Iterator[str]:
        """Run `python -m MODULE` with this database, and yield what it writes line by line."""
        command = [sys.executable, "-m", module, *arguments]
        key = os.environ.get("SECRET_KEY") or secrets.token_hex(32)
        env = os.environ | QUIETLY | {"DATABASE_URL": self.url, "SECRET_KEY": key}
        with Popen(command, cwd=self.tree, env=env, stdout=PIPE, text=True) as one:
            assert one.stdout
            yield from one.stdout
        if one.returncode:
            raise SystemExit(f"{module} failed with {one.returncode}")


@contextmanager
def place(moves: int, folder: Path, *, is_kept: bool, tree: Path = ROOT) -> Iterator[Place]:
    """Make a filled database for the block; one that was kept in *folder* is used as it is."""
    base = os.environ.get("DATABASE_URL", "sqlite://")
    if base.startswith("sqlite"):
        yield from _file(moves, folder, is_kept, tree)
    else:
        yield from _database(moves, base, tree)


def _file(moves: int, folder: Path, is_kept: bool, tree: Path) -> Iterator[Place]:
    name = f"pages-{moves}" if tree == ROOT else f"pages-{moves}-{tree.name}"
    file, new = folder / f"{name}.sqlite3", folder / f"{name}.new"
    if not file.exists():
        new.unlink(missing_ok=True)
        try:
            _fill(Place(moves, f"sqlite:///{new}", tree))
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        new.rename(file)
    try:
        yield Place(moves, f"sqlite:///{file}", tree)
    finally:
        if not is_kept:
            for path in folder.glob(f"{file.name}*"):
                path.unlink()


def _database(moves: int, base: str, tree: Path) -> Iterator[Place]:
    import psycopg

    name = f"bench_pages_{moves}" if tree == ROOT else f"bench_pages_{moves}_{tree.name}"
    own = Place(moves, urlunsplit(urlsplit(base)._replace(path=f"/{name}")), tree)
    with psycopg.connect(base, autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            _fill(own)
            yield own
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _fill(new: Place) -> None:
    print(f"Filling a database with {new.name} moves", file=sys.stderr)
    for line in new.run("bench.pages.fill", str(new.moves)):
        print(line, end="", file=sys.stderr)
