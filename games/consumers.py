"""The sockets of a game, of the lobby, and of notices. They decide nothing: services do."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from channels.db import database_sync_to_async
from django.db import OperationalError

from games import metrics, protocol, services
from games.core.errors import GameError
from games.protocol import BadMessage, CloseCode
from games.selectors import chat_for, open_games_rows, waiting_uids
from games.services import Room, announce
from games.sockets import Socket

logger = logging.getLogger(__name__)


class GameConsumer(Socket):
    """One view of one game, by a player or by anybody who has its link."""

    room: Room | None = None

    async def enter(self) -> None:
        uid = self.scope["url_route"]["kwargs"]["uid"]
        self.uid = uid
        await self.channel_layer.group_add(announce.group_of_game(uid), self.channel_name)
        self.room = await services.watch(uid=uid, watcher=self)

    async def leave(self) -> None:
        if self.room:
            services.unwatch(room=self.room, watcher=self)
        await self.channel_layer.group_discard(announce.group_of_game(self.uid), self.channel_name)

    async def obey(self, text: str) -> None:
        command = protocol.parse(text)
        id = getattr(command, "id", None)
        try:
            await self._carry_out(command)
        except OperationalError:  # Unavailable among them
            self.say(protocol.Retry(id))
        except BadMessage:
            raise
        except GameError as error:
            self._refuse(error, id)

    def take(self, text: str) -> bool:
        """Carry out a move that need not wait for anything at once; whether *text* was one."""
        room, player = self.room, self.user
        if room is None or player is None or self.is_check_due or not room.can_decide_now:
            return False
        try:
            command = protocol.parse(text)
        except BadMessage:
            return False
        if not isinstance(command, protocol.Play):
            return False
        if not self.is_allowed():
            return True
        then = partial(self._answer, command.id)
        try:
            is_news = services.play_now(
                room=room,
                player=player,
                ply=command.ply,
                cell=command.cell,
                id=command.id,
                then=then,
            )
        except GameError as error:
            self._refuse(error, command.id)
            return True
        if not is_news:  # sent twice; the first acknowledgement may have been lost
            room.send_state(self)
        return True

    def _answer(self, id: str, error: Exception | None) -> None:
        """A move that was taken is kept, which everybody has heard, or it is not."""
        match error:
            case None:
                pass
            case GameError():
                self._refuse(error, id)
            case OperationalError():
                self.say(protocol.Retry(id))
            case _:
                logger.error("a move could not be carried out", exc_info=error)
                self.say(protocol.Retry(id))

    def _refuse(self, error: GameError, id: str | None) -> None:
        metrics.REFUSALS.labels(error.code).inc()
        self.say(protocol.Refused(error.code, id))
        if error.code == "stale_ply" and self.room:
            self.room.send_state(self)

    async def _carry_out(self, command: protocol.GameCommand) -> None:
        match command:
            case protocol.Ping(version):
                await self._answer_ping(version)
            case protocol.Listen():
                self.say(await database_sync_to_async(chat_for)(self.uid, self.user))
            case protocol.Say() if self.user is None:
                raise GameError("sign_in")
            case protocol.Say(text, id):
                await services.say(uid=self.uid, player=self.user, text=text, id=id)
            case _ if self.user is None:
                raise GameError("not_seated")
            case protocol.Play(ply, cell, id):
                await self._play(ply, cell, id)
            case protocol.Swap():
                await services.swap(uid=self.uid, player=self.user)
            case protocol.Resign():
                await services.resign(uid=self.uid, player=self.user)
            case protocol.Claim():
                await services.claim(uid=self.uid, player=self.user)
            case protocol.ClaimDraw():
                await services.claim_draw(uid=self.uid, player=self.user)
            case protocol.GiveTime():
                await services.give_time(uid=self.uid, player=self.user)
            case protocol.Abort():
                await services.abort(uid=self.uid, player=self.user)
            case protocol.Offer(what):
                await services.offer(
                    uid=self.uid, player=self.user, what=what, address=self.address
                )
            case protocol.Answer(what, yes):
                await services.answer(
                    uid=self.uid, player=self.user, what=what, yes=yes, address=self.address
                )

    async def _play(self, ply: int, cell: int, id: str) -> None:
        is_news = await services.play(uid=self.uid, player=self.user, ply=ply, cell=cell, id=id)
        if not is_news:  # sent twice; the first acknowledgement may have been lost
            self.room.send_state(self)

    async def _answer_ping(self, version: int) -> None:
        await self.room.refresh(version)
        self.say(protocol.Pong(self.room.match.version))
        if self.room.match.version != version:
            self.room.send_state(self)

    async def game_removed(self, event: dict[str, Any]) -> None:
        """Nobody had played in it, and it is gone."""
        await self.close(CloseCode.NOT_FOUND)

    async def game_changed(self, event: dict[str, Any]) -> None:
        """Somebody else has written the game, or has it in memory: the staff, another process."""
        process, players = event.get("process", ""), event.get("players", [])
        await services.hear(
            room=self.room, process=process, version=event["version"], players=players
        )

    async def game_said(self, event: dict[str, Any]) -> None:
        """Something has been said beside the game, perhaps in another process."""
        await services.pass_on(room=self.room, number=event["number"])


class NoticeConsumer(Socket):
    """What concerns a user on whatever page; a browser keeps one for all its tabs."""

    async def enter(self) -> None:
        if self.user_id is None:
            await self.close(CloseCode.SIGN_IN)
            return
        group = announce.group_of_notices(self.user_id)
        await self.channel_layer.group_add(group, self.channel_name)
        self.say(protocol.Waiting(await database_sync_to_async(waiting_uids)(self.user_id)))

    async def leave(self) -> None:
        if self.user_id is not None:
            group = announce.group_of_notices(self.user_id)
            await self.channel_layer.group_discard(group, self.channel_name)

    async def obey(self, text: str) -> None:
        protocol.parse_lobby(text)
        self.say(protocol.Pong(0))

    async def notices_frame(self, event: dict[str, Any]) -> None:
        self.push(event["frame"])


class LobbyConsumer(Socket):
    """The live list of open games."""

    async def enter(self) -> None:
        await services.watch_lobby(listener=self, read=_lobby_frame)

    async def leave(self) -> None:
        services.unwatch_lobby(listener=self)

    async def obey(self, text: str) -> None:
        protocol.parse_lobby(text)
        self.say(protocol.Pong(0))


async def _lobby_frame() -> str:
    return protocol.encode(protocol.Lobby(await database_sync_to_async(open_games_rows)()))
