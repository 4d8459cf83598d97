"""A copy of the database, taken while games are played, becomes the same games elsewhere."""

import json
import os
import random
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import DatabaseError, OperationalError, connection
from django.utils import timezone

from games.core.rules import Ruleset
from games.management.commands import backup, restore
from games.management.copies import postgresql as copies_postgresql
from games.models import Game, Heartbeat
from tests.management.calling import refusal, run
from tests.serving import DEPLOYED, ROOT
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

LARGE = Ruleset(19, 19, 5)
FRESH = f"fresh_for_restore_{os.getpid()}"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator["OtherDatabase"]:
    """A new database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        yield OtherDatabase(f"sqlite:///{tmp_path}/fresh.sqlite3")
        return
    database = connection.settings_dict
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {FRESH}")
        host, port, user = (database[name] for name in ("HOST", "PORT", "USER"))
        password = f":{database['PASSWORD']}" if database["PASSWORD"] else ""
        yield OtherDatabase(f"postgresql://{user}{password}@{host}:{port}/{FRESH}")
        cursor.execute(f"DROP DATABASE {FRESH} WITH (FORCE)")


class OtherDatabase:
    """The site's commands with a database of their own."""

    def __init__(self, url: str) -> None:
        self.env = os.environ | DEPLOYED | {"DATABASE_URL": url}

    def run(self, *arguments: object) -> str:
        """What the command prints, whose exit code has to be 0."""
        done = self.try_to(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def try_to(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )


def cells_of_all() -> dict[str, list[int]]:
    """The moves of every game of this database."""
    games = Game.objects.prefetch_related("moves")
    return {game.uid: [move.cell for move in game.moves.all()] for game in games}


@pytest.mark.slow
def test_a_backup_under_load_is_one_moment_of_every_game(tmp_path, alice, bob, fresh):
    games = [new_game(alice, bob, ruleset=LARGE) for _ in range(3)]
    acknowledged = {game.uid: 0 for game in games}
    is_over, goes_on = threading.Event(), threading.Event()

    def keep_playing() -> None:
        order = random.Random(4).sample(range(361), 361)
        try:
            for ply, cell in enumerate(order[:300]):
                for game in games:
                    play(game, [cell])
                    if game.termination or is_over.is_set():
                        return
                    acknowledged[game.uid] = ply + 1
                goes_on.set()
        finally:
            goes_on.set()
            connection.close()

    player = threading.Thread(target=keep_playing)
    player.start()
    goes_on.wait(60)
    before = dict(acknowledged)
    assert all(before.values())
    file = tmp_path / "backup"
    assert run("backup", file)[0].startswith(f"Wrote {file}")
    is_over.set()
    player.join()

    assert "3 games are restored" in fresh.run("restore", file)
    assert fresh.run("verify_games") == "3 games verified, 0 broken.\n"
    here = cells_of_all()
    for uid, cells in cells_in(fresh).items():
        assert cells == here[uid][: len(cells)]
        assert len(cells) >= before[uid]


def cells_in(fresh: OtherDatabase) -> dict[str, list[int]]:
    """The moves of every game of another database."""
    code = (
        "from tests.management.test_backup_restore import cells_of_all; import json;"
        "print(json.dumps(cells_of_all()))"
    )
    cells: dict[str, list[int]] = json.loads(fresh.run("shell", "-v", "0", "-c", code))
    return cells


def test_what_is_there_is_replaced_only_when_that_is_asked_for(tmp_path, alice, bob):
    game = play(new_game(alice, bob), X_WINS)
    file = tmp_path / "backup"
    run("backup", file)
    later = new_game(alice, bob)
    with pytest.raises(CommandError, match="The database holds games or accounts") as refused:
        run("restore", file)
    assert refused.value.returncode == 2
    assert Game.objects.filter(uid=later.uid).exists()
    assert "1 game is restored" in run("restore", "--replace", file)[0]
    assert cells_of_all() == {game.uid: list(X_WINS)}


def test_a_backup_is_readable_by_its_owner_only_and_never_written_over(tmp_path):
    file = tmp_path / "backup"
    run("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = file.read_bytes()
    with pytest.raises(CommandError, match="already exists") as refused:
        run("backup", file)
    assert refused.value.returncode == 2
    assert file.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="No backup was made: No such file"):
        run("backup", tmp_path / "nowhere" / "backup")


def test_a_disk_that_takes_no_more_is_a_sentence_and_leaves_nothing(tmp_path):
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, most))  # bytes of any file
    try:
        with pytest.raises(CommandError, match="No backup was made") as refused:
            run("backup", tmp_path / "backup")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
    assert refused.value.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_away_is_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    def away():
        raise OperationalError("connection refused")

    monkeypatch.setattr(backup, "copies", away)
    with pytest.raises(CommandError, match="No backup was made: connection refused") as refused:
        run("backup", tmp_path / "copy")
    assert refused.value.returncode == 2
    assert not list(tmp_path.iterdir())


