"""What programs print: a few lines are shown, so that the rest does not hide what `mnk` says."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

_thread = threading.local()  # `is_program`: whether what it prints is a program's


class PrintedLines:
    """The lines that a program prints: the first *most* are shown on *out*, the others counted."""

    def __init__(self, out: TextIO, most: int) -> None:
        self._out, self._left = out, most
        self._lock = threading.Lock()
        self.left_out = 0  # lines

    def take(self, text: str) -> None:
        with self._lock:
            for line in text.splitlines(keepends=True):
                if self._left > 0:
                    self._out.write(line)
                    self._left -= line.endswith("\n")
                else:
                    self.left_out += line.endswith("\n")


class _DividedStream(io.TextIOBase):
    """A standard stream, of which *printed* gets what programs print."""

    def __init__(self, stream: TextIO, printed: PrintedLines) -> None:
        self._stream, self._printed = stream, printed

    def write(self, text: str) -> int:
        if getattr(_thread, "is_program", False):
            self._printed.take(text)
            return len(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)  # what not every stream has: `buffer`, `reconfigure`

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding

    def fileno(self) -> int:
        return self._stream.fileno()

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()


@contextmanager
def limited(most: int) -> Iterator[None]:
    """Show *most* lines of what programs print, on stderr, and tell how many more there were."""
    out, err = sys.stdout, sys.stderr
    printed = PrintedLines(err, most)
    sys.stdout, sys.stderr = _DividedStream(out, printed), _DividedStream(err, printed)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err
        if more := printed.left_out:
            print(f"The program printed {more:,} more line{'' if more == 1 else 's'}.", file=err)


def is_limited() -> bool:
    return isinstance(sys.stderr, _DividedStream)


@contextmanager
def by_program() -> Iterator[None]:
    """Count what this thread prints meanwhile as the program's."""
    _thread.is_program = True
    try:
        yield
    finally:
        _thread.is_program = False
