"""`make bench NAME=weight`: what a phone has to load for each page, and when it shows it.

The Chromium at CHROMIUM acts as a phone of 390×844 with an empty cache, whose processor is four
times slower, and asks the site on a loopback address. Bytes are those of the bodies as they were
sent; LCP (largest contentful paint) is the median of the runs, CLS (cumulative layout shift) the
largest. With --checkout the pages of another checkout are measured in turn with ours, and each
figure of ours is followed by its ratio to the other's.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.server.servers import ROOT
from bench.weight.phone import Visit, chromium, pages, summed_up, visit
from bench.weight.site import site

KINDS = ("document", "script", "stylesheet", "font")
HEADS = ("page", "HTML", "script", "style", "fonts", "requests", "LCP ms", "CLS")
Found = Mapping[str, Visit]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.weight",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--checkout", type=Path, metavar="FOLDER", help="another one, as a measure")
    parser.add_argument("--runs", type=int, default=5, help="of each page (default: 5)")
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--network", action="store_true", help="through a phone's network, too")
    parser.add_argument(
        "--reasons",
        action="store_true",
        help="name what was painted and moved, and the headline's font",
    )
    asked = parser.parse_args()
    if not os.environ.get("CHROMIUM"):
        sys.exit("CHROMIUM has to name Chromium's or its headless shell's executable.")
    checkouts = [ROOT, *([asked.checkout] if asked.checkout else [])]
    found = measured(checkouts, asked)
    show(found[0], found[1] if asked.checkout else None)
    if asked.reasons:
        for name, one in found[0].items():
            moved = ", ".join(one.shifted) or "-"
            print(f"{name}: {one.element} painted last; moved: {moved}; headline in {one.font}")


def measured(checkouts: Sequence[Path], asked: argparse.Namespace) -> list[Found]:
    """Return every page of each checkout; they take turns, so that other load slows all alike."""
    with ExitStack() as stack:
        browser = stack.enter_context(chromium(os.environ["CHROMIUM"]))
        sites = [stack.enter_context(site(checkout)) for checkout in checkouts]
        known = [pages(browser, address) for address in sites]
        found: list[defaultdict[str, list[Visit]]] = [defaultdict(list) for _ in sites]
        for name in (name for name in known[0][0] if asked.only in name):
            for run in range(asked.runs + 1):
                for address, (paths, cookies), visits in zip(sites, known, found, strict=True):
                    one = visit(browser, address + paths[name], cookies, network=asked.network)
                    if run:  # the first warms the server
                        visits[name].append(one)
    return [{name: summed_up(visits) for name, visits in each.items()} for each in found]


def show(ours: Found, others: Found | None) -> None:
    print("|", " | ".join(HEADS), "|")
    print("|---" * len(HEADS) + "|")
    for name, one in ours.items():
        figures = _figures(one)
        cells = [f"{value:,.0f}" for value in figures[:-1]] + [f"{figures[-1]:.3f}"]
        if others:
            pairs = zip(cells, figures, _figures(others[name]), strict=True)
            cells = [f"{cell}{_ratio(value, other)}" for cell, value, other in pairs]
        print("|", " | ".join([name, *cells]), "|")


def _figures(one: Visit) -> list[float]:
    return [*(one.sizes.get(kind, 0) for kind in KINDS), one.requests, one.lcp, one.cls]


def _ratio(value: float, other: float) -> str:
    return f" ({value / other:.2f}×)" if other else f" (beside {other:.0f})"


if __name__ == "__main__":
    main()