def test_while_a_server_runs_nothing_is_restored(tmp_path):
    run("backup", tmp_path / "backup")
    Heartbeat.objects.create(pk=1, at=timezone.now())
    with pytest.raises(CommandError, match="A server is using this database"):
        run("restore", "--replace", tmp_path / "backup")
    Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=10))
    assert "restored" in run("restore", "--replace", tmp_path / "backup")[0]


def test_a_damaged_database_is_no_broken_backup(tmp_path, monkeypatch):
    def damaged(model):
        raise DatabaseError("file is not a database")

    run("backup", tmp_path / "backup")
    monkeypatch.setattr(restore, "_has_table", damaged)
    with pytest.raises(CommandError, match=r"cannot be read: file is not a database\. ") as refused:
        run("restore", "--replace", tmp_path / "backup")
    assert refused.value.returncode == 2


@pytest.mark.parametrize("content", [b"", b"not a backup at all", b"PGDMP", b"SQLite format 3\0"])
def test_what_is_no_backup_changes_nothing(tmp_path, alice, bob, content):
    game = play(new_game(alice, bob), X_WINS)
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(CommandError, match="Nothing was restored") as refused:
        run("restore", "--replace", tmp_path / "file")
    assert refused.value.returncode == 2
    assert Game.objects.get().uid == game.uid


def test_a_torn_backup_changes_nothing(tmp_path, alice, bob):
    game = play(new_game(alice, bob), X_WINS)
    run("backup", tmp_path / "whole")
    content = (tmp_path / "whole").read_bytes()
    (tmp_path / "torn").write_bytes(content[: len(content) * 2 // 3])
    with pytest.raises(CommandError, match="Nothing was restored"):
        run("restore", "--replace", tmp_path / "torn")
    assert Game.objects.get().uid == game.uid


def test_wrong_calls_are_one_line(capsys, tmp_path):
    assert "file" in refusal(backup.Command(), "backup", capsys=capsys).lower()
    assert "file" in refusal(restore.Command(), "restore", capsys=capsys).lower()
    refusal(restore.Command(), "restore", tmp_path / "nothing", capsys=capsys)


def test_programs_that_are_missing_or_old_are_named(monkeypatch, tmp_path):
    class Server:
        pg_version = 17_0004
        settings_dict = {"NAME": "games"}

        def ensure_connection(self):
            pass

    monkeypatch.setattr(copies_postgresql, "connection", Server())
    monkeypatch.setattr(copies_postgresql, "INSTALLED", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(copies_postgresql.BadCopy, match="there is no pg_dump here"):
        copies_postgresql.save(tmp_path / "backup")
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 15.4 (Debian)'\n")
    old.chmod(0o755)
    with pytest.raises(copies_postgresql.BadCopy, match="of version 15, the server of version 17"):
        copies_postgresql.save(tmp_path / "backup")
