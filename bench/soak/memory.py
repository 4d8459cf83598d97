"""What a process and its children hold in memory: from /proc, so on Linux only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

KIB_A_MIB = 1024
HEADING = f"{'':24}{'RSS':>7}{'own':>7}{'files':>7}{'peak':>7}{'threads':>9}{'children':>10}"


@dataclass(frozen=True, slots=True)
class Held:
    """The MiB that a process has in memory: all, its own, of files, and the most so far."""

    resident: float
    anonymous: float
    files: float
    peak: float
    threads: int
    children: float  # what the processes hold that it has started

    @classmethod
    def by(cls, pid: int) -> Held:
        status = _status(pid)
        return cls(
            resident=_mib(status, "VmRSS"),
            anonymous=_mib(status, "RssAnon"),
            files=_mib(status, "RssFile"),
            peak=_mib(status, "VmHWM"),
            threads=int(status["Threads"]),
            children=sum(_mib(_status(child), "VmRSS") for child in _children(pid)),
        )

    def row(self, when: str) -> str:
        figures = (self.resident, self.anonymous, self.files, self.peak)
        numbers = "".join(f"{figure:7.1f}" for figure in figures)
        return f"{when:24}{numbers}{self.threads:9}{self.children:10.1f}"


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {
        name: value.split()[0]
        for name, _, value in (line.partition(":\t") for line in lines)
        if value.split()
    }


def _mib(status: dict[str, str], name: str) -> float:
    return int(status.get(name, 0)) / KIB_A_MIB


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
