"""A connection without a network, and a clock that tests turn, for the server's protocols."""

import asyncio
from collections.abc import Callable
from typing import Any


class Wire(asyncio.Transport):
    """A transport that keeps what is written to it; *unsent* is what the client left unread."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unsent = 0
        self.is_paused = self.is_closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    abort = close


class Timer:
    def __init__(self, due: float, call: Callable[[], object]) -> None:
        self.due, self.call = due, call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class Clock:
    """The running event loop, whose timers go off when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []
        self._loop = asyncio.get_running_loop()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[..., object], *args: Any) -> Timer:
        self.timers.append(Timer(self.now + seconds, lambda: call(*args)))
        return self.timers[-1]

    def turn(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.now += seconds
        due = [timer for timer in self.timers if timer.due <= self.now]
        self.timers = [timer for timer in self.timers if timer.due > self.now]
        for timer in due:
            if not timer.is_cancelled:
                timer.call()
