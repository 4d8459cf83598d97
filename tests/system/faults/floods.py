"""Clients that send without end, or never read: they take no memory, and nobody else's time."""

from __future__ import annotations

import asyncio
import json
import select
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress

from tests.server.raw_socket import frame, handshake
from tests.serving import ROOT, ServerProcess
from tests.system.faults.memory import Memory
from tests.system.faults.place import ORIGIN, Place, require
from tests.system.faults.seats import Seat

TRIED = ("moves", "control frames", "pings", "nonsense", "unread pings", "unread chat")
FLOODER = "tests.system.faults.flooder"
AS_DEPLOYED = {  # the limits that one client meets; the players here share an address
    "SOCKETS_PER_ADDRESS": "60",
    "HANDSHAKES_PER_ADDRESS": "80",
    "SOCKET_MESSAGES_A_SECOND": "10",
    "SOCKETS_PER_USER": "60",
}
GAMES = 8  # two sockets each
BETWEEN_MOVES = 0.1  # seconds
FULL = 300  # moves on the board while nobody reads
QUESTION = frame(json.dumps({"type": "ping", "version": 0}).encode())
BETWEEN_QUESTIONS = 0.03  # seconds
ENOUGH = 60  # answers, of 3 KiB each, are more than the operating system takes for one client
PATIENCE = 60.0  # seconds
LONGEST = 340  # moves; two who fill the cells in order make no line of 19 in so many


# ---- one that floods ----------------------------------------------------------------------------


def flood(
    place: Place,
    *,
    seconds: float,
    window: float,
    most_mib: float = float("inf"),
    slower_at_most: float = float("inf"),
) -> str:
    """Let one client flood for *seconds*, in turns with as long a calm, while others play.

    The two are compared *window* by window, so that what else the machine does meets both.
    """
    site = place.site(**AS_DEPLOYED)
    windows = round(seconds / window)
    games = GAMES * (2 + round(2 * windows * (window + 1) / (LONGEST * BETWEEN_MOVES)))
    x, o, *uids = place.run("tests.system.deploy.prepare_games", str(games + 1)).split()
    players = Players(site.port, (x, o), uids[1:])
    memory = Memory(site)
    calm, flooded = asyncio.run(players.measure(site, uids[0], windows, window))
    grown = memory.require(most_mib)
    place.require_no_traceback()
    require(bool(calm and flooded), "Nobody could play.")
    ratio = p99(flooded) / p99(calm)
    require(ratio <= slower_at_most, f"Others' p99 is {ratio:.1f} times as long.")
    return (
        f"{windows * window:.0f} s of flood by {min(windows, len(TRIED))} ways; {grown}; "
        f"others' moves: p50 {p50(calm):.1f} ms and {p50(flooded):.1f} ms in the flood, "
        f"p99 {p99(calm):.1f} ms and {p99(flooded):.1f} ms, {ratio:.2f} times "
        f"(bound {slower_at_most:g}; {len(calm)} and {len(flooded)} moves)."
    )


class Players:
    """Pairs who play game after game, and how long each move takes to the other side."""

    def __init__(self, port: int, sessions: Sequence[str], uids: Sequence[str]) -> None:
        self.port, self.sessions = port, sessions
        self._uids = list(uids)
        self._taken: list[float] = []  # milliseconds, since the present window began

    async def measure(
        self, site: ServerProcess, flooded: str, windows: int, window: float
    ) -> tuple[list[float], list[float]]:
        """What moves took in calm windows, and in windows with somebody flooding at a game."""
        tables = [asyncio.create_task(self._play()) for _ in range(GAMES)]
        await self._window(window)  # warming up
        calm, disturbed = [], []
        for number in range(windows):
            calm += await self._window(window)
            async with flooding(site.port, flooded, self.sessions[0], TRIED[number % len(TRIED)]):
                disturbed += await self._window(window)
            for table in tables:
                if table.done():
                    table.result()
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        return calm, disturbed

    async def _window(self, seconds: float) -> list[float]:
        self._taken = taken = []
        await asyncio.sleep(seconds)
        return taken

    async def _play(self) -> None:
        while True:
            uid = self._uids.pop()
            seats = [await Seat.open(self.port, uid, session) for session in self.sessions]
            try:
                for ply in range(LONGEST):
                    await asyncio.sleep(BETWEEN_MOVES)
                    await self._move(ply, seats[ply % 2], seats[1 - ply % 2])
            finally:
                await asyncio.gather(*(seat.wire.leave() for seat in seats))

    async def _move(self, ply: int, mover: Seat, other: Seat) -> None:
        taken, began = self._taken, time.monotonic()
        mover.play(ply, ply)
        await other.hear_of(ply + 1)
        taken.append((time.monotonic() - began) * 1000)
        await mover.hear_of(ply + 1)


