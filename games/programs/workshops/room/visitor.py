"""Somebody in a workshop: a client that is connected, and the player it says it is.

A visitor watches its player's game like any other socket, and tells its client when the game's
version has changed. Clients that were not written for this site have no place for errors. So a
refusal is shown as a row of the lobby for a while; in a game, its state is sent once more.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from accounts import names
from games.core.errors import GameError
from games.core.events import Status, Termination
from games.core.rules import Cell
from games.live.room import Room
from games.live.storage import database
from games.models import WorkshopPlayer
from games.play.game import commands
from games.play.game.watching import unwatch, watch
from games.play.lobby import services as lobby
from games.programs.workshops import services
from games.programs.workshops.gateway.client import Emit
from games.programs.workshops.names import clean_name
from games.programs.workshops.queries import WaitingGame, game_to_join
from games.programs.workshops.room.open_question import OpenQuestion
from games.programs.workshops.room.states import (
    NOTICE,
    State,
    game_state,
    parse_position,
    question_state,
    waiting_state,
)
from games.programs.workshops.wording import refusal_text
from tictactoe_site.common.event_loop import later

SECONDS_OF_A_NOTICE = 12.0
WITHOUT_RESULT = (Termination.ABORT, Termination.CANCELLED)


class VisitedWorkshop(Protocol):
    """The workshop as a visitor needs it; see games.programs.workshops.room.open_workshop."""

    pk: int
    waiting: tuple[WaitingGame, ...]

    def name_of(self, user_id: int) -> str: ...

    def welcome(self, visitor: Visitor) -> None: ...

    def leave(self, visitor: Visitor) -> None: ...

    async def find_player(self, name: str) -> tuple[WorkshopPlayer, str]: ...

    def hold(self, player: WorkshopPlayer, visitor: Visitor) -> None: ...

    def release(self, player: WorkshopPlayer, visitor: Visitor, *, uid: str) -> None: ...

    def note_refusal(self, player: WorkshopPlayer, code: str) -> None: ...

    def look_soon(self) -> None: ...

    def changed(self) -> None: ...


class Visitor:
    """A client in one workshop. It is a watcher of its player's game."""

    public_name, is_lost = "", False  # see games.live.watchers.Watcher

    def __init__(
        self, workshop: VisitedWorkshop, *, address: str, emit: Emit, hang_up: Callable[[], None]
    ) -> None:
        self.address = address
        self.player: WorkshopPlayer | None = None
        self.is_presumed = False  # whether its client has not named this player itself
        self.turn = asyncio.Lock()  # held while its client or the workshop has it act
        self._workshop = workshop
        self._emit = emit
        self.hang_up = hang_up
        self._sent_name = ""  # as its client spells it
        self._game: Room | None = None
        self._told = -1  # the version that its client has been told
        self._status = Status.OPEN  # in that version
        self._repeated = -1  # the version that it has been told a second time, after a refusal
        self._question: OpenQuestion | None = None
        self._has_left = False
        self._notice = ""
        self._notice_timer: asyncio.TimerHandle | None = None

    @property
    def user_id(self) -> int | None:
        return self.player.user_id if self.player else None

    @property
    def game(self) -> Room | None:
        """The game that waits for another player or goes on."""
        is_over = self._game is None or self._game.match.status is Status.FINISHED
        return None if is_over else self._game

    @property
    def is_free(self) -> bool:
        """Whether it has a player, who is neither in a game that goes on nor being asked."""
        is_playing = self.game and self.game.match.status is not Status.OPEN
        return self.player is not None and not is_playing and self._question is None

    # In and out.

    def greet(self) -> None:
        self.tell_lobby()
        self._workshop.welcome(self)

    async def leave(self) -> None:
        if self._notice_timer:
            self._notice_timer.cancel()
        self._has_left = True
        if self._question:
            self._question.fail(GameError("gone"))
        # In its turn: nobody would leave a game that is being begun for it just now.
        async with self.turn:
            self._stand_up()
        self._workshop.leave(self)

    async def be(self, player: WorkshopPlayer, *, sent_name: str = "", uid: str = "") -> None:
        """Be *player*, and sit at the game *uid*, if any. Raises GameError("name_taken").

        Whoever comes back without a name is presumed to be that player until another is named.
        """
        self._stand_up()
        self._workshop.hold(player, self)
        self.player, self._sent_name = player, sent_name or player.name
        self.is_presumed = not sent_name
        if uid:
            await self.sit(uid)

    async def sit(self, uid: str) -> None:
        """Show the game *uid* and every change to it. Raises NotFound, Unavailable."""
        self._look_away()
        game = await watch(uid=uid, watcher=self)
        self._game, self._repeated = game, -1
        self._note_told()
        self._emit("client:init", self._state(game))

    async def call_off(self) -> bool:
        """Call off the game that waits for another player; return whether there was one.

        Raises GameError if somebody has just joined it; its client is shown that game.
        """
        own = self.game
        if own is None or self.player is None:
            return False
        self._look_away()
        try:
            # No longer watched: the caller tells the client what comes instead.
            await lobby.cancel(uid=own.game.uid, player=self.player.user)
        except GameError:
            await self.sit(own.game.uid)
            raise
        return True

    def lead_out(self) -> None:
        """Have its client leave the board: its game is called off, and there is no other."""
        self._emit("client:leave")

    def _look_away(self) -> None:
        if self._game:
            unwatch(room=self._game, watcher=self)
            self._game = None

    def _stand_up(self) -> None:
        """Be no player any more; an unfinished game waits for its player for a while."""
        player, game = self.player, self.game
        self._look_away()
        self.player = None
        if player:
            self._workshop.release(player, self, uid=game.game.uid if game else "")

    # Questions, which are no games.

    async def begin_questions(self) -> None:
        """Be asked from now on. Raises GameError."""
        await self.call_off()
        self._question = OpenQuestion("", asyncio.get_running_loop())

    async def ask(self, moves: Sequence[Cell], seconds: float) -> Cell:
        """Return what its client's program does after *moves*, within *seconds*.

        Raises TimeoutError, GameError for what is no cell, and GameError("gone").
        """
        if self._has_left:
            raise GameError("gone")
        loop = asyncio.get_running_loop()
        self._question = OpenQuestion(f"question-{secrets.token_hex(4)}", loop)
        self._emit("client:init", question_state(self._question.uid, moves, self._sent_name))
        async with asyncio.timeout(seconds):
            return await self._question.answer

    def end_questions(self) -> None:
        self._question = None
        self._emit("client:leave")

    # What its client is told.

    def push(self, frame: str) -> None:
        """Tell the client how the game stands, if *frame* has changed that: chat does not."""
        game = self._game
        if game is None or game.match.version == self._told:
            return
        was = self._status
        self._note_told()
        if game.match.termination in WITHOUT_RESULT:
            self._look_away()
            self._emit("client:leave")
        elif was is Status.OPEN and game.match.status is Status.ONGOING:
            self._emit("client:init", self._state(game))
        else:
            self._emit("client:move", self._state(game))
        if was is not game.match.status:
            self._workshop.look_soon()

    def _note_told(self) -> None:
        if self._game:
            self._told, self._status = self._game.match.version, self._game.match.status

    def _state(self, game: Room) -> State:
        return game_state(game.game.uid, game.match, self._name_of)

    def _name_of(self, user_id: int) -> str:
        """Return a player's name; the client's own as it spelt it, or it would not know itself."""
        return self._sent_name if user_id == self.user_id else self._workshop.name_of(user_id)

    def tell_lobby(self) -> None:
        rows = [waiting_state(NOTICE, self._notice)] if self._notice else []
        rows += [
            waiting_state(game.uid, self._name_of(game.creator)) for game in self._workshop.waiting
        ]
        self._emit("client:lobby", rows)

    # What its client asks.

    async def handle(self, name: str, data: Any) -> None:
        """Do what the event *name* asks. Raises GameError, of which the client has been told."""
        do = {
            "create": self._create,
            "join": self._join,
            "move": self._move,
            "leave": self._leave_game,
        }.get(name)
        try:
            if do is None or not isinstance(data, dict):
                raise GameError("bad_message")
            async with self.turn:
                await do(data)
        except GameError as refused:
            # Cut, because a client can send a name of any length, and is sent it back.
            self._refuse(name[:16], refused.code)
            raise

    async def _create(self, data: dict[str, Any]) -> None:
        """Open a game; whoever has one is shown it again."""
        player, came_back = await self._identify(data)
        if self.game and not came_back:
            self._emit("client:init", self._state(self.game))
        if self.game:
            return
        game = await services.make_game(workshop_id=self._workshop.pk, creator=player.user)
        await self.sit(game.uid)
        self._workshop.changed()

    async def _join(self, data: dict[str, Any]) -> None:
        """Sit down at the waiting game that is named, or at any; one's own is called off."""
        player, came_back = await self._identify(data)
        if came_back:
            return
        uid = data.get("gameUid")
        if not isinstance(uid, str | None):
            raise GameError("bad_message")
        own = self.game
        if own and own.match.status is Status.ONGOING:
            raise GameError("already_playing")
        if own and own.game.uid == uid:
            raise GameError("already_seated")
        joined = await database.run(game_to_join, self._workshop.pk, uid, player=player.user_id)
        was_waiting = await self.call_off()
        try:
            await lobby.join(uid=joined, player=player.user)
        except GameError:
            if was_waiting:
                self.lead_out()
            raise
        await self.sit(joined)
        self._workshop.changed()

    async def _move(self, data: dict[str, Any]) -> None:
        if self._question and self._question.uid == data.get("gameUid"):
            self._question.take(data.get("position"))
            return
        player, _ = await self._identify(data)
        game = self._game_asked(data)
        cell = parse_position(data.get("position"))
        await commands.play(room=game, player=player.user, ply=game.match.ply, cell=cell)

    async def _leave_game(self, data: dict[str, Any]) -> None:
        """Leave the game as it can be left now, or only the board if it is over."""
        player, _ = await self._identify(data)
        game = self._game_asked(data)
        # Before the game ends: its client is led out, and need not be told how it has ended.
        self._look_away()
        if game.match.status is not Status.FINISHED:
            try:
                await services.give_up(uid=game.game.uid, player=player.user)
            except GameError:
                await self.sit(game.game.uid)
                raise
        self._emit("client:leave")
        self._workshop.changed()

    def _game_asked(self, data: dict[str, Any]) -> Room:
        if self._game is None or self._game.game.uid != data.get("gameUid"):
            raise GameError("no_such_game")
        return self._game

    async def _identify(self, data: dict[str, Any]) -> tuple[WorkshopPlayer, bool]:
        """Return the player that an event names, and whether naming it led back to its game."""
        sent = data.get("username")
        name = clean_name(sent)
        if self._question:
            raise GameError("being_asked")
        if self.player and names.canonical(name) == self.player.canonical:
            self._sent_name, self.is_presumed = str(sent), False
            return self.player, False
        if self.game and not self.is_presumed:
            raise GameError("already_playing")
        player, uid = await self._workshop.find_player(name)
        await self.be(player, sent_name=str(sent), uid=uid)
        return player, bool(uid)

    # What it is refused.

    def _refuse(self, event: str, code: str) -> None:
        self._emit("client:error", {"event": event, "code": code})
        if self.player:
            self._workshop.note_refusal(self.player, code)
        if self._game is None:
            self._show_notice(refusal_text(code))
        elif self._repeated != self._game.match.version:
            self._repeated = self._game.match.version
            self._emit("client:move", self._state(self._game))

    def _show_notice(self, text: str) -> None:
        if self._notice_timer:
            self._notice_timer.cancel()
        self._notice_timer = later(SECONDS_OF_A_NOTICE, self._hide_notice)
        self._notice = f"⚠ {text}"
        self.tell_lobby()

    def _hide_notice(self) -> None:
        self._notice, self._notice_timer = "", None
        self.tell_lobby()
