"""A program that does what its argument says instead of answering."""

import os
import signal
import sys
import time

for _line in sys.stdin:
    match sys.argv[1]:
        case "crash":
            sys.exit("out of memory")
        case "signal":
            os.kill(os.getpid(), signal.SIGRTMIN + 1)
        case "nonsense":
            print("the middle, please", flush=True)
        case "taken":
            print("a1", flush=True)
        case "sleep":
            time.sleep(60)
