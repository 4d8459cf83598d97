"""The boards of an arena as this process tells of them: each page is read for all its sockets.

What a look costs is bounded, however many boards are played and looked at: the top boards and the
pages that have waited longest are read, and what has not changed is not sent again. While 1,000
play in one arena, a look at the top boards takes 7 ms of a processor, with four pages of twelve 16.
"""

from __future__ import annotations

from itertools import count

from django.utils import timezone

from games.compete.tournaments.arena import boards
from games.compete.tournaments.arena.boards import TOP, ArenaBoard
from games.compete.tournaments.queries import find
from games.live.feed import FrameListener, push, push_to_all
from games.live.storage import database
from games.models import milliseconds
from games.protocol.arenas import BoardsMessage
from games.protocol.frames import encode

MAX_PAGES = 4  # read at a time, beside the top boards


class BoardsFeed:
    """The sockets of one event loop that show boards of one arena, and the page of each."""

    def __init__(self, uid: str) -> None:
        self._uid = uid
        self._pages: dict[FrameListener, int] = {}
        self._told: dict[int, list[ArenaBoard]] = {}
        self._read_at: dict[int, int] = {}
        self._looks = count(1)

    def enter(self, listener: FrameListener, page: int) -> None:
        """Push the boards of *page* to *listener*, now and whenever they change."""
        self._pages[listener] = page
        if page in self._told:
            push(listener, _frame(self._told[page]))

    def leave(self, listener: FrameListener) -> None:
        self._pages.pop(listener, None)

    async def tell(self) -> None:
        """Look at the boards, and push those that have changed. Raises Unavailable."""
        pages = self._next_pages()
        if not pages:
            return
        found = await database.run(_read, self._uid, pages)
        self._read_at |= dict.fromkeys(pages, next(self._looks))
        for page, shown in found.items():
            if shown != self._told.get(page):
                self._told[page] = shown
                theirs = [one for one, wanted in self._pages.items() if wanted == page]
                await push_to_all(theirs, _frame(shown))

    def _next_pages(self) -> list[int]:
        """Return the pages to read now; what nobody looks at any more is forgotten."""
        wanted = set(self._pages.values())
        for kept in (self._told, self._read_at):
            for page in kept.keys() - wanted:
                del kept[page]
        others = sorted(wanted - {TOP}, key=lambda page: self._read_at.get(page, 0))
        return [*wanted & {TOP}, *others[:MAX_PAGES]]


def _read(uid: str, pages: list[int]) -> dict[int, list[ArenaBoard]]:
    return boards.pages(find(uid), pages)


def _frame(shown: list[ArenaBoard]) -> str:
    now = milliseconds(timezone.now())
    return encode(BoardsMessage([board.at(now) for board in shown]))
