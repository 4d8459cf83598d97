"""Tells a supervisor such as systemd how the server is; see sd_notify(3).

It says when it can be reached, and again and again that its event loop turns: a process that hangs
is killed then, and started again.
"""

import asyncio
import os
import socket
from contextlib import suppress

MICROSECOND = 1e-6


def tell(state: str) -> None:
    """Tell the supervisor *state*, if there is one that listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    # One that does not listen just now must neither stop the server nor hold it up, nor must a
    # flood of connections that leaves no file to open.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto(state.encode(), "\0" + address[1:] if address[0] == "@" else address)


async def tell_of_life() -> None:
    """Tell the supervisor that the event loop turns, three times as often as it wants to know."""
    interval = int(os.environ.get("WATCHDOG_USEC") or 0) * MICROSECOND / 3
    while interval:
        tell("WATCHDOG=1")
        await asyncio.sleep(interval)
