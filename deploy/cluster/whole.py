"""All parts of a cluster together, in their order."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import FrameType

from deploy.cluster.parts import ROOT, Nginx, PostgreSQL, Redis, Site, require_free
from deploy.cluster.programs import Trouble

BETWEEN_LOOKS = 0.5  # seconds


class Cluster:
    """All parts, which are started in their order and stopped in the reverse one."""

    def __init__(self, folder: Path, *, port: int, processes: int) -> None:
        self.folder = folder
        self.port = port
        static = Path(os.environ.get("STATIC_ROOT") or ROOT / "staticfiles").resolve()
        self.postgresql = PostgreSQL(folder / "postgresql")
        self.redis = Redis(folder / "redis")
        self.nginx = Nginx(folder / "nginx", port=port, static=static)
        self.processes = processes
        self.sites: list[Site] = []
        self._wanted = threading.Event()  # `serve` has something to do
        self._is_to_stop = False
        self._is_to_roll = False

    def start(self) -> None:
        require_free(self.port)
        _say("Starting PostgreSQL")
        self.postgresql.start()
        _say("Starting Redis")
        self.redis.start()
        env = self.environment()
        self.sites = [
            Site(number, folder=self.folder, env=env) for number in range(1, self.processes + 1)
        ]
        for site in self.sites:
            _say(f"Starting {site.program.name}, on port {site.port}")
            site.start()
        _say("Starting nginx")
        self.nginx.start([site.port for site in self.sites])

    def environment(self) -> dict[str, str]:
        """Return what tells the site where its database and the rest are; PostgreSQL must run."""
        origins = [f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"]
        return {
            "DATABASE_URL": self.postgresql.url,
            "REDIS_URL": self.redis.url,
            # While a single process is replaced there are two, which tell each other of games. So
            # two is the least. A process alone could allow no claim of a win: two have to answer.
            "PROCESSES": str(max(2, self.processes)),
            "PUBLIC_ORIGINS": ",".join(origins),
            "TRUSTED_PROXIES": "127.0.0.1",
            "STATIC_ROOT": str(self.nginx.static),
        }

    def serve(self) -> None:
        """Keep all running until `ask_to_stop`. Raises Trouble if a part cannot be kept running."""
        while not self._is_to_stop:
            self._wanted.wait(BETWEEN_LOOKS)
            self._wanted.clear()
            for part in (self.postgresql, self.redis, self.nginx):
                part.program.require_running()
            for site in self.sites:
                if not site.program.is_running:
                    _say(f"{site.program.name} has ended and is started again")
                    site.start()
            if self._is_to_roll and not self._is_to_stop:
                self._is_to_roll = False
                self.roll()

    def roll(self) -> None:
        """Replace one server process after another, each once the one before is ready."""
        for site in self.sites:
            _say(f"Restarting {site.program.name}")
            site.replace()
        _say("All server processes have been restarted.")
        rolls = self.folder / "rolls"
        rolls.write_text(f"{count_of(rolls) + 1}\n")

    def stop(self) -> None:
        sites = [site.program for site in reversed(self.sites)]
        for program in (self.nginx.program, *sites, self.redis.program, self.postgresql.program):
            if program.is_running:
                _say(f"Stopping {program.name}")
                program.stop()

    def ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self._is_to_stop:
            return
        self._is_to_stop = True
        self._wanted.set()
        if not self.sites or not self.nginx.program.is_running:
            raise Trouble("Stopped while it was starting.")

    def ask_to_roll(self, number: int, frame: FrameType | None) -> None:
        self._is_to_roll = True
        self._wanted.set()


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def count_of(file: Path) -> int:
    """Return the number in *file*; 0 if there is none, or it is just being written."""
    return int(file.read_text() or 0) if file.exists() else 0
