"""The socket of a game. It decides nothing itself; the commands do."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Coroutine
from functools import partial
from typing import Any, ClassVar, assert_never

from django.db import OperationalError
from prometheus_client import Counter

from accounts.models import Scope
from games.core.errors import GameError
from games.live.cluster.peer_processes import group_of_game
from games.live.deferred import Deferred
from games.live.room import Room
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.play.chat.queries import chat_for
from games.play.chat.services import pass_on, say
from games.play.game import commands
from games.play.game.watching import (
    catch_up,
    on_hint,
    send_state,
    unwatch,
    watch,
)
from games.protocol.commands import (
    AbortCommand,
    AnswerCommand,
    ClaimCommand,
    ClaimDrawCommand,
    GameCommand,
    GiveTimeCommand,
    ListenCommand,
    OfferCommand,
    PingCommand,
    PlayCommand,
    ResignCommand,
    SayCommand,
    SwapCommand,
    parse_command,
)
from games.protocol.messages import (
    CloseCode,
    PongMessage,
    RefusedMessage,
    RetryMessage,
)

REFUSALS = Counter("tictactoe_refusals_total", "Commands refused by the rules.", ["code"])

logger = logging.getLogger(__name__)

BEHIND = ("stale_ply", "id_used")  # refusals of a client that does not know the game as it is
MAX_UNSETTLED = 20  # commands of one socket that may wait in the room's mailbox


class GameConsumer(SiteConsumer):
    """A connection to one game, of a player or of anybody who has the link."""

    # Those of programs, by the token's digest and the game's uid; see games.programs.api.moves.
    of_programs: ClassVar[dict[tuple[str, str], GameConsumer]] = {}

    uid = ""
    room: Room | None = None
    _unsettled = 0  # commands without a result so far

    @classmethod
    def looked_at(cls) -> frozenset[tuple[str, int]]:
        """Return the uids of games whose pages are looked at here, each with a viewer's id."""
        shown = (one for one in tuple(cls._open) if isinstance(one, cls) and one.is_looked_at)
        return frozenset((one.uid, one.user_id) for one in shown if one.user_id is not None)

    async def enter(self) -> None:
        uid = self.scope["url_route"]["kwargs"]["uid"]
        self.uid = uid
        await self.channel_layer.group_add(group_of_game(uid), self.channel_name)
        self.room = await watch(uid=uid, watcher=self)
        if self.token:
            self.of_programs[self.token.digest, uid] = self

    async def close(self, *args: Any, **kwargs: Any) -> None:
        self._forget_program()  # at once: the client may take its time
        await super().close(*args, **kwargs)

    async def leave(self) -> None:
        self._forget_program()
        if self.room:
            unwatch(room=self.room, watcher=self)
        await self.channel_layer.group_discard(group_of_game(self.uid), self.channel_name)

    def fell_silent(self) -> None:
        if self.room:
            self.room.fell_silent(self)

    def came_back(self) -> None:
        if self.room:
            self.room.came_back(self)

    def _forget_program(self) -> None:
        if self.token and self.of_programs.get(key := (self.token.digest, self.uid)) is self:
            del self.of_programs[key]

    def carry_out(self, text: str) -> Coroutine[Any, Any, None] | None:
        command = parse_command(text)
        id = getattr(command, "id", None)
        try:
            outcome = self._ask(command)
        except GameError as error:
            self._refuse(error, id)
            return None
        if isinstance(outcome, Deferred):
            self._unsettled += 1
            outcome.on_settled(partial(self._answer, id))
            return None
        return self._wait(outcome, id) if outcome else None

    def _ask(self, command: GameCommand) -> Awaitable[object] | None:
        """Carry out *command*; return what has to be awaited, if anything."""
        room, player = self.room, self.user
        assert room
        if self._unsettled >= MAX_UNSETTLED:
            raise GameError("too_fast")
        match command:
            case PingCommand(version):
                self.note_ping(command)
                return self._catch_up(version)
            case ListenCommand():
                return self._tell_chat()
            case SayCommand() if player is None:
                raise GameError("sign_in")
            case _ if player is None:
                raise GameError("not_seated")
            case _ if self.token and not self.token.allows(Scope.PLAY):
                raise GameError("scope_missing")
            case SayCommand(text, id):
                return say(uid=self.uid, player=player, text=text, id=id)
            case PlayCommand(ply, cell, id):
                return commands.play(room=room, player=player, ply=ply, cell=cell, id=id)
            case SwapCommand():
                return commands.swap(room=room, player=player)
            case ResignCommand():
                return commands.resign(room=room, player=player)
            case ClaimCommand():
                return commands.claim(room=room, player=player)
            case ClaimDrawCommand():
                return commands.claim_draw(room=room, player=player)
            case GiveTimeCommand():
                return commands.give_time(room=room, player=player)
            case AbortCommand():
                return commands.abort(room=room, player=player)
            case OfferCommand(what):
                return commands.offer(room=room, player=player, what=what, address=self.address)
            case AnswerCommand(what, yes):
                return commands.answer(
                    room=room, player=player, what=what, yes=yes, address=self.address
                )
            case _:
                assert_never(command)

    async def _wait(self, outcome: Awaitable[object], id: str | None) -> None:
        try:
            await outcome
        except Exception as error:
            self._tell_failure(error, id)

    def _answer(self, id: str | None, outcome: Deferred[Any]) -> None:
        """Answer a command that is settled: everybody has been told, or it has failed."""
        self._unsettled -= 1
        if outcome.error:
            self._tell_failure(outcome.error, id)
        elif outcome.result() == ():  # sent twice: the first acknowledgement may have been lost
            self._send_state()

    def _tell_failure(self, error: Exception, id: str | None) -> None:
        if isinstance(error, GameError):
            self._refuse(error, id)
            return
        if not isinstance(error, OperationalError):  # Unavailable is one
            trace_of_socket = self._trace.fields()  # a callback has no trace of its own
            logger.error("a command failed", exc_info=error, extra=trace_of_socket)
        self.say(RetryMessage(id))

    def _refuse(self, error: GameError, id: str | None) -> None:
        REFUSALS.labels(error.code).inc()
        self.say(RefusedMessage(error.code, id))
        if error.code in BEHIND:
            self._send_state()

    def _send_state(self) -> None:
        if self.room:
            send_state(room=self.room, watcher=self)

    async def _tell_chat(self) -> None:
        # In the thread that stores lines, so that every line told before this answer is in it.
        self.say(await database.run(chat_for, self.uid, self.user))

    def _catch_up(self, version: int) -> Deferred[int]:
        """Bring the room up to *version*, which the client has, and the client up to the room."""
        assert self.room
        found = catch_up(room=self.room, version=version)
        found.on_settled(partial(self._pong, version))
        return found

    def _pong(self, version: int, found: Deferred[int]) -> None:
        if not found.error:
            self.say(PongMessage(found.result()))
            if found.result() != version:
                self._send_state()

    async def game_removed(self, event: dict[str, Any]) -> None:
        """Close: the game, in which nobody had played, has been removed."""
        await self.close(CloseCode.NOT_FOUND)

    async def game_changed(self, event: dict[str, Any]) -> None:
        """Read what staff or another process has changed of the game or its round.

        Note who has the game open in the other process.
        """
        if self.room is None:  # refused, but its client has not closed yet
            return
        process, players = event.get("process", ""), event.get("players", [])
        await on_hint(
            room=self.room,
            process=process,
            version=event["version"],
            players=players,
            round=event.get("round"),
        )

    async def game_said(self, event: dict[str, Any]) -> None:
        """Tell of a line of chat that was stored, perhaps in another process."""
        if self.room is not None:
            await pass_on(room=self.room, number=event["number"])
