"""Programs that run beside this one and are spoken to in lines.

Each has a process group of its own, so that a Ctrl-C in the terminal does not reach it. It ends
with this process, even if that is killed (see `keeper`; not on Windows).
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

from mnk.errors import Broken, Late, Unusable
from mnk.programs import keeper, printing

MAX_LINE_LENGTH = 4096  # bytes; a longer line is heard as several
MAX_LINES = 10_000  # that wait to be read
TIMEOUT_AT_END = 5.0  # seconds, for the keeper and for the rest of stderr


class Process:
    """A program that was started with *command*, which is split into words as a shell does. No
    shell runs it.

    What it writes to stderr is seen in the terminal, as far as `printing` shows it. Raises Unusable
    if it cannot be started.
    """

    def __init__(self, command: str, newline: str = "\n") -> None:
        self._newline = newline
        self._has_ended = False
        self._heard: queue.Queue[str | None] = queue.Queue(MAX_LINES)
        words = words_of(command)
        try:
            self._process = _start(words)
        except (OSError, ValueError, IndexError) as error:
            raise Unusable(f"{command!r} cannot be started: {error}") from error
        _keeper.watch(self._process.pid)
        threading.Thread(target=self._read_lines, daemon=True).start()
        self._shower = threading.Thread(target=self._show, daemon=True)
        self._shower.start()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def pass_over(self) -> None:
        """Forget what the program has said so far: it was not asked."""
        with suppress(queue.Empty):
            while self._heard.get_nowait() is not None:
                continue
            self._heard.put(None)  # its end is kept

    def say(self, *lines: str) -> None:
        """Write *lines*. Raises Broken if the program reads no longer."""
        assert self._process.stdin
        text = "".join(f"{line}{self._newline}" for line in lines)
        try:
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:  # it is closed
            raise Broken(self._last_words()) from error

    def hear(self, deadline: float) -> str:
        """Return the next line that is not empty, without spaces around it; *deadline* is monotonic
        time.

        Raises Broken if the program ends, and Late if it says nothing until then.
        """
        while True:
            try:
                wait = min(deadline - time.monotonic(), threading.TIMEOUT_MAX)
                line = self._heard.get(timeout=max(0.0, wait))
            except queue.Empty:
                raise Late("It has not answered in time.") from None
            if line is None:
                self._heard.put(None)  # for whoever asks again
                raise Broken(self._last_words())
            if line:
                return line

    def end(self, grace: float = 0.0) -> None:
        """Give the program *grace* seconds to end by itself; then kill it and what it started (on
        Windows only the program).
        """
        if self._has_ended:
            return
        self._has_ended = True
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        _kill_group(self._process)
        self._process.wait()
        # What has left the group may hold stderr open.
        self._shower.join(TIMEOUT_AT_END)
        _keeper.forget(self._process.pid)

    def _read_lines(self) -> None:
        assert self._process.stdout
        with self._process.stdout as stdout:
            while line := stdout.readline(MAX_LINE_LENGTH):
                self._heard.put(line.decode(errors="replace").strip())
        self._heard.put(None)

    def _show(self) -> None:
        """Print what the program writes to stderr, where that comes through a pipe."""
        if self._process.stderr:
            with self._process.stderr as lines, printing.by_program():
                for line in lines:
                    sys.stderr.write(line.decode(errors="replace"))

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        code = self._process.poll()
        if code is None:
            return "It has closed its input or output."
        if code < 0:
            return f"It was ended by signal {-code} ({signal.strsignal(-code)})."
        return f"It has ended, with exit status {code}."


def words_of(command: str) -> list[str]:
    """Return the words of *command*, split as a shell does. Raises Unusable."""
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise Unusable(f"{command!r} cannot be started: {error}") from error


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    group = 0
    if sys.platform == "win32":
        group = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if printing.is_limited() else None,
        start_new_session=True,  # a group of its own; on Windows `group` says so
        creationflags=group,
    )


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        keeper.kill_group(process.pid)


class _Keeper:
    """This end of the keeper's process, which is started with the first program."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def watch(self, pid: int) -> None:
        self._write(f"+{pid}\n")

    def forget(self, pid: int) -> None:
        self._write(f"-{pid}\n")

    def _write(self, line: str) -> None:
        if sys.platform == "win32":
            return
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    # Isolated: neither the folder nor the environment changes what it imports.
                    [sys.executable, "-I", keeper.__file__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                )
                atexit.register(self._end)
            assert self._process.stdin
            with suppress(OSError):
                self._process.stdin.write(line.encode())
                self._process.stdin.flush()

    def _end(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait(TIMEOUT_AT_END)


_keeper = _Keeper()
