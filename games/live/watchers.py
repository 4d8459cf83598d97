"""Who looks at a room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from games import protocol


class Watcher(Protocol):
    """A socket as a room sees it. `push` never waits: a slow reader is the socket's trouble."""

    user_id: int | None

    def push(self, frame: str) -> None:
        """Send *frame*, a whole message, after those pushed before it."""


class Watchers:
    """The sockets that look at one game."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()

    def __bool__(self) -> bool:
        return bool(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        return iter(tuple(self._all))

    def add(self, watcher: Watcher) -> None:
        self._all.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._all.discard(watcher)

    def tell(self, message: protocol.FromServer) -> None:
        """Send everybody the same bytes, serialised once."""
        frame = protocol.encode(message)
        for watcher in self:
            watcher.push(frame)

    def has(self, user_id: int | None) -> bool:
        """Whether a socket of this user is here; None stands for nobody in particular."""
        return user_id is not None and any(one.user_id == user_id for one in self._all)

    def count_others(self, seated: Iterable[int | None]) -> int:
        """How many sockets belong to people without a seat."""
        players = set(seated) - {None}
        return sum(watcher.user_id not in players for watcher in self._all)
