"""A whole cluster as `make cluster` starts it: games go on while its processes come and go."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from deploy.cluster.parts import answers
from deploy.ready import is_ready, wait_until
from tests.serving import DEPLOYED, ROOT, WITHOUT_LIMITS, free_port
from tests.system.deploy.tables import Table
from tests.system.workshops.playing import install, play

pytestmark = [pytest.mark.nginx, pytest.mark.postgresql, pytest.mark.redis]

GAMES = 12


class ClusterProcess:
    """`python -m deploy.cluster` in a folder of its own."""

    def __init__(self, folder: Path, static_root: Path) -> None:
        self.port = free_port()
        self.log = folder / "cluster.log"
        own = {"STATIC_ROOT": str(static_root), "CLUSTER_FOLDER": str(folder / "cluster")}
        unset = {"DATABASE_URL": "", "REDIS_URL": ""}
        env = os.environ | unset | DEPLOYED | WITHOUT_LIMITS | own
        self.env = env | {"PORT": str(self.port), "PYTHONUNBUFFERED": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.cluster"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        assert wait_until(lambda: "Ctrl-C" in self.output or self.has_ended, seconds=120), (
            self.output
        )
        assert not self.has_ended, self.output
        self.server_ports = [
            int(port) for port in re.findall(r"process \d, on port (\d+)", self.output)
        ]
        urls = re.findall(r"^(DATABASE_URL|REDIS_URL)=(.+)$", self.output, re.M)
        self.site_env = self.env | dict(urls) | {"PROCESSES": "2"}

    @property
    def output(self) -> str:
        return self.log.read_text()

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def run(self, *arguments: str) -> str:
        """What `python ARGUMENTS` prints, run with the cluster's own database."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.site_env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def children(self) -> dict[int, str]:
        """The command line of every program that it runs, by process id."""
        pids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return {
            int(pid): Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
            for pid in pids.split()
        }


@pytest.fixture(scope="module")
def cluster(static_root: Path) -> Iterator[ClusterProcess]:
    folder = Path(tempfile.mkdtemp(prefix="cluster-"))
    folder.chmod(0o711)  # PostgreSQL runs as a user of its own
    shutil.copytree(static_root, folder / "static")
    (folder / "static").chmod(0o755)
    running = ClusterProcess(folder, folder / "static")
    yield running
    if not running.has_ended:
        running.process.send_signal(signal.SIGTERM)
        running.process.wait(60)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def tables(cluster: ClusterProcess) -> list[Table]:
    """Most are led to the right process by nginx; at some the players sit at one each."""
    x, o, *uids = cluster.run("-m", "tests.system.deploy.prepare_games", str(GAMES)).split()
    origin = f"http://127.0.0.1:{cluster.port}"
    divided, together = cluster.server_ports, [cluster.port] * 2
    return [
        Table(uid, (x, o), divided if number % 5 == 0 else together, origin)
        for number, uid in enumerate(uids)
    ]


class Reader(threading.Thread):
    """Somebody without scripts, who loads page after page."""

    def __init__(self, port: int, paths: list[str]) -> None:
        super().__init__(daemon=True)
        self.port, self.paths = port, paths
        self.statuses: list[int] = []
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            for path in self.paths:
                self.statuses.append(self.status_of(path))
                time.sleep(0.1)

    def status_of(self, path: str) -> int:
        """The answer's status; 0 if there was none."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()


@pytest.mark.soak
def test_a_process_that_is_killed_and_a_rolling_restart_lose_no_move(cluster, tables):
    reader = Reader(cluster.port, ["/", f"/games/{tables[1].uid}/"])
    for thread in [reader, *tables]:
        thread.start()
    assert wait_until(lambda: all(table.acknowledged > 2 for table in tables), seconds=120)

    victim = next(pid for pid, line in cluster.children().items() if "--prepare" in line)
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: "ended and is started again" in cluster.output, seconds=120)
    assert wait_until(lambda: all(map(is_ready, cluster.server_ports)), seconds=120)
    cluster.run("-m", "deploy.cluster", "roll")

    before = [table.acknowledged for table in tables]
    assert wait_until(
        lambda: all(table.acknowledged > was for table, was in zip(tables, before, strict=True)),
        seconds=120,
    )
    reader.is_over = True
    for table in tables:
        table.rise()
    for thread in [reader, *tables]:
        thread.join(30)
    assert [table.lost for table in tables if table.lost] == []
    assert all(table.reconnections for table in tables)  # each of the processes went away
    assert set(reader.statuses) <= {200, 503}
    for table in tables:
        with table.seat(0) as x, table.seat(1) as o:
            assert x.ply == o.ply >= table.acknowledged
    assert cluster.run("manage.py", "verify_games") == f"{GAMES} games verified, 0 broken.\n"
    for log in (cluster.log.parent / "cluster").glob("server-*.log"):
        assert "Traceback" not in log.read_text()


@pytest.mark.node
@pytest.mark.parametrize("client", ["socket.io-client-2.0.3", "socket.io-client-4"])
@pytest.mark.parametrize("transport", ["default", "polling"])
def test_workshops_are_played_in_through_nginx(cluster, client, transport):
    """Every request of a session has to come to the same of the two processes."""
    install()
    code = cluster.run("-m", "tests.system.workshops.make_workshop", "alice").split()[-1]
    told = play(client, f"http://127.0.0.1:{cluster.port}/{code}", transport)
    assert told["won"] == {"type": "FINISHED", "winner": "ally"}
    assert told["aborted"]
    assert code not in cluster.output


def test_all_of_it_is_stopped_in_order(cluster):
    ports = [cluster.port, *cluster.server_ports]
    ports += [int(port) for port in re.findall(r"URL=.+:(\d+)/", cluster.output)]
    assert len(ports) == 5
    assert all(map(answers, ports))
    cluster.process.send_signal(signal.SIGTERM)
    assert cluster.process.wait(60) == 0
    stopped = re.findall(r"Stopping (.+)", cluster.output)
    assert stopped == ["nginx", "Server process 2", "Server process 1", "Redis", "PostgreSQL"]
    assert not any(map(answers, ports))
    assert "Traceback" not in cluster.output
    database = (cluster.log.parent / "cluster" / "postgresql.log").read_text()
    assert "database system is shut down" in database
