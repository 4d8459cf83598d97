"""A machine with little memory: all features are used, and the process has to do with it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.soak.features import prepared, used
from tests.system.faults.place import Place, require
from tests.system.faults.shortages import stopped

GROUPS = Path("/sys/fs/cgroup")
MIB = 1024 * 1024
# By the version of control groups: where groups are made, the limit, and the most that was used.
VERSION_1 = (GROUPS / "memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes")
VERSION_2 = (GROUPS, "memory.max", "memory.peak")
# The shell goes into the group and becomes the server.
ENTER = 'echo $$ > "$0/cgroup.procs" && exec "$@"'
LOOK = 1.0  # seconds


def little_memory(place: Place, *, mib: int, seconds: int) -> str:
    """Let the site have so many MiB, without swap, while everything is used for so long."""
    everybody = prepared(place, seconds)
    with memory_group(mib) as (group, peak):
        site = place.site(under=["sh", "-c", ENTER, str(group)])
        began = time.monotonic()
        with used(place, site, everybody) as everything:
            while time.monotonic() - began < seconds and not everything.failed:
                assert site.process
                require(site.process.poll() is None, "The process was killed.")
                time.sleep(LOOK)
            most = int(peak.read_text()) / MIB
        ended = stopped(site)
    kept = place.require_kept(everything.crowd.most_heard())
    place.require_no_traceback()
    require(kept > 0, "Nobody played.")
    done = ", ".join(f"{count} {what}" for what, count in sorted(everything.done.items()))
    return (
        f"it used {most:.0f} of {mib} MiB at most, with what it read and wrote; {done}; SIGTERM "
        f"ended it in {ended:.1f} s; all {kept} acknowledged moves are there."
    )


@contextmanager
def memory_group(mib: int) -> Iterator[tuple[Path, Path]]:
    """A group of processes that may have so many MiB, and the file that has the most they had."""
    parent, limit, peak = version()
    group = parent / f"small-machine-{os.getpid()}"
    group.mkdir()
    try:
        (group / limit).write_text(str(mib * MIB))
        for swap in ("memory.swappiness", "memory.swap.max"):
            with suppress(OSError):  # a kernel may do without
                (group / swap).write_text("0")
        yield group, group / peak
    finally:
        deadline = time.monotonic() + LOOK
        while (group / "cgroup.procs").read_text().strip() and time.monotonic() < deadline:
            time.sleep(LOOK / 10)
        with suppress(OSError):  # what still ends there holds it
            group.rmdir()


def can_make_groups() -> bool:
    """Whether this machine lets us make such groups."""
    parent, limit, _ = version()
    probe = parent / f"small-machine-probe-{os.getpid()}"
    try:
        probe.mkdir()
    except OSError:
        return False
    try:
        return os.access(probe / limit, os.W_OK)
    finally:
        probe.rmdir()


def version() -> tuple[Path, str, str]:
    return VERSION_1 if VERSION_1[0].is_dir() else VERSION_2
