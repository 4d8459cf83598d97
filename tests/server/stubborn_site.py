"""The site with something that Python would wait for at its end, for ever."""

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
    main()
