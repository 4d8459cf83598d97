"""How the server process ends: in order, then at once.

Python's own end waits for every thread of a pool and takes apart all that was ever made: seconds,
after much work, in which no timer of Python's runs any more.
"""

import logging
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

STOPPING_TIMEOUT = 9.5  # seconds after which the operating system ends whatever still runs


def set_last_resort() -> None:
    """Have the operating system end the process after STOPPING_TIMEOUT. For the main thread only.

    Unlike a timer's thread it needs no memory, and does not wait for the interpreter's lock.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, STOPPING_TIMEOUT)


def end_at_once() -> NoReturn:
    """End the process with code 0. Call this when everything has ended in order."""
    from games.live.workers.explaining import explainer

    explainer.end()
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(0)
