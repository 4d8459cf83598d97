"""Ends the programs that a command has started, however the command itself ended.

Run as a process of its own. It reads "+PID" for each program that was started and "-PID" for each
that has ended; when its input closes, because whoever wrote is gone, it kills the rest.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: set[int] = set()
    for line in sys.stdin:
        change = running.add if line.startswith("+") else running.discard
        change(int(line[1:]))
    for group in running:
        kill_group(group)


def kill_group(group: int) -> None:
    """Kill all that is left of the process group, if anything is."""
    if sys.platform != "win32":  # there no keeper is started
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
