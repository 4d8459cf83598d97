"""`make bench NAME=pages`: what every page costs with databases of several sizes.

A size is a number of moves, such as 100k, 1m or 10m. For each a temporary database is made, with
SQLite, or with PostgreSQL on the server of DATABASE_URL; 10 million moves need 3 GB and some
minutes. Then every page is asked for in child processes, through the same code as on the server. A
line tells its times from request to last byte, its processor time, its queries, and the ratio of
its processor time to that on the first database. Processor time is that of the site alone: what a
PostgreSQL server computes is in the first two figures only.

`--checkout FOLDER` measures the code in another work tree, too, whose static files are collected,
on databases that it fills itself. Both take turns, so that a change can be compared with before.
`--rounds` measures everything more than once and shows the medians.

A ! marks a page that misses its goal: 50 ms, or 10 ms for lobby, history and review on the first
database.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from bench.pages.places import ROOT, Place, place

UNITS = {"k": 1_000, "m": 1_000_000}
MILLISECONDS = 1_000
Told = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.pages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sizes", nargs="*", type=size, metavar="SIZE", help="default: 100k 1m")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep SQLite's files there")
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--requests", type=int, default=100, help="for a page at most, or 2 s")
    parser.add_argument("--plans", action="store_true", help="show the slowest query's plan")
    parser.add_argument("--checkout", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    sizes = sorted(asked.sizes or [size("100k"), size("1m")])
    trees = [ROOT, *(folder.resolve() for folder in asked.checkout)]
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        places = [
            stack.enter_context(place(moves, folder, is_kept=bool(asked.keep), tree=tree))
            for moves in sizes
            for tree in trees
        ]
        rounds = [[measured(one, asked) for one in places] for _ in range(asked.rounds)]
        show([middle(of_one) for of_one in zip(*rounds, strict=True)], [p.name for p in places])


def size(text: str) -> int:
    """Return a number of moves: of 100k, 1m, 10000000."""
    unit = UNITS.get(text[-1:].lower())
    return int(float(text[:-1]) * unit) if unit else int(text)


def measured(one: Place, asked: argparse.Namespace) -> list[Told]:
    arguments = [f"--requests={asked.requests}", f"--only={asked.only}"]
    arguments += ["--plans"] if asked.plans else []
    pages = []
    for line in one.run("bench.pages.measure", *arguments):
        pages.append(json.loads(line))
        if asked.plans:
            _show_plan(pages[-1])
    return pages


def middle(rounds: Sequence[Sequence[Told]]) -> list[Told]:
    """Return the pages of one place, each with the medians of its times in all *rounds*."""
    return [
        one[0] | {name: median(page[name] for page in one) for name in ("median", "p99", "cpu")}
        for one in zip(*rounds, strict=True)
    ]


def show(found: Sequence[Sequence[Told]], names: Sequence[str]) -> None:
    """Print a line for each page, with all sizes beside one another; times in milliseconds."""
    heads = [f"{name}: median / p99, cpu, queries" for name in names]
    heads[1:] = [f"{head}, ratio" for head in heads[1:]]
    print("| page | asked by |", " | ".join(heads), "|")
    print("|---|---|" + "---|" * len(names))
    others = [{(page["page"], page["who"]): page for page in pages} for pages in found]
    for page in found[0]:
        key = page["page"], page["who"]
        cells = [
            _cell(one[key], page if one[key] is not page else None) if key in one else "–"
            for one in others
        ]
        print(f"| {page['page']} | {page['who']} |", " | ".join(cells), "|")


def _cell(page: Told, smallest: Told | None) -> str:
    goal = page["goal"] if smallest else page["small_goal"] or page["goal"]
    mark = " !" if goal and page["median"] > goal else ""
    times = [f"{page[name] * MILLISECONDS:,.1f}" for name in ("median", "p99", "cpu")]
    ratio = f", {page['cpu'] / smallest['cpu']:.1f}×" if smallest else ""
    return f"{times[0]} / {times[1]}, {times[2]}, {page['queries']}{ratio}{mark}"


def _show_plan(page: Told) -> None:
    slowest = f"{page['slowest'] * MILLISECONDS:.1f} ms"
    print(f"\n{page['page']} ({page['who']}), slowest query {slowest}:\n{page['sql']}")
    print(page["plan"])


if __name__ == "__main__":
    main()
