"""Whose work is being done: the request or socket, the user and the game, for the log.

A trace begins with each request and each socket; whoever learns more adds to it. Threads that work
for a request see its trace, and so do tasks, unless they are started in an empty context as those
of live games are: these name their game themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Trace:
    """What is known about a request or a socket. *game* is the uid of the game it is about."""

    request_id: str
    game: str = ""
    user_id: int | None = None

    def fields(self) -> dict[str, object]:
        """Return the fields of a log line about it."""
        known = {"request_id": self.request_id, "user_id": self.user_id, "game": self.game}
        return {name: value for name, value in known.items() if value}


NOTHING = Trace("")

_current: ContextVar[Trace] = ContextVar("trace", default=NOTHING)


def begin(request_id: str, *, game: str = "") -> Trace:
    """Begin the trace of everything that this task does from now on."""
    trace = Trace(request_id, game)
    _current.set(trace)
    return trace


def current() -> Trace:
    """Return the current trace; NOTHING for what the server does by itself."""
    return _current.get()


@contextmanager
def going_on(trace: Trace) -> Iterator[None]:
    """Work on behalf of *trace* in a thread that has no context of its own."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


def note_user(user_id: int) -> None:
    """Add the user to the current trace."""
    trace = _current.get()
    # All that has no trace shares that one: it has to stay empty.
    if trace is not NOTHING:
        trace.user_id = user_id
