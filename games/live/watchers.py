"""The sockets that watch a room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol

from games.protocol.frames import FromServer, encode

LINES_REMEMBERED = 100  # a hint comes within seconds of its line


class Watcher(Protocol):
    """A socket as a room sees it. `push` never waits; the socket deals with a slow reader."""

    @property
    def user_id(self) -> int | None: ...

    public_name: str  # what others may read of who watches; "" for guests and visitors
    is_lost: bool  # it has not left: its connection was lost, or seems to be

    def push(self, frame: str) -> None:
        """Send *frame*, a whole message, after those pushed before it."""


class Watchers:
    """The sockets that watch one game, counted so that no question goes through all of them."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()
        self._sockets_of: Counter[int] = Counter()
        self._silent: set[Watcher] = set()
        self._silent_of: Counter[int] = Counter()
        self._names: dict[int, str] = {}  # of those who have one, in the order they came in
        self._visitors = 0  # sockets without an account

    def __bool__(self) -> bool:
        return bool(self._all)

    def __iter__(self) -> Iterator[Watcher]:
        # A copy, because the set may change while everybody is told.
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, watcher: Watcher) -> None:
        if watcher in self._all:
            return
        self._all.add(watcher)
        if watcher.user_id is None:
            self._visitors += 1
            return
        self._sockets_of[watcher.user_id] += 1
        if watcher.public_name:
            self._names[watcher.user_id] = watcher.public_name

    def remove(self, watcher: Watcher) -> None:
        if watcher not in self._all:
            return
        self._all.discard(watcher)
        self.hear(watcher)
        if watcher.user_id is None:
            self._visitors -= 1
            return
        self._sockets_of[watcher.user_id] -= 1
        if not self._sockets_of[watcher.user_id]:
            del self._sockets_of[watcher.user_id]
            self._names.pop(watcher.user_id, None)

    def silence(self, watcher: Watcher) -> None:
        """Count *watcher* no more as a sign that its user is here: nothing is heard of it."""
        if watcher.user_id is not None and watcher in self._all and watcher not in self._silent:
            self._silent.add(watcher)
            self._silent_of[watcher.user_id] += 1

    def hear(self, watcher: Watcher) -> None:
        """Forget that *watcher* was silent: it is heard of again, or has been removed."""
        if watcher.user_id is not None and watcher in self._silent:
            self._silent.discard(watcher)
            self._silent_of[watcher.user_id] -= 1
            if not self._silent_of[watcher.user_id]:
                del self._silent_of[watcher.user_id]

    def tell(self, message: FromServer) -> None:
        """Send everybody the same frame, serialised once."""
        frame = encode(message)
        for watcher in self:
            watcher.push(frame)

    def has(self, user_id: int | None) -> bool:
        """Return whether a socket of this user is here, and heard of. None is nobody."""
        if user_id is None or user_id not in self._sockets_of:
            return False
        return not self._silent or self._sockets_of[user_id] > self._silent_of[user_id]

    def count_others(self, seated: Iterable[int | None]) -> int:
        """Return how many people without a seat are here; several tabs of one count once."""
        players = sum(player in self._sockets_of for player in set(seated))
        return len(self._sockets_of) - players + self._visitors

    def names_of_others(self, seated: Iterable[int | None], *, most: int) -> list[str]:
        """Return up to *most* names of people without a seat, those who came first in front."""
        players = set(seated)
        names = (name for user_id, name in self._names.items() if user_id not in players)
        return list(islice(names, most))


class ToldLines:
    """The lines of chat that a room has told, so that a hint from a process repeats none."""

    def __init__(self) -> None:
        self._told: list[int] = []

    def is_new(self, number: int) -> bool:
        """Return whether the line is new, and remember it."""
        is_new = number not in self._told
        self.remember(number)
        return is_new

    def remember(self, number: int) -> None:
        """Remember that the line was told."""
        if number not in self._told:
            self._told.append(number)
            del self._told[:-LINES_REMEMBERED]
