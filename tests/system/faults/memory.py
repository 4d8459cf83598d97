"""How much memory a server process comes to need."""

from __future__ import annotations

import time
from pathlib import Path

from deploy.ready import wait_until
from tests.serving import ServerProcess
from tests.system.faults.place import require

MEBIBYTE = 2**20
LOADED = "the site is loaded"  # in its log, once it has the computer's players if it loads them
STILL = 0.5  # MiB by which a process at rest may still change
LOOK = 0.5  # seconds
PATIENCE = 60.0


class Memory:
    """What one process comes to hold beyond what it held at rest, on Linux."""

    def __init__(self, site: ServerProcess) -> None:
        """Wait until *site* is at rest, and begin to measure."""
        self._process = Path(f"/proc/{site.pid}")
        is_loaded = wait_until(lambda: LOADED in site.log.read_text(), seconds=PATIENCE)
        require(is_loaded, "The site was not loaded.")
        self._wait_until_still()
        (self._process / "clear_refs").write_text("5")  # its peak is forgotten
        self.before = self._resident("VmRSS")

    @property
    def growth(self) -> float:
        """MiB at the highest so far, above what there was in the beginning."""
        return self._resident("VmHWM") - self.before

    def require(self, most: float) -> str:
        """Raise Broken if it grew by more than *most* MiB; else say by how much."""
        growth = self.growth
        require(growth <= most, f"It grew by {growth:.1f} MiB, not {most:g} at most.")
        return f"+{growth:.1f} MiB (bound {most:g})"

    def _wait_until_still(self) -> None:
        """Wait for what else is done first; how long the players take to load depends on others."""
        deadline = time.monotonic() + PATIENCE
        before = 0.0
        while abs(self._resident("VmRSS") - before) > STILL and time.monotonic() < deadline:
            before = self._resident("VmRSS")
            time.sleep(LOOK)

    def _resident(self, name: str) -> float:
        """VmRSS, the present, or VmHWM, the peak, in MiB."""
        status = (self._process / "status").read_text()
        return int(status.split(f"{name}:")[1].split()[0]) * 1024 / MEBIBYTE
