"""How commands write to a terminal: wrong options in one line, progress in a line that changes."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Protocol

from django.core.management.base import BaseCommand, CommandParser

WIDTH = 30  # characters of a full bar
SECONDS_BETWEEN = 0.1  # two updates of a line


class BriefCommand(BaseCommand):
    """A command whose wrong options are told in one line; the exit code is 2."""

    def create_parser(self, *args: Any, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(*args, **kwargs)
        parser.print_usage = lambda file=None: None  # type: ignore[method-assign]
        return parser


class Terminal(Protocol):
    """What progress is written to."""

    def write(self, text: str) -> object: ...

    def flush(self) -> object: ...

    def isatty(self) -> bool: ...


class ProgressLine:
    """A line that is written over; nothing is written to a file or a pipe.

    With *total* it is a bar, without it a count.
    """

    def __init__(self, terminal: Terminal, label: str, total: int | None = None) -> None:
        self._terminal = terminal
        self._label = label
        self._total = total
        self._shown_at = float("-inf")
        self._is_seen = terminal.isatty()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._is_seen:
            self._write("\r\x1b[K")

    def show(self, done: int) -> None:
        """Show how much is done, unless the line has just been written."""
        now = time.monotonic()
        if self._is_seen and (now - self._shown_at >= SECONDS_BETWEEN or done == self._total):
            self._shown_at = now
            self._write(f"\r{self._text(done)}\x1b[K")

    def _text(self, done: int) -> str:
        if self._total is None:
            return f"{self._label} {done:,}"
        filled = min(WIDTH, WIDTH * done // max(1, self._total))  # drawn matches take extra games
        bar = "█" * filled + "·" * (WIDTH - filled)
        return f"{self._label} {bar} {done:,}/{self._total:,}"

    def _write(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()
