"""Real server processes for tests, each on a free port with an environment of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from types import TracebackType

from deploy.cluster.parts import PostgreSQL
from deploy.ready import ReadySocket, wait_until
from tests.made import made_once

ROOT = Path(__file__).resolve().parent.parent
START_TIMEOUT = 120.0
STOP_TIMEOUT = 60.0
DEPLOYED = {
    "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings",
    "SECRET_KEY": "only-for-tests-" + "0" * 32,
    "PUSH_KEY": "only-for-tests-" + "0" * 28,
    "COMPUTER_DELAY_MS": "0",
    "IDLE_PROOFS": "false",
    "DAILY_ARENAS": "false",
    "WARM_ENGINE": "false",  # most of a hundred servers are never asked for a move
    "LOG_LEVEL": "INFO",
}
# For many players who all come from one machine.
WITHOUT_LIMITS = {
    "SOCKETS_PER_USER": "1000",
    "CONNECTIONS_PER_ADDRESS": "1000",
    "SOCKETS_PER_ADDRESS": "1000",
    "HANDSHAKES_PER_ADDRESS": "100000",
    "SOCKET_MESSAGES_A_SECOND": "1000",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """`python -m MODULE` until the block ends; `log` holds what it wrote."""

    def __init__(self, module: str, *arguments: str, port: int, log: Path, **env: str) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.port = port
        self.log = log
        self.code = ROOT
        self.env = os.environ | {"PORT": str(port), "PYTHONUNBUFFERED": "1"} | env
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "ServerProcess":
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def start(self) -> None:
        """Start (again), and return as soon as it answers."""
        self.process = self._started(self.env)
        deadline = time.monotonic() + START_TIMEOUT
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)

    def start_next(self) -> "subprocess.Popen[bytes]":
        """Start the next process beside the present one, and return that once the next is ready.

        Both need SHARE_PORT. After calling this, stop the one that is returned.
        """
        before = self.process
        assert before
        with ReadySocket() as ready:
            self.process = self._started(self.env | ready.env)
            assert wait_until(ready.has_heard, seconds=START_TIMEOUT), self.log.read_text()
        return before

    def _started(self, env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command, cwd=self.code, env=env, stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def answers(self) -> bool:
        try:
            self.get("/healthz")
        except OSError:
            return False
        return True

    def get(self, path: str, *, address: str = "", **headers: str) -> HTTPResponse:
        """Ask for *path* exactly as it is written, from *address*; the answer has been read."""
        # Bound without need, it could get the very port that is asked, and hear itself.
        source = (address, 0) if address else None
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=source)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.text = answer.read().decode()  # type: ignore[attr-defined]
            return answer
        finally:
            connection.close()

    def stop(self) -> int:
        """Ask it to stop, as a supervisor would, and return its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_TIMEOUT)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def site_process(folder: Path, static_root: Path, **env: str) -> ServerProcess:
    """The site as it is deployed, with a new database in *folder*; not started yet.

    It shares nothing with another site, unless *env* names a prepared database or a Redis.
    """
    env = {"REDIS_URL": ""} | env
    if "DATABASE_URL" not in env:
        file = folder / "site.sqlite3"
        file.write_bytes(prepared_database())
        env["DATABASE_URL"] = f"sqlite:///{file}"
    return another_site_process(folder / "server.log", static_root, **env)


def another_site_process(log: Path, static_root: Path, **env: str) -> ServerProcess:
    """The site with the prepared database of DATABASE_URL; not started yet."""
    port = free_port()
    own = {"PUBLIC_ORIGINS": f"http://127.0.0.1:{port}", "STATIC_ROOT": str(static_root)}
    return ServerProcess("tictactoe_site.server", port=port, log=log, **(DEPLOYED | own | env))


@contextmanager
def site_processes(folder: Path, static_root: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Makes such processes with the given environment, and starts them; they end with the block."""
    made: list[ServerProcess] = []

    def make(**env: str) -> ServerProcess:
        own = folder / f"site-{len(made)}"
        own.mkdir()
        made.append(site_process(own, static_root, **env))
        made[-1].start()
        return made[-1]

    try:
        yield make
    finally:
        for site in made:
            site.kill()


def migrated_database() -> Path:
    """A SQLite file with all tables, and what the migrations put there."""

    def migrate(file: Path) -> None:
        run("manage", "migrate", "-v", "0", code=ROOT, **DEPLOYED, DATABASE_URL=f"sqlite:///{file}")

    return made_once("migrated.sqlite3", migrate)


def prepared_database() -> bytes:
    """A SQLite file as the site's first start makes it."""

    def prepare(file: Path) -> None:
        shutil.copy(migrated_database(), file)
        run("tictactoe_site.prepare", code=ROOT, **DEPLOYED, DATABASE_URL=f"sqlite:///{file}")

    return made_once("prepared.sqlite3", prepare).read_bytes()


def copy_prepared_cluster(folder: Path) -> None:
    """Make *folder* that of a stopped PostgreSQL server whose database is prepared."""

    def prepare(files: Path) -> None:
        server = PostgreSQL(files)
        server.start()
        try:
            run("tictactoe_site.prepare", code=ROOT, **DEPLOYED, DATABASE_URL=server.url)
        finally:
            server.program.stop()

    files = made_once("postgresql", prepare)
    subprocess.run(["cp", "--archive", files, folder], check=True)


def collect_static_files(folder: Path, code: Path = ROOT) -> Path:
    """Build the static files as for deployment into *folder*."""
    env = DEPLOYED | {"STATIC_ROOT": str(folder)}
    run("manage", "collectstatic", "--noinput", "-v", "0", code=code, **env)
    return folder


def run(module: str, *arguments: str, code: Path = ROOT, **env: str) -> str:
    """What `python -m MODULE` of *code* prints. If it fails, it says all with its message."""
    done = run_to_the_end("-m", module, *arguments, code=code, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_to_the_end(
    *arguments: str, code: Path = ROOT, **env: str
) -> subprocess.CompletedProcess[str]:
    """`python ARGUMENTS` in the project's folder, however it ends."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=code,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
