"""`python -m deploy.ready PORT`: returns once the server process on PORT can serve players.

For supervisors that restart one process after another. Exit code 1 if it takes too long.
"""

from __future__ import annotations

import secrets
import socket
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from types import TracebackType

PATIENCE = 55.0  # seconds; systemd waits for 60
BETWEEN_LOOKS = 0.1


class ReadySocket:
    """Hears from a server process that it is ready, as systemd does by NOTIFY_SOCKET."""

    def __init__(self) -> None:
        name = f"tictactoe-{secrets.token_hex(8)}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(f"\0{name}")  # Linux's abstract names need no file
        self.env = {"NOTIFY_SOCKET": f"@{name}"}

    def __enter__(self) -> ReadySocket:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def has_heard(self) -> bool:
        """Return whether the process has said that it is ready since the last call."""
        try:
            return b"READY=1" in self._socket.recv(4096).split(b"\n")
        except BlockingIOError:
            return False


def is_ready(port: int) -> bool:
    """Return whether /readyz on *port* of this machine answers 200 now."""
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def wait_until(holds: Callable[[], bool], *, seconds: float) -> bool:
    """Wait until *holds* returns true; return False if it does not within *seconds*."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(BETWEEN_LOOKS)
    return True


def main() -> None:
    if len(sys.argv) != 2 or not sys.argv[1].isdecimal():
        sys.exit("Say which port: python -m deploy.ready PORT.")
    port = int(sys.argv[1])
    if not wait_until(lambda: is_ready(port), seconds=PATIENCE):
        sys.exit(f"The server process on port {port} is not ready after {PATIENCE:.0f} seconds.")


if __name__ == "__main__":
    main()