@asynccontextmanager
async def flooding(port: int, uid: str, session: str, way: str) -> AsyncIterator[None]:
    """Somebody floods the server in this *way* for as long as the block."""
    command = [sys.executable, "-m", FLOODER, str(port), uid, session, way]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    try:
        async with asyncio.timeout(PATIENCE):
            said = await process.stdout.readline()
        require(said == b"flooding\n", "The flooder is not let in.")
        yield
    finally:
        process.kill()
        await process.wait()


def p50(times: Sequence[float]) -> float:
    return sorted(times)[len(times) // 2]


def p99(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


# ---- some who never read ------------------------------------------------------------------------


def never_read(
    place: Place,
    *,
    clients: int,
    silent: int,
    most_mib: float = float("inf"),
    cut_within: float = float("inf"),
) -> str:
    """Let *clients* ask for the state of a full board again and again, and read none of it.

    So many *silent* ones ask no more once the operating system takes no more for them.
    *cut_within* is in seconds.
    """
    site = place.site()
    x, o, uid = place.run("tests.system.deploy.prepare_games", "1").split()
    asyncio.run(play_on(site.port, uid, (x, o), FULL))
    memory = Memory(site)
    with ExitStack() as stack:
        deaf = [
            stack.enter_context(Deaf(site.port, uid, x, falls_silent=number < silent))
            for number in range(clients)
        ]
        began = time.monotonic()
        while any(client.cut_after is None for client in deaf):
            require(time.monotonic() - began < PATIENCE, "Not everybody was cut.")
            for client in deaf:
                client.ask()
            time.sleep(BETWEEN_QUESTIONS)
    grown = memory.require(most_mib)
    asyncio.run(play_on(site.port, uid, (x, o), FULL + 5))
    place.require_no_traceback()
    asking = max((client.cut_after or 0.0 for client in deaf if not client.falls_silent), default=0)
    quiet = max((client.cut_after or 0.0 for client in deaf if client.falls_silent), default=0)
    require(max(asking, quiet) <= cut_within, f"One was cut after {max(asking, quiet):.1f} s.")
    return (
        f"all cut: those who went on asking after {asking:.1f} s at most, those who fell silent "
        f"after {quiet:.1f} s (bound {cut_within:g} s); {grown}; the game goes on."
    )


async def play_on(port: int, uid: str, sessions: Sequence[str], plies: int) -> None:
    """Let both sides play until there are so many moves."""
    seats = [await Seat.open(port, uid, session) for session in sessions]
    for ply in range(len(seats[0].moves), plies):
        seats[ply % 2].play(ply, ply)
        for seat in seats:
            await seat.hear_of(ply + 1)
    await asyncio.gather(*(seat.wire.leave() for seat in seats))


class Deaf:
    """A client that asks and never reads, over a connection as the internet has them.

    Loopback's large segments would let the operating system keep megabytes for each.
    """

    def __init__(self, port: int, uid: str, session: str, *, falls_silent: bool) -> None:
        self.falls_silent = falls_silent
        self.cut_after: float | None = None  # seconds
        self._asked = 0
        self._began = time.monotonic()
        self._stream = socket.socket()
        self._stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1400)
        self._stream.connect(("127.0.0.1", port))
        cookie = f"Cookie: sessionid={session}\r\n"
        self._stream.sendall(handshake(port, f"/ws/games/{uid}/", origin=ORIGIN, headers=cookie))
        self._stream.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._stream, 0)  # its end is told without being asked for

    def __enter__(self) -> Deaf:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()

    def ask(self) -> None:
        """Ask for the whole state once more, and notice the end."""
        if self.cut_after is not None:
            return
        if self._poll.poll(0):
            self.cut_after = time.monotonic() - self._began
        elif not self.falls_silent or self._asked < ENOUGH:
            self._asked += 1
            with suppress(OSError):
                self._stream.send(QUESTION)
