"""What all sockets share: what a client may send and how fast, and what a slow reader gets.

Subclasses say what a message does; nothing here knows a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError
from prometheus_client import Gauge

from accounts.models import Scope, Token, User
from accounts.signin.sessions import user_of
from games.core.errors import GameError
from games.live import announce, waiting
from games.live.sockets.receiving import ReceivingConsumer
from games.live.sockets.token_watch import until_ended
from games.live.storage.database import Unavailable, warn_of
from games.models import CREATORS_STAY
from games.protocol.commands import PingCommand
from games.protocol.frames import BadMessage, FromServer, encode
from games.protocol.messages import CloseCode, RefusedMessage, RetryMessage
from games.text.seat_names import plain_name
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.common.asgi_extensions import HEAR_PONGS, RECEIVE_NOW, SEND_NOW
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.limiters.in_memory import TokenBucket

SOCKETS = Gauge("tictactoe_sockets", "Open sockets.", ["kind"])

logger = logging.getLogger(__name__)

BAD_MESSAGES_ALLOWED = 4  # the fifth closes the socket
ORDERLY = (1000, 1001, 1005)  # codes of a page that was closed or left
FRAMES_WAITING = 64  # a reader further behind than this is cut; it comes back to a fresh state
# A page that is looked at sends something every 3.5 s; after so many seconds without, it is lost.
LOST_AFTER = 6.0
SECONDS_BETWEEN_LOOKS = 0.5
NOTED_WITHIN = 4.0  # seconds; a server that stops waits for its sockets no longer than five
# Whatever ends a session tells its sockets; this check helps if that message was lost.
SECONDS_BETWEEN_SESSION_CHECKS = 300.0


class SiteConsumer(ReceivingConsumer):
    """One browser's or bot's connection."""

    _places_of_users: ClassVar[Cap] = Cap()  # how many sockets each user has in this process
    _open: ClassVar[set[SiteConsumer]] = set()  # those sockets; visitors' are not among them

    user: User | None = None  # None for somebody who only looks
    user_id: int | None = None
    token: Token | None = None  # that a program came with
    address = ""  # what limits per address count it by
    _send_now: Callable[[str], None] | None = None
    _writer: asyncio.Task[None] | None = None
    _closing: asyncio.Task[None] | None = None
    _waiting: asyncio.Task[None] | None = None  # for what the last message asked
    _token_watch: asyncio.Task[None] | None = None
    _bad_messages = 0
    _silent_for = 0.0  # seconds, counted by `look_for_silence`
    _is_hidden = False  # the page is out of sight, as it said last
    is_lost = False  # nothing is heard of it any more, or it has ended without a word
    _entered = False  # `enter` has begun, so `leave` must be called
    _is_ready = False
    public_name = ""  # see games.live.watchers.Watcher

    async def enter(self) -> None:
        """Do what this kind of socket does once it has been accepted."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Undo `enter`, however far it got."""

    def carry_out(self, text: str) -> Coroutine[Any, Any, None] | None:
        """Do what one message asks, or return what must be awaited before the next message.

        Raises BadMessage, at once.
        """
        raise NotImplementedError

    def handle(self, text: str) -> None:
        """Handle one message: the only entry for messages. It never raises.

        `_waiting` is set while something that it started has not finished.
        """
        if not self.admit():
            return
        self._silent_for = 0.0
        if self.is_lost:
            self.is_lost = False
            self.came_back()
        try:
            carry_out = self._carry_out_if_signed_in if self.is_check_due else self.carry_out
            waited = carry_out(text)
        except BadMessage as error:
            self._count_bad_message(error)
        except Exception:
            self._fail()
        else:
            if waited:
                self._waiting = asyncio.create_task(self._wait_for(waited))

    def handle_now(self, text: str) -> bool:
        """Return whether *text* was handled; if not, the server queues it for `receive`.

        Our server alone calls this, outside the socket's task and its trace.
        """
        if self._waiting or self._turn.locked():
            return False
        self._context.run(self.handle, text)
        return True

    @classmethod
    def users_here(cls, *, people_only: bool = False) -> dict[int, float]:
        """Return the users with a socket to this process, and the seconds since each was heard of.

        Pages say something every few seconds, or their browsers do for those out of sight; whoever
        is silent for CREATORS_STAY is not here. Programs need say nothing: theirs are always 0.
        *people_only* leaves out whoever is neither a person nor a guest.
        """
        here: dict[int, float] = {}
        for socket in tuple(cls._open):  # also in a page's thread, while sockets come and go
            assert socket.user  # known before a socket counts as open
            silent = socket._silent_for
            is_asked_for = not people_only or socket.user.is_person or socket.user.is_guest
            if is_asked_for and silent < CREATORS_STAY.total_seconds():
                here[socket.user.pk] = min(silent, here.get(socket.user.pk, silent))
        return here

    @property
    def is_looked_at(self) -> bool:
        """Whether the page is before somebody, as far as it says: heard of, and not hidden."""
        return not self._is_hidden and self._silent_for < LOST_AFTER

    @classmethod
    def look_for_silence(cls) -> None:
        """Count the time in which nothing is heard of a page, and call `fell_silent` when it is up.

        To be called every SECONDS_BETWEEN_LOOKS. It is counted by these calls rather than by a
        clock: a process that was busy or stopped, and did not listen, finds nobody silent.
        """
        for socket in tuple(cls._open):
            if socket.token:
                continue
            socket._silent_for += SECONDS_BETWEEN_LOOKS
            is_lost = socket._silent_for >= LOST_AFTER and not socket._is_hidden
            if is_lost and not socket.is_lost:
                socket.is_lost = True
                socket.fell_silent()

    def fell_silent(self) -> None:
        """Note that nothing more is heard of a page that was looked at."""

    def came_back(self) -> None:
        """Note that the page is heard of again. For a socket that ends instead there is `leave`."""

    def note_pong(self) -> None:
        """Note that the browser has answered for a page that is out of sight.

        Browsers let the timers of such a page run once a minute, so it says too little itself. A
        page that is looked at must speak for itself: it may hang while its browser answers.
        """
        if self._is_hidden:
            self._silent_for = 0.0

    def note_ping(self, ping: PingCommand) -> None:
        """Note what *ping* says of the page."""
        self._is_hidden = ping.hidden

    def push(self, frame: str) -> None:
        """Send *frame* after those pushed before it, without waiting for the reader."""
        if self._send_now:
            try:
                self._send_now(frame)
            except Exception:  # the watchers after this one must be told all the same
                logger.exception("a socket could not be written to")
                self._send_now = _nowhere
                self._closing = asyncio.create_task(self.close(CloseCode.RESTART))
            return
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self._cut_off()

    def say(self, message: FromServer) -> None:
        self.push(encode(message))

    async def connect(self) -> None:
        self._gauge = SOCKETS.labels(type(self).__name__.removesuffix("Consumer").lower())
        self._gauge.inc()
        rate = settings.SOCKET_MESSAGES_A_SECOND
        # A message beyond the allowance is refused; beyond the patience, too, the socket is closed.
        self._allowance = TokenBucket(at_once=2 * rate, seconds=1 / rate)
        self._patience = TokenBucket(at_once=4 * rate, seconds=1 / rate)
        self._opened_at = self._checked_at = time.monotonic()
        await self.accept()  # only after this does a refusal reach the browser with its code
        user = self.scope["user"]
        self._session_key = self.scope["session_key"]
        self.token = self.scope.get("token")
        self.address = address_group((self.scope.get("client") or (UNKNOWN,))[0])
        if user:
            is_welcome = user.is_active and not user.is_banned
            if not is_welcome or (self.token and not self.token.allows(Scope.READ)):
                await self.close(CloseCode.FORBIDDEN)
                return
            self.user, self.user_id = user, user.pk
            self.public_name = "" if user.is_guest else plain_name(user)
            most = settings.SOCKETS_PER_BOT if user.is_bot else settings.SOCKETS_PER_USER
            if not self._places_of_users.take(user.pk, most=most):
                await self.close(CloseCode.TOO_MANY)
                return
            self._open.add(self)
            await self.channel_layer.group_add(announce.group_of_user(user.pk), self.channel_name)
            if self._places_of_users.held(user.pk) == 1:
                await self._note(waiting.come)
            if self.token:
                self._token_watch = asyncio.create_task(self._close_with(self.token))
        # Our own server takes a frame at once and cuts slow readers itself; under others a task
        # writes from a bounded queue.
        self._send_now = self.scope.get("extensions", {}).get(SEND_NOW)
        if not self._send_now:
            self._frames: asyncio.Queue[str] = asyncio.Queue(FRAMES_WAITING)
            self._writer = asyncio.create_task(self._write())
        logger.info("socket opened", extra={"path": self.scope["path"]})
        await self._enter()
        self.scope.clear()  # headers and cookies, which every idle socket would hold

    async def disconnect(self, code: int) -> None:
        seconds = round(time.monotonic() - self._opened_at, 1)
        logger.info("socket closed", extra={"code": code, "seconds": seconds})
        self._gauge.dec()
        if self._writer:
            self._writer.cancel()
        if self._token_watch:
            self._token_watch.cancel()
        await self._finish_waiting()
        self.is_lost = code not in ORDERLY
        if self._entered:
            await self.leave()
        if self.user_id is not None and self in self._open:
            self._open.discard(self)
            self._places_of_users.give_back(self.user_id)
            # Whoever is sent to another process is soon there: an orderly end writes nothing.
            if code != CloseCode.RESTART and not self._places_of_users.held(self.user_id):
                await self._note(waiting.leave)
            await self.channel_layer.group_discard(
                announce.group_of_user(self.user_id), self.channel_name
            )

    async def _note(self, what: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        assert self.user_id is not None
        with contextlib.suppress(Unavailable, TimeoutError):  # it is noted again soon, or lapses
            async with asyncio.timeout(NOTED_WITHIN):
                await what(self.user_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a message that was not handed to `handle_now`."""
        await self._finish_waiting()
        if not self._is_ready:
            return
        if text_data is not None:
            self.handle(text_data)
        elif self.admit():
            self._count_bad_message(BadMessage("bad_message"))
        await self._finish_waiting()

    async def _finish_waiting(self) -> None:
        """Wait until what the last message asked is done."""
        if self._waiting:
            await asyncio.wait({self._waiting})

    async def _wait_for(self, waited: Coroutine[Any, Any, None]) -> None:
        try:
            await waited
        except BadMessage as error:
            self._count_bad_message(error)
        except (OperationalError, InterfaceError) as error:
            warn_of("a message was not carried out", error)
            self.say(RetryMessage())
        except Exception:
            self._fail()
        finally:
            self._waiting = None

    async def _carry_out_if_signed_in(self, text: str) -> None:
        if await self._has_session() and (waited := self.carry_out(text)):
            await waited

    def _fail(self) -> None:
        logger.exception("a message could not be carried out")
        self.say(RetryMessage())

    def admit(self) -> bool:
        """Count one more message, and return whether it is within the limit; if not, say so.

        A client that goes on is shut out: even refusals take time from other players.
        """
        if self._closing:
            return False
        if not self._allowance.take():
            return True
        if self._patience.take():
            self._shut_out()
        else:
            self.say(RefusedMessage("too_fast"))
        return False

    async def user_revoked(self, event: dict[str, Any]) -> None:
        """Close: the user was banned, deleted, or sent away from a workshop."""
        await self.close(CloseCode.FORBIDDEN)

    async def user_signed_out(self, event: dict[str, Any]) -> None:
        """Close if the session of the user that has ended is this one."""
        if event["session"] == self._session_name:
            await self.close(CloseCode.SIGN_IN)

    async def user_password_changed(self, event: dict[str, Any]) -> None:
        """Close: all sessions have ended but the one named, which comes back with its new key."""
        is_own = event["session"] == self._session_name
        await self.close(CloseCode.RESTART if is_own else CloseCode.SIGN_IN)

    async def user_tokens_revoked(self, event: dict[str, Any]) -> None:
        """Close if this socket's token is one of the bot's tokens that have ended."""
        if self.token and self.token.pk in event["tokens"]:
            await self.close(CloseCode.SIGN_IN)

    async def _close_with(self, token: Token) -> None:
        await self.close(await until_ended(token))

    @property
    def _session_name(self) -> str:
        return announce.session_name(self._session_key)

    @property
    def is_check_due(self) -> bool:
        """Whether the session has to be checked before the next message is handled."""
        if self.user_id is None or self.token:  # a token has its own watch
            return False
        since = time.monotonic() - self._checked_at
        return since >= SECONDS_BETWEEN_SESSION_CHECKS

    async def _has_session(self) -> bool:
        """Return whether the session still exists; if not, close the socket."""
        if not self.is_check_due:
            return True
        self._checked_at = time.monotonic()
        user = await database_sync_to_async(user_of)(self._session_key)
        if user and user.pk == self.user_id:
            return True
        await self.close(CloseCode.SIGN_IN)
        return False

    async def _enter(self) -> None:
        self._entered = True
        try:
            await self.enter()
        except (OperationalError, InterfaceError) as error:  # Unavailable is one
            warn_of("a socket was sent away", error)
            await self.close(CloseCode.RESTART)
        except GameError:
            await self.close(CloseCode.NOT_FOUND)
        else:
            self._is_ready = True
            extensions = self.scope.get("extensions", {})
            if offer := extensions.get(RECEIVE_NOW):
                offer(self.handle_now)
            if hear_pongs := extensions.get(HEAR_PONGS):
                hear_pongs(self.note_pong)

    async def _write(self) -> None:
        while True:
            await self.send(text_data=await self._frames.get())

    def _count_bad_message(self, error: BadMessage) -> None:
        self.say(RefusedMessage(error.code))
        self._bad_messages += 1
        if self._bad_messages > BAD_MESSAGES_ALLOWED:
            self._shut_out(CloseCode.BAD_MESSAGES)

    def _cut_off(self) -> None:
        """Shut out a reader that is too far behind; do nothing the second time."""
        if self._writer:
            self._writer.cancel()
            self._writer = None
            self._shut_out()

    def _shut_out(self, code: int = CloseCode.TOO_MANY) -> None:
        self._closing = self._closing or asyncio.create_task(self.close(code))


def _nowhere(frame: str) -> None:
    """Stand in for writing to a socket that is being closed."""
