"""Where one fault is tried: a folder with a database, servers and games of its own."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import psycopg

from deploy.cluster.parts import Nginx, PostgreSQL, Redis
from tests import serving
from tests.serving import DEPLOYED, ROOT, WITHOUT_LIMITS, ServerProcess
from tests.system.deploy.tables import Table

ORIGIN = "http://players.test"  # one of every server process's own


class Broken(Exception):
    """What did not hold, in one sentence."""


def require(holds: bool, otherwise: str) -> None:
    """Raise Broken with the sentence *otherwise* unless it *holds*."""
    if not holds:
        raise Broken(otherwise)


class Place:
    """All that one fault needs, which ends with the block.

    The database is SQLite and the channel layer in memory, unless `start_postgresql` and
    `start_redis` are called first. All server processes of a place share the database. With root,
    PostgreSQL runs as a user of its own, who has to reach *folder*. *loads_players* says whether
    servers load the computer's players when they start, as they do where the site is deployed:
    that is part of a start and of memory, and most of its work.
    """

    def __init__(self, folder: Path, static_root: Path, *, loads_players: bool = True) -> None:
        self.folder = folder
        self.static_root = static_root
        self.loads_players = loads_players
        self.postgresql: PostgreSQL | None = None
        self.redis: Redis | None = None
        self.nginx: Nginx | None = None
        self.sites: list[ServerProcess] = []
        self.has_database = False
        file = folder / "site.sqlite3"
        where = {"DATABASE_URL": f"sqlite:///{file}", "REDIS_URL": ""}
        self.env = DEPLOYED | WITHOUT_LIMITS | where | {"STATIC_ROOT": str(static_root)}
        self.env["WARM_ENGINE"] = "true" if loads_players else "false"

    def __enter__(self) -> Place:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for site in self.sites:
            site.kill()
        for part in (self.nginx, self.redis, self.postgresql):
            if part:
                part.program.stop()

    # ---- what there is --------------------------------------------------------------------

    def start_postgresql(self) -> PostgreSQL:
        """A PostgreSQL server with this place's database; it can be stopped and started."""
        serving.copy_prepared_cluster(self.folder / "postgresql")
        self.has_database = True
        self.postgresql = PostgreSQL(self.folder / "postgresql")
        self.postgresql.start()
        self.env["DATABASE_URL"] = self.postgresql.url
        return self.postgresql

    def start_redis(self) -> Redis:
        """A Redis server for the channel layer and the cache."""
        self.redis = Redis(self.folder / "redis")
        self.redis.start()
        self.env["REDIS_URL"] = self.redis.url
        return self.redis

    def start_nginx(self, sites: Sequence[ServerProcess]) -> Nginx:
        """An nginx before *sites*, which leads a game's players to the same one of them."""
        static = self.folder / "static"  # without files: pages are not looked at here
        static.mkdir()
        self.nginx = Nginx(self.folder / "nginx", port=serving.free_port(), static=static)
        self.nginx.start([site.port for site in sites])
        return self.nginx

    def prepare(self) -> None:
        """Make the tables, as the site's first start does."""
        if self.has_database:
            return
        self.has_database = True
        Path(self._sqlite_file).write_bytes(serving.prepared_database())

    def site(self, *, under: Sequence[str] = (), **env: str) -> ServerProcess:
        """A server process that answers; *env* adds to this place's environment.

        *under* is a command that runs it.
        """
        self.prepare()
        log = self.folder / f"server-{len(self.sites) + 1}.log"
        site = serving.another_site_process(log, self.static_root, **(self.env | env))
        site.env["PUBLIC_ORIGINS"] += f",{ORIGIN}"
        site.command = [*under, *site.command]
        self.sites.append(site)
        site.start()
        return site

    def twin(self, name: str) -> Place:
        """A place with a new and empty database of the same kind."""
        folder = self.folder / name
        folder.mkdir()
        twin = Place(folder, self.static_root, loads_players=self.loads_players)
        if url := self._postgresql_url:
            self.do(f"CREATE DATABASE {name}")
            twin.env["DATABASE_URL"] = urlsplit(url)._replace(path=f"/{name}").geturl()
        return twin

    def run(self, module: str, *arguments: str) -> str:
        """What `python -m MODULE` prints, run with this place's database."""
        return serving.run(module, *arguments, code=ROOT, **self.env)

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`manage.py` with this place's database, run to its end, however that is."""
        return serving.run_to_the_end("manage.py", *arguments, code=ROOT, **self.env)

    # ---- who plays ------------------------------------------------------------------------

    def games(self, count: int, control: str = "none") -> tuple[str, str, list[str]]:
        """So many new games on large boards: the session keys of X and O, and the games' uids."""
        self.prepare()
        terms = (str(count), "19,19,19", control)
        x, o, *uids = self.run("tests.system.deploy.prepare_games", *terms).split()
        return x, o, uids

    def tables(self, count: int, sites: Sequence[ServerProcess], **ways: float) -> list[Table]:
        """So many new games with two players each, who have not begun.

        X sits at the first of *sites*, O at the last. *ways* are Table's.
        """
        x, o, uids = self.games(count)
        ports = (sites[0].port, sites[-1].port)
        return [Table(uid, (x, o), ports, ORIGIN, **ways) for uid in uids]

    # ---- what became of it ----------------------------------------------------------------

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The database's answer, asked from outside."""
        with self._connection() as connection:
            return list(connection.execute(query).fetchall())

    def do(self, query: str) -> None:
        """Change the database from outside."""
        with self._connection() as connection:
            connection.execute(query)

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        if url := self._postgresql_url:
            connect = partial(psycopg.connect, url, autocommit=True)
        else:
            connect = partial(sqlite3.connect, self._sqlite_file, timeout=20, isolation_level=None)
        with closing(connect()) as connection:
            yield connection

    def moves(self) -> dict[str, list[int]]:
        """The cells of every game's moves in the database, in their order."""
        cells: dict[str, list[int]] = {uid: [] for (uid,) in self.ask("SELECT uid FROM games_game")}
        rows = self.ask(
            "SELECT games_game.uid, games_move.ply, games_move.cell FROM games_move "
            "JOIN games_game ON games_game.id = games_move.game_id ORDER BY games_move.ply"
        )
        for uid, ply, cell in rows:
            require(ply == len(cells[uid]), f"{uid} has a gap before ply {ply}.")
            cells[uid].append(cell)
        return cells

    def require_kept(self, heard: Mapping[str, int]) -> int:
        """Raise Broken unless the database has the moves that players *heard* of, by the uid.

        Of each game so many, the cells in order. Returns how many were looked at.
        """
        stored = self.moves()
        for uid, plies in heard.items():
            require(
                stored[uid][:plies] == list(range(plies)),
                f"{uid}: {plies} moves were acknowledged, the database has {stored[uid]}.",
            )
        return sum(heard.values())

    def verify(self) -> str:
        """What `manage.py verify_games` says of it. Raises Broken unless every game holds."""
        done = self.manage("verify_games", "--skip-checks")
        require(done.returncode == 0, (done.stdout + done.stderr).strip())
        return done.stdout.strip()

    def require_no_traceback(self) -> None:
        for site in self.sites:
            said = site.log.read_text()
            require("Traceback" not in said, f"{site.log} has a traceback.")

    @property
    def _postgresql_url(self) -> str:
        """Empty for SQLite."""
        url = self.env["DATABASE_URL"]
        return url if url.startswith("postgresql:") else ""

    @property
    def _sqlite_file(self) -> str:
        return self.env["DATABASE_URL"].removeprefix("sqlite:///")
