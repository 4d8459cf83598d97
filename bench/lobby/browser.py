"""How long a page in a real Chromium takes for one change of a long list."""

from __future__ import annotations

import os
from statistics import median

# Chromium must not look for the internet, which a test machine may not have.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The page's own sockets are kept, to speak through them as the server would.
KEEP_SOCKETS = """
window.kept = [];
const Own = window.WebSocket;
window.WebSocket = class extends Own {
  constructor(...given) { super(...given); window.kept.push(this); }
};
"""
# The milliseconds of each change until the page has been laid out anew.
CHANGE = """([games, changes]) => {
  const socket = window.kept.find((one) => one.url.includes("/ws/lobby/"));
  const say = (message) =>
    socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  const game = (number) => ({
    uid: "z" + String(number).padStart(9, "0"), name: "somebody", kind: "person",
    m: 5, n: 4, k: 4, control: "180+2", seat: "o", first: "x", created: 0, special: [],
  });
  for (let number = 0; number < games; number += 1) say({ type: "opened", game: game(number) });
  const timed = (message) => {
    const start = performance.now();
    say(message);
    document.body.getBoundingClientRect();
    return performance.now() - start;
  };
  const times = [];
  for (let number = 0; number < changes; number += 1) {
    times.push(timed({ type: "opened", game: game(games + number) }));
    times.push(timed({ type: "closed", uid: game(number).uid }));
  }
  return { times, rows: document.querySelectorAll("#open-games tbody tr").length };
}"""


def changes_in_a_page(port: int, *, games: int, changes: int) -> str | None:
    """Return the figures as text; None without CHROMIUM or playwright."""
    path = os.environ.get("CHROMIUM")
    if not path:
        return None
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        page = browser.new_page()
        page.add_init_script(KEEP_SOCKETS)
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_function("() => window.kept.some((one) => one.readyState === 1)")
        told = page.evaluate(CHANGE, [games, changes])
        browser.close()
    times = sorted(told["times"])
    p99 = times[int(len(times) * 0.99)]
    return f"{median(times):.1f} / {p99:.1f} ms with {told['rows']:,} rows"
