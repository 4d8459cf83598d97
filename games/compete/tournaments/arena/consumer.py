"""The socket of an arena: it tells how it stands, what is played, and whom one plays now."""

from __future__ import annotations

import re

from django.utils import timezone

from games.compete.tournaments.arena.boards import TOP
from games.compete.tournaments.arena.feed import ArenaFeed, feed_of, round_of
from games.compete.tournaments.queries import find
from games.compete.tournaments.upkeep import note_seen
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.protocol.commands import parse_ping
from games.protocol.messages import PongMessage

_PAGE = re.compile(rb"(?:^|&)boards=([1-9][0-9]{0,3})(?:&|$)")


class ArenaConsumer(SiteConsumer):
    """The socket of a page that shows an arena; any socket tells that its user is here."""

    _feed: ArenaFeed | None = None

    async def enter(self) -> None:
        tournament = await database.run(find, self.scope["url_route"]["kwargs"]["uid"])
        if self.user_id is not None:
            await database.run(note_seen, users=[self.user_id], now=timezone.now())
        self._feed = feed_of(tournament)
        self._feed.enter(self, self.user_id, self._page)
        # A round that began after the page was made, and before the feed tells of rounds.
        if frame := await database.run(round_of, tournament.uid, self.user_id):
            self.push(frame)

    async def leave(self) -> None:
        if self._feed:
            self._feed.leave(self)

    @property
    def _page(self) -> int:
        """The page of boards that the address asks for: "?boards=2"; without one the top boards."""
        found = _PAGE.search(self.scope["query_string"])
        return int(found[1]) if found else TOP

    def carry_out(self, text: str) -> None:
        self.note_ping(parse_ping(text))
        self.say(PongMessage(0))
