"""`python -m tests.system.faults [NUMBER …]`: try these faults, or all of them, in full size.

One row for each says what was tried, what held, and the seconds it took. All of it stays on
loopback. The exit code is 1 if something did not hold; its folder with the logs is kept then.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.cluster.programs import Trouble
from tests import serving
from tests.system.faults.place import Broken, Place
from tests.system.faults.table import FAULTS, Fault

SECONDS_LIMIT = 900


def main() -> None:
    asked, seconds = arguments()
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    folder.chmod(0o711)  # PostgreSQL may run as a user of its own
    static = serving.collect_static_files(folder / "static")
    broken = [fault for fault in asked if not holds(fault, folder, static, seconds)]
    if broken:
        print(f"{len(broken)} of {len(asked)} did not hold; {folder} has the logs.")
        sys.exit(1)
    shutil.rmtree(folder)
    print(f"All {len(asked)} held.")


def arguments() -> tuple[list[Fault], int]:
    """Which faults are asked for, and how many seconds each may take."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.faults", description=__doc__)
    known = sorted({fault.number for fault in FAULTS})
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", type=int, help=f"of {known}")
    parser.add_argument("--seconds-limit", type=int, default=SECONDS_LIMIT, metavar="SECONDS")
    options = parser.parse_args()
    for number in options.numbers:
        if number not in known:
            parser.error(f"there is no fault {number}")
    asked = [fault for fault in FAULTS if fault.number in (options.numbers or known)]
    return asked, options.seconds_limit


def holds(fault: Fault, parent: Path, static: Path, seconds: int) -> bool:
    """Try *fault* in a folder of its own in *parent*, and print its row."""
    folder = Path(tempfile.mkdtemp(prefix=f"{fault.number}-", dir=parent))
    folder.chmod(0o711)
    began = time.monotonic()
    print(f"| {fault.number} | {fault.tried} | ", end="", flush=True)
    try:
        with bounded(seconds), Place(folder, static) as place:
            held = fault.run(place)
            if place.has_database:
                held += f" {place.verify()}"
    except Exception as error:  # whatever it is, the others are tried as well
        why = str(error) if isinstance(error, Broken | Trouble) else repr(error)
        held, is_whole = f"BROKEN: {' '.join(why.split())}", False
    else:
        is_whole = True
        shutil.rmtree(folder)
    print(f"{held} | {time.monotonic() - began:.0f} s |", flush=True)
    return is_whole


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Raise Broken in the block when it takes longer."""

    def give_up(number: int, frame: object) -> None:
        raise Broken(f"It was not over after {seconds} s.")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    main()
