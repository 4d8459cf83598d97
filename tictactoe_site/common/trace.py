"""Whose work is being done: the request or socket, the user, the game. The log tells it.

The way in begins a trace for each request and each socket; whoever learns more adds it. Threads
that work for a request see its trace, and so do tasks, unless they are started without context
as those of the live games are: these name their game themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Trace:
    """What is known of a request or a socket. *game* is a uid, of the game it is about."""

    request_id: str
    game: str = ""
    user_id: int | None = None

    def fields(self) -> dict[str, object]:
        """What a line of the log says of it."""
        known = {"request_id": self.request_id, "user_id": self.user_id, "game": self.game}
        return {name: value for name, value in known.items() if value}


NOTHING = Trace("")

_current: ContextVar[Trace] = ContextVar("trace", default=NOTHING)


def begin(request_id: str, *, game: str = "") -> Trace:
    """Begin the trace of what this task does from now on."""
    trace = Trace(request_id, game)
    _current.set(trace)
    return trace


def current() -> Trace:
    """The trace of what is being done; NOTHING for what the server does by itself."""
    return _current.get()


@contextmanager
def going_on(trace: Trace) -> Iterator[None]:
    """Do a part of what *trace* is of in a thread that has no context."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


def note_user(user_id: int) -> None:
    """Remember who it is."""
    trace = _current.get()
    if trace is not NOTHING:
        trace.user_id = user_id
