"""What a process and its children use: from /proc, so on Linux only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


def cpu_seconds(pid: int) -> float:
    """Return the processor time of *pid* and its children so far, also of ended ones."""
    return sum(_ticks(one) for one in with_children(pid)) / TICKS_A_SECOND


def memory_bytes(pid: int) -> int:
    """Return the memory of *pid* and its children; what several share is divided between them."""
    return sum(_proportional_bytes(one) for one in with_children(pid))


class CoreUse:
    """How busy the cores of a process are from now on with other work."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.cores = os.sched_getaffinity(pid)
        self._before = self._busy_seconds() - cpu_seconds(pid)

    def by_others(self) -> float:
        """Return the seconds of processor time that others have used."""
        return max(0.0, self._busy_seconds() - cpu_seconds(self.pid) - self._before)

    def _busy_seconds(self) -> float:
        busy = 0
        for row in (PROC / "stat").read_text().splitlines():
            name, *fields = row.split()
            if name.startswith("cpu") and name[3:].isdigit() and int(name[3:]) in self.cores:
                user, nice, system, _idle, _waiting, irq, softirq, stolen, *_ = map(int, fields)
                busy += user + nice + system + irq + softirq + stolen
        return busy / TICKS_A_SECOND


def with_children(pid: int) -> Iterator[int]:
    yield pid
    for task in (PROC / str(pid) / "task").glob("*/children"):
        for child in task.read_text().split():
            yield from with_children(int(child))


def _ticks(pid: int) -> int:
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0
    return sum(map(int, fields[11:15]))  # user and system time, its own and of ended children


def _proportional_bytes(pid: int) -> int:
    rows = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    return sum(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))
