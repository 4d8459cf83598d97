"""What many tests start from: made by the first that asks, for all processes of a run."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = "TESTS_MADE"  # in the environment, for the processes that are started from here


def folder() -> Path:
    """Where it is kept. Unless this is told by the environment it goes with this process."""
    if FOLDER not in os.environ:
        own = tempfile.mkdtemp(prefix="made-")
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        os.environ[FOLDER] = own
    path = Path(os.environ[FOLDER])
    path.mkdir(exist_ok=True)
    path.chmod(0o711)  # PostgreSQL may run as a user of its own
    return path


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The file or folder *name*; if nobody has made it yet, *make* does, at the path it gets."""
    path = folder() / name
    with path.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"{name}.unfinished")
            make(unfinished)
            unfinished.rename(path)
    return path
