"""A database of the last released version becomes this version's, and keeps what it holds."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import released, serving
from tests.serving import DEPLOYED

Row = dict[str, object]  # by the names of the columns


class Upgrade(NamedTuple):
    """What became of one database of the released version."""

    env: Mapping[str, str]
    output: str  # of `migrate`
    before: Mapping[str, list[Row]]
    after: Mapping[str, list[Row]]


@pytest.fixture(scope="module")
def upgrade(tmp_path_factory: pytest.TempPathFactory) -> Upgrade:
    """Return a database that the released version made and filled, after this one's `migrate`."""
    file = tmp_path_factory.mktemp("upgrade") / "site.sqlite3"
    env = DEPLOYED | {"DATABASE_URL": f"sqlite:///{file}"}
    serving.run("manage", "migrate", "-v", "0", code=released.code(), **env)
    serving.run("tests.system.deploy.prepare_games", "3", code=released.code(), **env)
    before = dict(tables(file))
    output = serving.run("manage", "migrate", "--no-color", **env)
    return Upgrade(env, output, before, dict(tables(file)))


def tables(file: Path) -> Iterator[tuple[str, list[Row]]]:
    """Yield every table of *file* with its rows."""
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        master = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        for (name,) in database.execute(master).fetchall():
            yield name, [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')]


def test_only_new_migrations_run(upgrade):
    ran = set(re.findall(r"Applying (\w+)\.(\w+)\.\.\. OK", upgrade.output))
    assert ran
    assert not ran & released.migrations()


def test_every_row_is_kept(upgrade):
    assert len(upgrade.before["games_game"]) == 3
    for table, rows in upgrade.before.items():
        now = upgrade.after[table]
        assert [row for row in rows if not any(is_kept(row, each) for each in now)] == [], table


def is_kept(row: Row, now: Row) -> bool:
    """Return whether *now* says the same as *row* wherever it still has the column."""
    return all(now[column] == value for column, value in row.items() if column in now)


@pytest.mark.parametrize("command", ["migrate", "makemigrations"])
def test_nothing_is_left_to_do(upgrade, command):
    serving.run("manage", command, "--check", **upgrade.env)


def test_the_released_version_finds_nothing_to_do_either(upgrade):
    serving.run("manage", "migrate", "--check", code=released.code(), **upgrade.env)


def test_an_older_database_is_refused_with_the_way_to_go(tmp_path):
    file = tmp_path / "site.sqlite3"
    shutil.copy(serving.migrated_database(), file)
    forget_first_migrations(file)
    before = dict(tables(file))
    done = prepare(file)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is applied before its dependency accounts.0001_squashed" in done.stderr
    assert done.stderr.endswith("docs/operations.md, “A new version”, says through which.\n")
    assert dict(tables(file)) == before


def forget_first_migrations(file: Path) -> None:
    """Leave *file* with a history that knows nothing of our first migrations."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE name LIKE '0001_squashed_%'")


def prepare(file: Path) -> subprocess.CompletedProcess[str]:
    env = DEPLOYED | {"DATABASE_URL": f"sqlite:///{file}"}
    return serving.run_to_the_end("-m", "tictactoe_site.prepare", **env)
