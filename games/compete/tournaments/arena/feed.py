"""What this process tells the sockets of an arena: it is read once for all of them.

All of an arena is in the database, so no process needs a hint. Each looks there every second or
two, also after a restart; only pages of boards may wait longer, when many are looked at.
"""

from __future__ import annotations

import asyncio
import logging
from itertools import count

from django.utils import timezone

from games.compete.tournaments.arena import boards
from games.compete.tournaments.arena.boards import TOP, ArenaBoard
from games.compete.tournaments.arena.standing import message_of
from games.compete.tournaments.queries import find
from games.live.feed import FrameListener, push, push_to_all
from games.live.storage import database
from games.live.storage.database import Unavailable
from games.models import Round, Tournament, milliseconds
from games.protocol.arenas import BoardsMessage, PairedMessage
from games.protocol.frames import encode
from tictactoe_site.common.event_loop import in_background, per_loop

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0  # at the rounds that have begun
MAX_PAGES = 4  # of boards, read at a time beside the top boards
ROUNDS_PER_STANDING = 2  # looks at the rounds for each look at the standing and the boards


class BoardsFeed:
    """The sockets of one event loop that show boards of one arena, and the page of each.

    What a look costs is bounded, however many boards are played and looked at: the top boards and
    the pages that have waited longest are read, and what has not changed is not sent again. While
    1,000 play in one arena, a look takes 7 ms of a processor at the top boards alone, and 16 ms
    with four pages of twelve boards.
    """

    def __init__(self, uid: str) -> None:
        self._uid = uid
        self._listeners: dict[int, dict[FrameListener, None]] = {}  # by page
        self._told: dict[int, list[ArenaBoard]] = {}
        self._read_at: dict[int, int] = {}
        self._looks = count(1)

    def enter(self, listener: FrameListener, page: int) -> None:
        """Push the boards of *page* to *listener*, once they are read and whenever they change."""
        self._listeners.setdefault(page, {})[listener] = None
        if page in self._told:
            push(listener, _boards_frame(self._told[page]))

    def leave(self, listener: FrameListener) -> None:
        for page, theirs in tuple(self._listeners.items()):
            theirs.pop(listener, None)
            if not theirs:
                del self._listeners[page]

    async def tell(self) -> None:
        """Look at the boards, and push those that have changed. Raises Unavailable."""
        pages = self._next_pages()
        if not pages:
            return
        found = await database.run(_read_boards, self._uid, pages)
        self._read_at |= dict.fromkeys(pages, next(self._looks))
        for page, shown in found.items():
            if shown != self._told.get(page):
                self._told[page] = shown
                theirs = self._listeners.get(page, {})  # all may have left meanwhile
                await push_to_all(theirs.keys(), _boards_frame(shown))

    def _next_pages(self) -> list[int]:
        """Return the pages to read now; what nobody looks at any more is forgotten."""
        wanted = set(self._listeners)
        for kept in (self._told, self._read_at):
            for page in kept.keys() - wanted:
                del kept[page]
        others = sorted(wanted - {TOP}, key=lambda page: self._read_at.get(page, 0))
        return [*wanted & {TOP}, *others[:MAX_PAGES]]


def _read_boards(uid: str, pages: list[int]) -> dict[int, list[ArenaBoard]]:
    return boards.pages(find(uid), pages)


def _boards_frame(shown: list[ArenaBoard]) -> str:
    now = milliseconds(timezone.now())
    return encode(BoardsMessage([board.at(now) for board in shown]))


class ArenaFeed:
    """The sockets of one event loop that show one arena."""

    def __init__(self, tournament: Tournament) -> None:
        self._uid = tournament.uid
        self._listeners: dict[FrameListener, int | None] = {}
        self._boards = BoardsFeed(tournament.uid)
        self._telling: asyncio.Task[None] | None = None
        self._frame = ""
        self._last_round = 0

    @property
    def is_quiet(self) -> bool:
        return not self._listeners

    def enter(self, listener: FrameListener, user_id: int | None, page: int = TOP) -> None:
        """Push the standing and a *page* of boards to *listener*, once read and when they change.

        Push *user_id*'s rounds, too, as they begin. (`round_of` tells of one that began before.)
        """
        self._listeners[listener] = user_id
        if self._frame:
            listener.push(self._frame)
        self._boards.enter(listener, page)
        if self._telling is None:
            self._telling = in_background(self._tell())

    def leave(self, listener: FrameListener) -> None:
        self._listeners.pop(listener, None)
        self._boards.leave(listener)
        if not self._listeners and self._telling:
            self._telling.cancel()
            self._telling = None

    async def _tell(self) -> None:
        for number in count():
            try:
                await self._tell_pairs()
                if number % ROUNDS_PER_STANDING == 0:
                    await self._tell_standing()
                    await self._boards.tell()
            except Unavailable:
                pass  # others have logged that
            except Exception:
                logger.exception("the sockets of an arena are not told")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def _tell_standing(self) -> None:
        frame = await database.run(_standing, self._uid)
        if frame == self._frame:
            return
        self._frame = frame
        await push_to_all(self._listeners.keys(), frame)

    async def _tell_pairs(self) -> None:
        begun = await database.run(_rounds_since, self._uid, self._last_round)
        if not begun:
            return
        of_user = {
            user_id: encode(PairedMessage(uid, game))
            for _, uid, game, *both in begun
            for user_id in both
        }
        self._last_round = begun[-1][0]
        for listener, user_id in tuple(self._listeners.items()):
            if user_id in of_user:
                push(listener, of_user[user_id])


Begun = list[tuple[int, str, str, int, int]]


def round_of(uid: str, user_id: int | None) -> str:
    """Return the message of the round that *user_id*, who has just come, plays; "" without one."""
    if user_id is None:
        return ""
    going = Round.objects.going().filter(tournament__uid=uid).of(user_id).order_by("-pk")
    found = going.values_list("uid", "first_game__uid").first()
    return encode(PairedMessage(*found)) if found else ""


def _standing(uid: str) -> str:
    return encode(message_of(find(uid)))


def _rounds_since(uid: str, key: int) -> Begun:
    going = Round.objects.going().filter(tournament__uid=uid, pk__gt=key).order_by("pk")
    return list(going.values_list("pk", "uid", "first_game__uid", "first", "second"))


_feeds = per_loop(dict[str, ArenaFeed])


def feed_of(tournament: Tournament) -> ArenaFeed:
    """Return the feed of *tournament* on the running event loop; forget feeds without sockets."""
    feeds = _feeds()
    for uid in [uid for uid, feed in feeds.items() if feed.is_quiet]:
        del feeds[uid]
    return feeds.setdefault(tournament.uid, ArenaFeed(tournament))
