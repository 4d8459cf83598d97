"""The socket for a user's notices."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async

from games.live import announce
from games.live.sockets.consumer import SiteConsumer
from games.play.notices.queries import uids_waiting_for
from games.protocol.commands import parse_ping
from games.protocol.messages import CloseCode, PongMessage, WaitingMessage


class NoticeConsumer(SiteConsumer):
    """A socket of a user's notices on every page; a browser keeps one for all its tabs."""

    async def enter(self) -> None:
        if self.user_id is None:
            await self.close(CloseCode.SIGN_IN)
            return
        group = announce.group_of_notices(self.user_id)
        await self.channel_layer.group_add(group, self.channel_name)
        self.say(WaitingMessage(await database_sync_to_async(uids_waiting_for)(self.user_id)))

    async def leave(self) -> None:
        if self.user_id is not None:
            group = announce.group_of_notices(self.user_id)
            await self.channel_layer.group_discard(group, self.channel_name)

    def carry_out(self, text: str) -> None:
        self.note_ping(parse_ping(text))
        self.say(PongMessage(0))  # notices have no version

    async def notices_frame(self, event: dict[str, Any]) -> None:
        self.push(event["frame"])
