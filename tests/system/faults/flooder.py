"""`python -m tests.system.faults.flooder PORT UID SESSION WAY`: floods until it is ended.

It comes from an address of its own, and comes back whenever it is thrown out. It says "flooding"
once its first messages are under way.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import sys
import time

from tests.server.raw_socket import PING, frame, handshake
from tests.system.faults.place import ORIGIN

ADDRESS = "127.0.0.2"
AT_ONCE = 600  # frames that are handed to the operating system in one piece
BEFORE_RETURN = 0.4  # seconds: more than 80 handshakes in 30 s would keep it out

PLAY = {"type": "play", "ply": 0, "cell": 4, "id": "flood"}
WAYS = {
    "pings": frame(json.dumps({"type": "ping", "version": 0}).encode()),
    "moves": frame(json.dumps(PLAY).encode()),
    "chat": frame(json.dumps({"type": "say", "text": "hello"}).encode()),
    "nonsense": frame(b"{"),
    "control frames": frame(b"", PING),
}


def main() -> None:
    port, uid, session, way = int(sys.argv[1]), *sys.argv[2:5]
    cookie = f"Cookie: sessionid={session}\r\n"
    request = handshake(port, f"/ws/games/{uid}/", origin=ORIGIN, headers=cookie)
    reads = not way.startswith("unread ")
    data = WAYS[way.removeprefix("unread ")] * AT_ONCE
    is_silent = True
    while True:
        with contextlib.suppress(OSError), opened(port) as stream:
            stream.sendall(request)
            if stream.recv(65536).startswith(b"HTTP/1.1 101 "):
                if is_silent:
                    print("flooding", flush=True)
                    is_silent = False
                flood(stream, data, reads=reads)
        time.sleep(BEFORE_RETURN)


def opened(port: int) -> socket.socket:
    address = ("127.0.0.1", port)
    return socket.create_connection(address, timeout=10, source_address=(ADDRESS, 0))


def flood(stream: socket.socket, data: bytes, *, reads: bool) -> None:
    """Send *data* again and again, until the other side has had enough (OSError)."""
    stream.setblocking(False)
    rest = data
    while True:
        readable, writable, _ = select.select([stream] if reads else [], [stream], [], 10)
        if readable and not stream.recv(1 << 20):
            return
        if writable:
            rest = rest[stream.send(rest) :] or data


if __name__ == "__main__":
    main()
