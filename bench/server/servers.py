"""Starting the servers that are measured, each alone on a core of its own."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bench.server.usage import cpu_seconds

ROOT = Path(__file__).resolve().parents[2]
PEERS = Path(os.environ.get("PEER_NODE_MODULES") or ROOT / "var" / "peers" / "node_modules")
ABSENT = 3  # what a peer's script exits with if its packages are not installed
START_TIMEOUT = 60.0
STOP_TIMEOUT = 15.0
SERVER_CORE, CLIENT_CORE = 0, 1
IDLE_SHARE = 0.05  # of its core, that a server with nothing to do may use
NO_LIMIT = str(10**6)
OUR_COMMAND = (sys.executable, "-m", "tictactoe_site.server")
# Everything comes from one address here, so the guards stay but get no limits.
OURS = {
    "SECRET_KEY": "only-for-benchmarks-" + "0" * 32,
    "LOG_LEVEL": "WARNING",
    "DEBUG": "false",
    "STATIC_ROOT": str(ROOT / "staticfiles"),
    "CONNECTIONS_PER_ADDRESS": NO_LIMIT,
    "SOCKETS_PER_ADDRESS": NO_LIMIT,
    "HANDSHAKES_PER_ADDRESS": NO_LIMIT,
    "SOCKETS_PER_USER": NO_LIMIT,
    "SOCKET_MESSAGES_A_SECOND": NO_LIMIT,
}


class Absent(Exception):
    """A peer is not installed."""


def use_client_core() -> None:
    """Keep this process off the server's core, if there are two cores."""
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {CLIENT_CORE})


def use_all_files() -> int:
    """Let this process and those it starts open as many sockets as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(
    command: Sequence[str], port: int, env: Mapping[str, str], folder: Path
) -> Iterator[int]:
    """Run *command* in *folder* on the server's core until the block ends; yield its process id.

    Raises Absent.
    """
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | env,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=_use_server_core,
        )
        try:
            _wait_for(process, port, log)
            _let_settle(process.pid)
            yield process.pid
        finally:
            _stop(process)


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """Make a folder for a database, where the site's own is: /tmp may be in memory, where keeping a
    move durably costs nothing.
    """
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=var) as folder:
        yield Path(folder)


def our_environment(folder: Path, port: int) -> dict[str, str]:
    """Return the settings of our site with a database in *folder*."""
    return OURS | {
        "PORT": str(port),
        "PUBLIC_ORIGINS": f"http://127.0.0.1:{port}",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
    }


def _use_server_core() -> None:
    if os.cpu_count() != 1:
        os.sched_setaffinity(0, {SERVER_CORE})


def _wait_for(process: subprocess.Popen[bytes], port: int, log: BinaryIO) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        if process.poll() == ABSENT:
            raise Absent
        if process.returncode is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    log.seek(0)
    raise RuntimeError(f"The server did not start: {log.read().decode()}")


def _let_settle(pid: int) -> None:
    """Wait until the server has done its work after the start, such as loading compiled code."""
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        before = cpu_seconds(pid)
        time.sleep(1)
        if cpu_seconds(pid) - before < IDLE_SHARE:
            return


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
