"""`make bench NAME=server.cluster`: what a move costs where several processes share the work.

PostgreSQL, Redis, server processes and nginx run as `make cluster` starts them, with a database
of their own, and all moves go through nginx. A move counts once PostgreSQL has it on its disk and
both players have heard of it. The programs and the load share all cores, so moves a second depend
on the machine as much as on the site. The figures to compare are the processor time that each
program takes for a move, and what the move leaves in the database and its log.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stdout
from pathlib import Path

import psycopg

from bench.server import servers
from bench.server.contestants import Contestant
from bench.server.load import Figures, Subject
from bench.server.measuring import PARTS, Plan, Round, medians, middles
from bench.server.ours import SIDE, Ours, prepared
from bench.server.turns import busyness, in_turn
from deploy.cluster.whole import Cluster

PROGRAMS = ("server", "PostgreSQL", "nginx", "Redis")
COUNTED = {"log": "WAL a move, bytes", "tables": "tables and indexes, bytes", "commits": "commits"}
COLUMNS = ("processes", "moves/s", "p50 / p99 / p99.9, ms", "CPU a move, µs", *PROGRAMS)
ALL_COLUMNS = (*COLUMNS, *COUNTED.values(), "the load’s own core", "cores taken by others")
STATISTICS = """
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'), pg_database_size(datname),
        xact_commit
    FROM pg_stat_database WHERE datname = current_database()
"""


def main() -> None:
    arguments = parsed()
    servers.use_all_files()
    os.environ |= servers.OURS
    print(f"{os.cpu_count()} cores, {busyness()}")
    for tables in arguments.tables:
        parts = tuple(arguments.parts)
        plan = Plan(tables, arguments.seconds, arguments.rate, parts, arguments.sockets)
        everybody = [cluster_of(processes) for processes in arguments.processes]
        results = in_turn(everybody, plan, arguments.rounds)
        print(f"\n## {tables} games at once, PostgreSQL, synchronous")
        for part in parts:
            print_part(part, results, plan)
    print(f"\nAfterwards: {busyness()}", flush=True)


def cluster_of(processes: int) -> Contestant:
    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        folder = Path(tempfile.mkdtemp(prefix="bench-"))
        folder.chmod(0o711)  # PostgreSQL may run as a user of its own
        cluster = Cluster(folder, port=servers.free_port(), processes=processes)
        try:
            with redirect_stdout(sys.stderr):
                cluster.start()
            env = servers.OURS | cluster.environment()
            games = prepared(servers.ROOT, env, tables, 1 + moves // SIDE**2)
            with closing(psycopg.connect(cluster.postgresql.url, autocommit=True)) as connection:
                yield subject(cluster, games, connection)
        finally:
            with redirect_stdout(sys.stderr):
                cluster.stop()
            shutil.rmtree(folder)

    return Contestant(str(processes), start, expected=4_000)


def subject(
    cluster: Cluster, games: list[dict[str, list[str]]], connection: psycopg.Connection
) -> Subject:
    def counters() -> dict[str, float]:
        row = connection.execute(STATISTICS).fetchone()
        assert row
        return dict(zip(COUNTED, map(float, row), strict=True))

    programs = {
        "server": [site.program.pid for site in cluster.sites],
        "PostgreSQL": [cluster.postgresql.program.pid],
        "nginx": [cluster.nginx.program.pid],
        "Redis": [cluster.redis.program.pid],
    }
    # The load is one of those that may use the cores.
    return Subject(Ours(cluster.port, games), programs, root=os.getpid(), counters=counters)


def print_part(part: str, results: dict[str, list[Round]], plan: Plan) -> None:
    if part == "idle":
        print("\nAn idle socket, two a game: KiB / µs of CPU to let it in\n")
        print(heading(("processes", *PROGRAMS)))
    else:
        rates = {"full": "as fast as they can", "half": "at half of that"}
        print(f"\nMoves {rates.get(part, f'at {plan.rate:,.0f} a second')}:\n")
        print(heading(ALL_COLUMNS))
    for processes, rounds in results.items():
        if part == "idle":
            sizes = middles([one.idle for one in rounds if one.idle])
            work = middles([one.entry for one in rounds if one.entry])
            cells = [f"{sizes[name] / 1024:.1f} / {work[name]:.0f}" for name in PROGRAMS]
        else:
            figures = medians(getattr(one, part) for one in rounds)
            cells = cells_of(figures) if figures else []
        print(f"| {processes} | {' | '.join(cells)} |")


def heading(columns: tuple[str, ...]) -> str:
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


def cells_of(figures: Figures) -> list[str]:
    return [
        f"{figures.moves:,.0f}",
        f"{figures.p50:.1f} / {figures.p99:.1f} / {figures.p999:.1f}",
        f"{figures.all_cpu:.0f}",
        *(f"{figures.cpu[program]:.0f}" for program in PROGRAMS),
        f"{figures.counted['log']:.0f}",
        f"{figures.counted['tables']:.0f}",
        f"{figures.counted['commits']:.3f}",
        f"{figures.client:.0%}",
        f"{figures.others:.0%}",
    ]


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench NAME=server.cluster", description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--tables", type=int, nargs="+", default=[100], help="games at once")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of all in turn")
    parser.add_argument("--rate", type=float, default=500.0, help="the common one, moves/s")
    parser.add_argument("--sockets", type=int, default=1000, help="that are idle, for the memory")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    return parser.parse_args()


if __name__ == "__main__":
    main()
