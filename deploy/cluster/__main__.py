"""`python -m deploy.cluster`: the site as several processes, on this machine, to try things out.

PostgreSQL, Redis, server processes and nginx run on loopback ports, with all they write in one
folder, until Ctrl-C or SIGTERM. `python -m deploy.cluster roll` restarts the server processes of
a running cluster one after the other, as a new version would be brought in. From the environment:
PORT (8000), CLUSTER_PROCESSES (2), CLUSTER_FOLDER (var/cluster), and whatever the site reads.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from deploy.cluster.parts import ROOT, Nginx, PostgreSQL, Redis, Site, require_free
from deploy.cluster.programs import Program, Trouble
from deploy.ready import wait_until

MOST_PROCESSES = 16
BETWEEN_LOOKS = 0.5  # seconds
ROLL_TIMEOUT = 60.0  # seconds for each process


class Cluster:
    """All parts, which are started in their order and stopped in the reverse one."""

    def __init__(self, folder: Path, *, port: int, processes: int) -> None:
        self.folder = folder
        self.port = port
        static = Path(os.environ.get("STATIC_ROOT") or ROOT / "staticfiles").resolve()
        self.postgresql = PostgreSQL(folder / "postgresql")
        self.redis = Redis(folder / "redis")
        self.nginx = Nginx(folder / "nginx", port=port, static=static)
        self.processes = processes
        self.sites: list[Site] = []
        self._running: list[Program] = []
        self._wanted = threading.Event()  # something is to be done
        self._is_to_stop = False
        self._is_to_roll = False

    def start(self) -> None:
        require_free(self.port)
        self._note("PostgreSQL", self.postgresql.program)
        self.postgresql.start()
        self._note("Redis", self.redis.program)
        self.redis.start()
        env = self._environment()
        self.sites = [
            Site(number, folder=self.folder, env=env) for number in range(1, self.processes + 1)
        ]
        for site in self.sites:
            self._note(f"{site.program.name}, on port {site.port}", site.program)
            site.start()
        self._note("nginx", self.nginx.program)
        self.nginx.start([site.port for site in self.sites])

    def _note(self, name: str, program: Program) -> None:
        print(f"Starting {name}", flush=True)
        self._running.append(program)

    def _environment(self) -> dict[str, str]:
        origins = [f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"]
        return {
            "DATABASE_URL": self.postgresql.url,
            "REDIS_URL": self.redis.url,
            "PROCESSES": str(max(2, self.processes)),
            "PUBLIC_ORIGINS": ",".join(origins),
            "TRUSTED_PROXIES": "127.0.0.1",
            "STATIC_ROOT": str(self.nginx.static),
        }

    def serve(self) -> None:
        """Keep all running until `ask_to_stop`. Raises Trouble if a part cannot be kept running."""
        while not self._is_to_stop:
            self._wanted.wait(BETWEEN_LOOKS)
            self._wanted.clear()
            for part in (self.postgresql, self.redis, self.nginx):
                part.program.require_running()
            for site in self.sites:
                if not site.program.is_running:
                    print(f"{site.program.name} has ended and is started again", flush=True)
                    site.start()
            if self._is_to_roll and not self._is_to_stop:
                self._is_to_roll = False
                self.roll()

    def roll(self) -> None:
        """Restart one server process after the other, each when the one before is ready."""
        for site in self.sites:
            print(f"Restarting {site.program.name}", flush=True)
            site.program.stop()
            site.start()
        print("All server processes have been restarted.", flush=True)
        rolls = self.folder / "rolls"
        rolls.write_text(f"{count_of(rolls) + 1}\n")

    def stop(self) -> None:
        for program in reversed(self._running):
            print(f"Stopping {program.name}", flush=True)
            program.stop()

    def ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self._is_to_stop:
            return
        self._is_to_stop = True
        self._wanted.set()
        if not self.sites or not self.nginx.program.is_running:
            raise Trouble("Stopped while it was starting.")

    def ask_to_roll(self, number: int, frame: FrameType | None) -> None:
        self._is_to_roll = True
        self._wanted.set()


def count_of(file: Path) -> int:
    return int(file.read_text()) if file.exists() else 0


def start(folder: Path) -> None:
    """Run a cluster in *folder* until a signal."""
    port = number("PORT", 8000, most=65535)
    folder.mkdir(parents=True, exist_ok=True)
    pid_file = folder / "pid"
    if is_cluster(pid_file):
        raise Trouble(f"A cluster runs in {folder} already.")
    cluster = Cluster(folder, port=port, processes=number("CLUSTER_PROCESSES", 2, MOST_PROCESSES))
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, cluster.ask_to_stop)
    signal.signal(signal.SIGHUP, cluster.ask_to_roll)
    pid_file.write_text(f"{os.getpid()}\n")
    try:
        cluster.start()
        greet(cluster)
        cluster.serve()
    finally:
        cluster.stop()
        pid_file.unlink()


def greet(cluster: Cluster) -> None:
    print(f"Tic Tac Toe is at http://127.0.0.1:{cluster.port}")
    for site in cluster.sites:
        figures = f"http://127.0.0.1:{site.metrics_port}"
        print(f"{site.program.name}: http://127.0.0.1:{site.port}, figures at {figures}")
    print(f"DATABASE_URL={cluster.postgresql.url}")
    print(f"REDIS_URL={cluster.redis.url}")
    print(f"Logs are in {cluster.folder}. `make cluster-roll` restarts one after the other.")
    print("Ctrl-C stops them all.", flush=True)


def roll(folder: Path) -> None:
    """Let the cluster that runs in *folder* restart its server processes, and wait for the end."""
    pid_file, rolls = folder / "pid", folder / "rolls"
    if not is_cluster(pid_file):
        raise Trouble(f"No cluster runs in {folder}: start one with `make cluster`.")
    before = count_of(rolls)
    os.kill(int(pid_file.read_text()), signal.SIGHUP)
    if not wait_until(lambda: count_of(rolls) > before, seconds=ROLL_TIMEOUT * MOST_PROCESSES):
        raise Trouble("The server processes have not all come back; see the cluster's terminal.")
    print("All server processes have been restarted.")


def is_cluster(pid_file: Path) -> bool:
    """Whether the process that *pid_file* names is a running cluster."""
    try:
        pid = int(pid_file.read_text())
        return b"deploy.cluster" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return False


def number(name: str, default: int, most: int) -> int:
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= most:
        raise Trouble(f"{name} must be a whole number from 1 to {most}, not {text!r}.")
    return int(text)


def main() -> None:
    folder = Path(os.environ.get("CLUSTER_FOLDER") or ROOT / "var" / "cluster").resolve()
    verbs = {(): start, ("roll",): roll}
    verb = verbs.get(tuple(sys.argv[1:]))
    if verb is None:
        sys.exit("Use it so: python -m deploy.cluster, or python -m deploy.cluster roll.")
    try:
        verb(folder)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
