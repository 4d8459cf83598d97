"""Ends the programs that a bridge has started, however the bridge itself ended.

Run as a process of its own. It reads "+PID" for each program that was started and "-PID" for each
that has ended; when its input closes, because whoever wrote is gone, it kills the rest.
"""

import os
import signal
import sys


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: set[int] = set()
    for line in sys.stdin:
        change = running.add if line.startswith("+") else running.discard
        change(int(line[1:]))
    for group in running:
        try:
            os.killpg(group, signal.SIGKILL)
        except ProcessLookupError:
            continue


if __name__ == "__main__":
    main()
