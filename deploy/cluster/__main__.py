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
from pathlib import Path

from deploy.cluster.parts import ROOT
from deploy.cluster.programs import Trouble
from deploy.cluster.whole import Cluster, count_of
from deploy.ready import wait_until

MAX_PROCESSES = 16
ROLL_TIMEOUT = 60.0  # seconds for each process


def start(folder: Path) -> None:
    """Run a cluster in *folder* until a signal."""
    port = number("PORT", 8000, most=65535)
    folder.mkdir(parents=True, exist_ok=True)
    pid_file = folder / "pid"
    if is_cluster(pid_file):
        raise Trouble(f"A cluster runs in {folder} already.")
    # With a single one nobody could claim a win: see `Cluster.environment`.
    processes = number("CLUSTER_PROCESSES", 2, least=2, most=MAX_PROCESSES)
    cluster = Cluster(folder, port=port, processes=processes)
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

    def is_over() -> bool:
        return count_of(rolls) > before or not is_cluster(pid_file)

    if not wait_until(is_over, seconds=ROLL_TIMEOUT * MAX_PROCESSES):
        raise Trouble("The server processes have not all come back; see the cluster's terminal.")
    if count_of(rolls) == before:
        raise Trouble("The cluster has ended; see its terminal.")
    print("All server processes have been restarted.")


def is_cluster(pid_file: Path) -> bool:
    """Return whether the process that *pid_file* names is a running cluster."""
    try:
        pid = int(pid_file.read_text())
        return b"deploy.cluster" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return False


def number(name: str, default: int, *, least: int = 1, most: int) -> int:
    text = os.environ.get(name, "").strip() or str(default)
    is_short = text.isascii() and text.isdigit() and len(text) < 10
    if not is_short or not least <= int(text) <= most:
        raise Trouble(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
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
