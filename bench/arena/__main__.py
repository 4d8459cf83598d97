"""`make bench NAME=arena`: how fast moves are while many play in one arena on one process.

Every player has the arena's page open, to which the standing is pushed, and plays random moves
with pauses as people make them. A delay is the time from sending a move to its acknowledgement.
The server runs on one core and the players on another. The ratio is to the delays of a tenth of the
players, measured before on a server of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import cast

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.arena.players import JSON, Connection, Crowd, Hear, Open
from bench.server import servers
from bench.server.servers import ROOT

FEWEST = 20
MINUTES = 60  # so that it does not end meanwhile


class Socket(WSListener):
    """Hands each message to whoever it belongs to."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._transport: WSTransport | None = None
        self._is_left = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.TEXT:
            text = frame.get_payload_as_bytes()
            # Standings and boards are not read: a thousand times, that would slow the client.
            if not text.startswith((b'{"type":"standing"', b'{"type":"boards"')):
                self._hear(json.loads(text))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self._is_left:
            self._hear({"type": "lost"})

    def send(self, text: bytes) -> None:
        assert self._transport
        self._transport.send(WSMsgType.TEXT, text)

    def close(self) -> None:
        assert self._transport
        self._is_left = True
        self._transport.disconnect()


def sockets(port: int) -> Open:
    """Return how players connect to the server at *port*."""

    async def open_socket(path: str, session: str, hear: Hear) -> Connection:
        _, socket = await ws_connect(
            lambda: Socket(hear),
            f"ws://127.0.0.1:{port}{path}",
            websocket_handshake_timeout=60,
            extra_headers={
                "Origin": f"http://127.0.0.1:{port}",
                "Cookie": f"sessionid={session}",
            },
        )
        return cast(Socket, socket)

    return open_socket


def measure(players: int, settling: float, seconds: float) -> list[float]:
    port = servers.free_port()
    with servers.folder_on_disk() as folder:
        env = servers.our_environment(folder, port) | {"SERVER": "uvicorn"}
        arena = prepared(env, players)
        with servers.running(servers.OUR_COMMAND, port, env, ROOT):
            crowd = Crowd(sockets(port), arena["uid"])
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(crowd.play(arena["sessions"], settling, seconds))


def prepared(env: dict[str, str], players: int) -> JSON:
    command = [sys.executable, "-m", "bench.arena.prepare", str(players), str(MINUTES)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | env, check=True, capture_output=True, text=True
    )
    told: JSON = json.loads(done.stdout.splitlines()[-1])
    return told


def print_figures(name: str, delays: Sequence[float], seconds: float) -> float:
    """Print the figures; return the 99th percentile in milliseconds."""
    if not delays:
        raise SystemExit(f"{name}: no move came back.")
    p50, p99 = (delays[int(share * (len(delays) - 1))] * 1e3 for share in (0.5, 0.99))
    rate = len(delays) / seconds
    print(f"{name}: {rate:.0f} moves/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms", flush=True)
    return p99


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    if arguments.players < FEWEST:
        parser.error(f"there have to be {FEWEST} players, so that a tenth of them can play")
    servers.use_client_core()
    servers.use_all_files()
    few, settling = arguments.players // 10, 15 + arguments.players / 25
    before = print_figures(f"{few} players", measure(few, 15, arguments.seconds), arguments.seconds)
    delays = measure(arguments.players, settling, arguments.seconds)
    after = print_figures(f"{arguments.players} players", delays, arguments.seconds)
    print(f"p99 {after / before:.1f} times that of a tenth")


if __name__ == "__main__":
    main()
