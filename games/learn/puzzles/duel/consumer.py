"""The socket of a duel: it tells how far both are, and that whoever holds it is there."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from django.utils import timezone

from games.learn.puzzles.duel import services
from games.learn.puzzles.duel.showing import message_of
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.protocol.commands import parse_lobby
from games.protocol.messages import PongMessage


class DuelConsumer(SiteConsumer):
    """Each answer is a form; here both hear of it. What is seen of a race everybody may see."""

    uid = ""
    _version = -1

    async def enter(self) -> None:
        self.uid = self.scope["url_route"]["kwargs"]["uid"]
        await self.channel_layer.group_add(services.group_of_duel(self.uid), self.channel_name)
        await self._look()

    async def leave(self) -> None:
        await self.channel_layer.group_discard(services.group_of_duel(self.uid), self.channel_name)

    def carry_out(self, text: str) -> Coroutine[Any, Any, None]:
        self.note_ping(parse_lobby(text))
        return self._answer_ping()

    async def duel_changed(self, event: dict[str, Any]) -> None:
        await self._look()

    async def _answer_ping(self) -> None:
        await self._look()
        self.say(PongMessage(0))

    async def _look(self) -> None:
        """Note that the user is there, and tell the rest if that has changed anything."""
        now = timezone.now()
        duel = await database.run(services.look, uid=self.uid, user_id=self.user_id, now=now)
        self.say(message_of(duel, now))
        if duel.has_changed:
            await services.changed(self.uid)
