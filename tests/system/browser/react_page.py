"""A page as a student's: React 15 with react-with-socket 0.0.4 and socket.io-client 2.0.3.

It is served from another origin than the site, as from a student's own machine, with a cookie of
its own. The packages are used as they come; the page stands in for a bundler.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A student's client</title>
<main id="root"></main>
<script src="/react/dist/react.js"></script>
<script src="/react-dom/dist/react-dom.js"></script>
<script src="/socket.io-client-2.0.3/dist/socket.io.js"></script>
<script>
const bundled = { react: React };
const require = (name) => bundled[name];
function load(name, text) {
  const module = { exports: {} };
  new Function("module", "exports", "require", text)(module, module.exports, require);
  bundled[name] = module.exports;
}
function get(path) {
  const request = new XMLHttpRequest();
  request.open("GET", path, false);
  request.send();
  return request.responseText;
}
load("hoist-non-react-statics", get("/hoist-non-react-statics/index.js"));
load("react-with-socket", get("/react-with-socket/dist/index.js"));

const { default: withSocket, setSocketConfig } = bundled["react-with-socket"];
setSocketConfig({ base: SETTINGS.base, constructor: io });

const h = React.createElement;
const username = SETTINGS.username;
const keep = (props, game) => ({ game });
const Client = withSocket({
  initialState: { games: [], game: null },
  mapData: () => ({
    "client:lobby": (props, games) => ({ games }),
    "client:init": keep,
    "client:move": keep,
    "client:leave": () => ({ game: null }),
  }),
  mapEmit: (emit) => ({
    create: () => emit("create", { username }),
    join: (gameUid) => emit("join", { username, gameUid }),
    move: (gameUid, x, y) => emit("move", { username, gameUid, position: { x, y } }),
  }),
})(({ games, game, create, join, move }) => game
  ? h("div", null,
      h("p", { id: "state" }, `${game.status.type} ${game.turn || game.status.winner || ""}`),
      game.board.map((row, y) => h("p", { key: y }, row.map((name, x) => {
        const onClick = () => move(game.gameUid, x, y);
        return h("button", { key: x, id: `cell-${x}-${y}`, onClick }, name || "-");
      }))))
  : h("div", null,
      h("button", { id: "create", onClick: create }, "New game"),
      games.map(({ gameUid, players }) => h("button",
        { key: gameUid, className: "game", onClick: () => join(gameUid) }, players.join()))));
ReactDOM.render(h(Client), document.getElementById("root"));
</script>
"""


@contextmanager
def served(packages: Path, base: str) -> Iterator[str]:
    """The address of the page, for a workshop at *base*; ?NAME says who plays on it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, name = self.path.partition("?")
            if path == "/":
                settings = json.dumps({"base": base, "username": name})
                body = PAGE.replace("SETTINGS", f"({settings})").encode()
            else:
                body = (packages / path.lstrip("/")).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if path == "/" else "text/javascript")
            self.send_header("Set-Cookie", "sessionid=of-the-students-own-page")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
