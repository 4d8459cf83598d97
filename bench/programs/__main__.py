"""`make bench NAME=programs`: what a program's move costs by the API, beside the same on a socket.

Pairs of bots play in two ways, in turn on the same machine: with everything on the games' sockets,
and with a stream to listen to and a request for each move. Every move is stored (SQLite, WAL, FULL)
before anybody hears of it. The ratio is that of the server's CPU a move. --tables is the number of
pairs; the common rate is what all play at together while delays are measured.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from bench.programs.by_api import ByRequests, BySockets
from bench.server import servers
from bench.server.contestants import Contestant
from bench.server.load import Subject
from bench.server.measuring import Plan, Round
from bench.server.ours import SIDE, Ours, prepared
from bench.server.report import HEADING, row
from bench.server.servers import ROOT
from bench.server.turns import busyness, in_turn

MAX_TIMES_OF_A_SOCKET = 3.0  # times a socket's CPU


def main() -> None:
    arguments = parsed()
    servers.use_client_core()
    servers.use_all_files()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {busyness()}")
    everybody = [bots("sockets", BySockets), bots("requests", ByRequests)]
    parts = ("full", "common")
    plan = Plan(arguments.tables, arguments.seconds, arguments.rate, parts, idle_sockets=0)
    results = in_turn(everybody, plan, arguments.rounds)
    print(f"\n## {2 * plan.tables} bots at once, {plan.rate:,.0f} moves/s as the common rate\n")
    print(HEADING)
    first = next(iter(results.values()))
    for name, rounds in results.items():
        print(row(name, rounds, first, plan.rate))
    sockets, requests = results.values()
    ratios = [cost(one) / cost(other) for one, other in zip(requests, sockets, strict=True)]
    told = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"\nA move by request takes {median(ratios):.2f} times a socket's CPU ({told}); ", end="")
    print(f"{MAX_TIMES_OF_A_SOCKET} is the aim. Afterwards: {busyness()}", flush=True)


def cost(one: Round) -> float:
    """Return the microseconds of CPU a move, of the part at full speed."""
    assert one.full
    return one.full.all_cpu


def bots(name: str, protocol: type[Ours]) -> Contestant:
    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        port = servers.free_port()
        with servers.folder_on_disk() as folder:
            env = servers.our_environment(folder, port) | {"SERVER": "uvicorn"}
            env["SOCKETS_PER_BOT"] = servers.NO_LIMIT
            games = prepared(ROOT, env, tables, 1 + moves // SIDE**2, "bots")
            with servers.running(servers.OUR_COMMAND, port, env, ROOT) as pid:
                yield Subject(protocol(port, games), {"server": [pid]}, root=pid)

    return Contestant(name, start, expected=6_000)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench NAME=programs", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="games at once, of two bots each")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of both in turn")
    parser.add_argument("--rate", type=float, default=1000.0, help="the common one, moves/s")
    return parser.parse_args()


if __name__ == "__main__":
    main()
