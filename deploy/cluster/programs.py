"""Finds the programs that Debian's packages bring, and runs them.

Each is a child that ends with us, whatever becomes of us, and that a Ctrl-C in our terminal does
not reach: they are stopped one after the other, by us.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

POSTGRESQL = "/usr/lib/postgresql"
SYSTEM_FOLDERS = ("/usr/sbin", "/sbin", "/usr/local/sbin")
STOP_TIMEOUT = 15.0  # seconds after which a program is killed


class Trouble(Exception):
    """Why the cluster cannot run, in one sentence."""


def find(name: str, package: str) -> str:
    """Return the path of the program *name*. Raises Trouble, naming *package*, if there is none."""
    versions = sorted(Path(POSTGRESQL).glob("*/bin"), key=_version, reverse=True)
    folders = [os.environ.get("PATH", ""), *map(str, versions), *SYSTEM_FOLDERS]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if path is None:
        raise Trouble(f"There is no {name} here: install it, on Debian with apt install {package}.")
    return path


def _version(folder: Path) -> float:
    try:
        # As a number: as a text, 9.6 would come after 15.
        return float(folder.parent.name)
    except ValueError:
        return 0.0


def own(folder: Path, user: str) -> None:
    """Make *folder*, which *user* can write, and nobody else read."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.geteuid() == 0:
        shutil.chown(folder, user)


def other_user(name: str) -> str | None:
    """Return *name* if we are root, else None. Raises Trouble if root finds no such user."""
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(name)
    except KeyError as error:
        raise Trouble(f"There is no user {name}, whom the package makes.") from error
    return name


def require_reach(folder: Path, user: str) -> None:
    """Raise Trouble unless *user* can look into *folder*."""
    if not other_user(user):
        return
    done = subprocess.run(_as(user, ["test", "-x", str(folder)]), check=False)
    if done.returncode:
        raise Trouble(
            f"The user {user} cannot reach {folder}: CLUSTER_FOLDER names another place, "
            "such as /var/tmp/cluster."
        )


def run(command: Sequence[str], *, user: str | None = None, env: Mapping[str, str] = {}) -> None:
    """Run *command* to its end. Raises Trouble with the last line of its output if it fails."""
    done = subprocess.run(
        _as(user, command),
        env=os.environ | env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stdout.strip().splitlines() or ["nothing was said"])[-1]
        raise Trouble(f"{Path(command[0]).name} failed: {last}")


def _as(user: str | None, command: Sequence[str], death: signal.Signals | None = None) -> list[str]:
    become = ["--reuid", user, "--regid", user, "--init-groups"] if user else []
    die = ["--pdeathsig", death.name.removeprefix("SIG")] if death else []
    if not become and not die:
        return list(command)
    return [find("setpriv", "util-linux"), *become, *die, "--", *command]


class Program:
    """One running program. *ending* is the signal that ends it in order."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        log: Path,
        user: str | None = None,
        env: Mapping[str, str] = {},
        ending: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name = name
        self.command = _as(user, command, ending)
        self.log = log
        self.env = os.environ | env
        self.ending = ending
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, given: str = "") -> None:
        """Start it, with *given* as its input; its output goes into its log."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        assert self._process.stdin
        with self._process.stdin as stream:
            stream.write(given.encode())

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self._process
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """End it in order; kill it if it has not ended after STOP_TIMEOUT."""
        if self._process is None:
            return
        self._process.send_signal(self.ending)
        try:
            self._process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process
        self._process.send_signal(number)

    def wait(self) -> None:
        """Wait until it has ended, by itself or by a signal. Raises Trouble if it does not."""
        assert self._process
        try:
            self._process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise Trouble(f"{self.name} does not end.") from error

    def kill(self) -> None:
        """End it at once."""
        self.send(signal.SIGKILL)
        self.wait()

    def require_running(self) -> None:
        """Raise Trouble with the last line of the log if it has ended."""
        if not self.is_running:
            lines = self.log.read_text(errors="replace").strip().splitlines()
            raise Trouble(f"{self.name} has ended: {lines[-1] if lines else 'it said nothing'}")

    def wait_until(self, holds: Callable[[], bool], *, seconds: float = 60.0) -> None:
        """Wait until it does what it should. Raises Trouble if it ends instead, or never does."""
        deadline = time.monotonic() + seconds
        while not holds():
            self.require_running()
            if time.monotonic() > deadline:
                raise Trouble(f"{self.name} does not answer; see {self.log}.")
            time.sleep(0.05)
