"""`make bench NAME=offline`: how long a slow phone thinks about a reply without a network.

The Chromium at CHROMIUM plays whole games of the offline page's computer against random moves. The
page's processor is made four times slower. Chromium cannot do so for a worker, so the worker's
script runs in the page. It is loaded anew for each game, so that the first reply includes what is
prepared for a board. The worst reply of each board and level is compared with the 300 ms that it
may take, and with a round of plain counting at the same speed in the same run.
"""

from __future__ import annotations

import argparse
import os
import sys
from statistics import median

from playwright.sync_api import Page

from bench.server.servers import ROOT
from bench.weight.phone import SIZE, SLOWER, chromium
from bench.weight.site import site

ALLOWED = 300  # milliseconds for a reply
CASES = (
    *(((3, 3, 3), level) for level in (3, 8)),
    *(((4, 4, 4), level) for level in (3, 8)),
    *(((15, 15, 5), level) for level in range(1, 6)),
)
HEADS = ("board", "level", "replies", "median ms", "worst ms", "of 300 ms", "of the counting")
COUNT = """() => {
  const start = performance.now();
  let sum = 0;
  for (let number = 0; number < 2e7; number += 1) sum = (sum * 31 + number) | 0;
  return performance.now() - start + (sum === 0.5 ? 1 : 0);
}"""
# The computer begins every second game. The worker's script gets a stand-in for `self`.
PLAY = """async ([m, n, k, level, game]) => {
  const script = await (await fetch(document.getElementById("offline").dataset.thinker)).text();
  let hear, answer;
  const worker = {
    addEventListener: (type, listener) => { hear = listener; },
    postMessage: (data) => { answer = data.answer; },
  };
  new Function("self", script)(worker);
  const moves = [], times = [], cells = new Array(m * n).fill(0);
  const marks = (cell, right, down) => {
    let column = cell % m + right, row = Math.floor(cell / m) + down, number = 0;
    while (column >= 0 && column < m && row >= 0 && row < n
           && cells[row * m + column] === cells[cell]) {
      number += 1, column += right, row += down;
    }
    return number;
  };
  const wins = (cell) => [[1, 0], [0, 1], [1, 1], [-1, 1]].some(
    ([right, down]) => marks(cell, right, down) + marks(cell, -right, -down) >= k - 1);
  for (;;) {
    let cell;
    if (moves.length % 2 === game % 2) {
      const start = performance.now();
      hear({ data: { id: 1, what: "move", level, size: { m, n, k }, moves } });
      times.push(performance.now() - start);
      cell = answer;
    } else {
      const free = cells.flatMap((mark, free) => (mark ? [] : [free]));
      cell = free[Math.floor(Math.random() * free.length)];
    }
    cells[cell] = 1 + moves.length % 2;
    moves.push(cell);
    if (wins(cell) || moves.length === m * n) return times;
  }
}"""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.offline",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=6, help="of each board and level (default: 6)")
    asked = parser.parse_args()
    if not os.environ.get("CHROMIUM"):
        sys.exit("CHROMIUM has to name Chromium's or its headless shell's executable.")
    with chromium(os.environ["CHROMIUM"]) as browser, site(ROOT) as address:
        context = browser.new_context(viewport=SIZE, bypass_csp=True)
        page = context.new_page()
        page.goto(f"{address}/offline/")
        before = counting(page)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        slow = counting(page)
        print(f"Counting takes {slow:,.0f} ms, {slow / before:.1f} times as long as before.\n")
        print("|", " | ".join(HEADS), "|")
        print("|---" * len(HEADS) + "|")
        for size, level in CASES:
            show(size, level, replies(page, size, level, asked.games), slow)


def counting(page: Page) -> float:
    """Return the median of three rounds in milliseconds, after one that compiles the code."""
    rounds: list[float] = [page.evaluate(COUNT) for _ in range(4)]
    return median(rounds[1:])


def replies(page: Page, size: tuple[int, int, int], level: int, games: int) -> list[float]:
    """Return the milliseconds of each reply."""
    return [took for game in range(games) for took in page.evaluate(PLAY, [*size, level, game])]


def show(size: tuple[int, int, int], level: int, took: list[float], slow: float) -> None:
    m, n, _k = size
    worst = max(took)
    figures = (f"{median(took):.1f}", f"{worst:.1f}", f"{worst / ALLOWED:.2f}×")
    print(
        "|",
        " | ".join([f"{m}×{n}", str(level), str(len(took)), *figures, f"{worst / slow:.2f}×"]),
        "|",
    )


if __name__ == "__main__":
    main()
