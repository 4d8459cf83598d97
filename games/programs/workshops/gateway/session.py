"""Engine.IO sessions: what waits to be read by each client, whether the client is still there, and
how many an address may have in this process.

A session does no input or output. A poll takes what waits, or a websocket has it written at once;
what the client sends goes to the session's listener.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Protocol

from prometheus_client import Gauge

from games.core.errors import GameError
from games.live.limits import enter
from games.programs.workshops.gateway.packets import Packet, PacketKind, Revision, write_packet
from tictactoe_site.common.event_loop import later
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.limiters.in_memory import TokenBuckets

# The usual values of Socket.IO.
PING_INTERVAL = 25.0  # seconds between pings, by the client in revision 3, by us in revision 4
PING_TIMEOUT = 20.0  # seconds for the answer
MAX_POLL = 20.0  # seconds for which a poll is held when there is nothing to tell
MAX_UNREAD = 64  # packets
MAX_BODY_BYTES = 16 * 1024  # bytes of a request's body, or of a frame

Write = Callable[[str], None]
SESSIONS = Gauge("tictactoe_workshop_sessions", "Clients of workshops that are connected.")


class TwoPolls(Exception):
    """A client that polls has one poll at a time."""


class SessionListener(Protocol):
    """A listener to what the client of a session says."""

    def opened(self) -> None:
        """Note that the client knows of the session."""

    def received(self, text: str) -> None:
        """Take a message that has come. Raises BadPacket."""

    def closed(self) -> None:
        """Note that the client is gone. Called once."""


class Session:
    """A client's session, from its handshake until it is closed."""

    def __init__(
        self, revision: Revision, address: str, on_closed: Callable[[Session], None]
    ) -> None:
        """Take *address*, by which limits count the client."""
        self.sid = secrets.token_urlsafe(15)
        self.revision = revision
        self.address = address
        self.listener: SessionListener | None = None
        self.is_closed = False
        self.is_probed = False  # whether a socket is being tried beside the polls
        self.is_upgrading = False
        self._on_closed = on_closed
        self._unread: list[Packet] = []
        self._write: Write | None = None
        self._hang_up: Callable[[], None] | None = None
        self._poll: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_alive = True

    @property
    def is_polling(self) -> bool:
        return self._write is None

    def open(self, listener: SessionListener) -> None:
        """Greet the client, whose messages go to *listener* from now on."""
        self.listener = listener
        self._expect_client()
        self.send(Packet(PacketKind.OPEN, self._greeting()))
        listener.opened()

    def _greeting(self) -> str:
        greeting = {
            "sid": self.sid,
            "upgrades": ["websocket"] if self.is_polling else [],
            "pingInterval": round(PING_INTERVAL * 1000),
            "pingTimeout": round(PING_TIMEOUT * 1000),
        }
        if self.revision is Revision.FOUR:
            greeting["maxPayload"] = MAX_BODY_BYTES
        return json.dumps(greeting)

    # To the client.

    def send(self, packet: Packet) -> None:
        """Let the client read *packet*, after those sent before. Never waits."""
        if self.is_closed:
            return
        if self._write:
            self._write(write_packet(packet))
            return
        self._unread.append(packet)
        # Packets stay in memory until they are read: a client that does not read has to go.
        if len(self._unread) > MAX_UNREAD:
            self.close()
        else:
            self._wake()

    async def poll(self) -> list[Packet]:
        """Return what the client has not read yet, as soon as there is something, or after
        MAX_POLL a noop. Raises TwoPolls, and ends the session, if another poll waits.
        """
        if self._poll:
            self.close()
            raise TwoPolls
        if not self._unread and not self.is_upgrading and not self.is_closed:
            await self._something_to_read()
        packets, self._unread = self._unread, []
        return packets or [Packet(PacketKind.CLOSE if self.is_closed else PacketKind.NOOP)]

    async def _something_to_read(self) -> None:
        self._poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(MAX_POLL):
                await self._poll
        except TimeoutError:
            pass
        finally:
            self._poll = None

    def release_poll(self) -> None:
        """Answer the waiting poll, if any, with what there is."""
        self._wake()

    def _wake(self) -> None:
        if self._poll and not self._poll.done():
            self._poll.set_result(None)

    def upgrade(self, write: Write, hang_up: Callable[[], None]) -> None:
        """Let *write* take the packets from now on; *hang_up* is called when the session ends."""
        self.is_upgrading = False
        # What no poll has read comes first.
        self._write, self._hang_up = write, hang_up
        unread, self._unread = self._unread, []
        for packet in unread:
            self.send(packet)
        self._wake()

    # From the client.

    def receive(self, packet: Packet) -> None:
        """Take what the client has sent. Raises BadPacket."""
        if self.is_closed:
            return
        self._note_client()
        match packet.kind:
            case PacketKind.PING:
                self.send(Packet(PacketKind.PONG, packet.data))
            case PacketKind.MESSAGE if self.listener:
                self.listener.received(packet.data)
            case PacketKind.CLOSE:
                self.close()
            case _:
                pass  # such as a pong, which has been noted

    def close(self) -> None:
        """End the session, and tell whoever listens."""
        if self.is_closed:
            return
        self.is_closed = True
        # Marked as closed first: those who are told below may send something, or close it again.
        self._unread.clear()
        if self._timer:
            self._timer.cancel()
        self._wake()
        self._on_closed(self)
        if self.listener:
            self.listener.closed()
        if self._hang_up:
            self._hang_up()

    # Whether it is still there.

    def _expect_client(self) -> None:
        """Begin to look for signs of life: the client's pings, or its answers to ours."""
        if self.revision is Revision.THREE:
            self._in(PING_INTERVAL + PING_TIMEOUT, self.close)
        else:
            self._in(PING_INTERVAL, self._ping)

    def _note_client(self) -> None:
        self._is_alive = True
        if self.revision is Revision.THREE:
            self._expect_client()

    def _ping(self) -> None:
        # Whatever else the client says: it relies on regular pings.
        self._is_alive = False
        self.send(Packet(PacketKind.PING))
        if not self.is_closed:
            self._in(PING_TIMEOUT, self._require_life)

    def _require_life(self) -> None:
        if self._is_alive:
            # The rest of the interval, so that pings come at equal distances.
            self._in(PING_INTERVAL - PING_TIMEOUT, self._ping)
        else:
            self.close()

    def _in(self, seconds: float, do: Callable[[], None]) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = later(seconds, do)


class Sessions:
    """Sessions by their ids, which are secrets."""

    def __init__(self, *, per_address: int) -> None:
        """Let an address have *per_address*; twice as many may begin at once, then 5 a second."""
        self._per_address = per_address
        self._by_sid: dict[str, Session] = {}
        self._of_address = Cap()
        self._begun = TokenBuckets(at_once=2 * per_address, seconds=0.2)

    def __len__(self) -> int:
        return len(self._by_sid)

    def make(self, revision: Revision, address: str) -> Session:
        """Return a new session, not open yet. Raises GameError: too_many_clients, too_fast."""
        if not self._of_address.take(address, most=self._per_address):
            raise GameError("too_many_clients")
        try:
            enter((self._begun, address))
        except GameError:
            self._of_address.give_back(address)
            raise
        session = Session(revision, address, self._forget)
        self._by_sid[session.sid] = session
        SESSIONS.inc()
        return session

    def find(self, sid: str) -> Session | None:
        return self._by_sid.get(sid)

    def _forget(self, session: Session) -> None:
        del self._by_sid[session.sid]
        self._of_address.give_back(session.address)
        SESSIONS.dec()
