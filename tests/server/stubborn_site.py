"""The site with something that Python would wait for at its end, for ever."""

import signal
import sys
import threading

from tictactoe_site.server.__main__ import main


class Stubborn:
    """What is not taken apart in any time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()

    def __del__(self) -> None:
        self.lock.acquire()  # for ever


vars(sys)["stubborn"] = Stubborn()  # among the last that goes

if __name__ == "__main__":
    # What a shell starts in the background ignores it, and so does all that is started from there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
