"""`make bench NAME=server`: moves a second and delays of the live game, beside other game servers.

Each server runs alone on one core, the load on another, and every move is made through the
server's own socket protocol. Ours keeps each move durably (SQLite, WAL, FULL) before anybody
hears of it, and so does one of the others; the rest keep games in memory. Servers are measured in
turn, in several rounds, and each figure is the median of its rounds. `make bench-peers` installs
the others, or PEER_NODE_MODULES names where they are; what is not installed is skipped, and the
output says so.

`--only ours --parts full` tells in half a minute what a move costs. `--checkout FOLDER` also
measures our server of another work tree in the same rounds, to compare before and after a change.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

from bench.server import contestants, servers
from bench.server.contestants import Contestant
from bench.server.measuring import PARTS, Plan
from bench.server.report import HEADING, row
from bench.server.turns import busyness, in_turn


def main() -> None:
    arguments = parsed()
    servers.use_client_core()
    servers.use_all_files()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {busyness()}")
    for tables in arguments.tables:
        plan = Plan(
            tables, arguments.seconds, arguments.rate, tuple(arguments.parts), arguments.sockets
        )
        results = in_turn(chosen(arguments), plan, arguments.rounds)
        if not results:
            sys.exit("None of these servers is installed.")
        print(f"\n## {tables} games at once, {arguments.rate:,.0f} moves/s as the common rate\n")
        print(HEADING)
        first = next(iter(results.values()))
        for name, rounds in results.items():
            print(row(name, rounds, first, plan.rate))
        print(f"\nAfterwards: {busyness()}", flush=True)


def chosen(arguments: argparse.Namespace) -> list[Contestant]:
    everybody = [
        contestants.ours("daphne"),
        contestants.ours("uvicorn"),
        *map(contestants.checked_out, arguments.checkout),
        contestants.boardgame_io(),
        contestants.colyseus(),
        contestants.durable_colyseus(),
    ]
    if not arguments.only:
        return everybody
    some = [one for one in everybody if any(part in one.name for part in arguments.only)]
    if not some:
        names = "; ".join(one.name for one in everybody)
        sys.exit(f"No server has one of {', '.join(arguments.only)} in its name: {names}.")
    return some


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench NAME=server", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50], help="games at once")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of all servers in turn")
    parser.add_argument("--rate", type=float, default=2000.0, help="the common one, moves/s")
    parser.add_argument("--sockets", type=int, default=1000, help="that are idle, for the memory")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--only", nargs="+", default=[], help="servers with this in their names")
    parser.add_argument("--checkout", type=Path, nargs="+", default=[], help="other work trees")
    return parser.parse_args()


if __name__ == "__main__":
    main()
