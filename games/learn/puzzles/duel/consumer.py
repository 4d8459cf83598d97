"""The socket of a duel: it tells how far both players are. A player who has it open is present."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from django.utils import timezone

from games.core.errors import GameError
from games.learn.puzzles.duel import services
from games.learn.puzzles.duel.showing import message_of
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.live.storage.database import Unavailable
from games.protocol.commands import parse_ping
from games.protocol.messages import CloseCode, PongMessage
from tictactoe_site.common.event_loop import in_background


class DuelConsumer(SiteConsumer):
    """The socket of one duel, which anybody may watch. Answers come by forms, not by the socket."""

    uid = ""
    _version = -1

    async def enter(self) -> None:
        self.uid = self.scope["url_route"]["kwargs"]["uid"]
        await self.channel_layer.group_add(services.group_of_duel(self.uid), self.channel_name)
        await self._look(self.user_id)

    async def leave(self) -> None:
        await self._note_absence()
        await self.channel_layer.group_discard(services.group_of_duel(self.uid), self.channel_name)

    def carry_out(self, text: str) -> Coroutine[Any, Any, None]:
        self.note_ping(parse_ping(text))
        return self._answer_ping()

    def fell_silent(self) -> None:
        in_background(self._note_absence())

    async def _note_absence(self) -> None:
        if self.user_id is None:
            return
        # If the note is lost, the player counts as absent after PRESENT_FOR.
        with suppress(GameError, Unavailable):
            if await database.run(services.leave_page, uid=self.uid, user_id=self.user_id):
                await services.changed(self.uid)

    async def duel_changed(self, event: dict[str, Any]) -> None:
        # A message from the server does not show that the page is still there.
        await self._look(None)

    async def _answer_ping(self) -> None:
        try:
            await self._look(self.user_id)
        except GameError:  # nobody has played it, and it was removed while the page was open
            await self.close(CloseCode.NOT_FOUND)
        else:
            self.say(PongMessage(0))

    async def _look(self, seen: int | None) -> None:
        """Send the duel as it stands, note that user *seen* is there, and announce any change."""
        now = timezone.now()
        duel = await database.run(services.look, uid=self.uid, user_id=seen, now=now)
        self.say(message_of(duel, now))
        if duel.has_changed:
            await services.changed(self.uid)
