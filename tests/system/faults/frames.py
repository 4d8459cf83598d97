"""Bytes that are no proper frames, or too large ones: the server lives, and stays small."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Sequence

from tests.server.raw_socket import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    RawSocket,
    frame,
    handshake,
    header,
)
from tests.serving import ServerProcess
from tests.system.faults.memory import MEBIBYTE, Memory
from tests.system.faults.mutations import Mutator
from tests.system.faults.parsers import MESSAGES
from tests.system.faults.place import ORIGIN, Broken, Place, require

KIB = 1024
CONTINUATION = 0
THREADS = 4
MAX_FRAMES = 20  # on one connection
SECONDS_TO_END = 15.0  # for the server to close a connection that the client has half closed
WARM_UP = 500  # frames until everything that is loaded late has been
TOO_BIG = 1009

TOO_LARGE = {
    "16 KiB and a byte": frame(b"x" * (16 * KIB + 1)),
    "1 MiB and a byte": frame(b"x" * (MEBIBYTE + 1), BINARY),
    "in two fragments": frame(b"x" * 9000, final=False) + frame(b"x" * 9000, CONTINUATION),
    "in many fragments": frame(b"", final=False)
    + frame(b"x" * 100, CONTINUATION, final=False) * 400,
    "2^40 announced": header(2**40),
    "2^63 announced": header(2**63),
}


# ---- odd frames ---------------------------------------------------------------------------------


def odd_frames(place: Place, *, frames: int, most_mib: float = float("inf")) -> str:
    """Send *frames* in variants, some behind variants of the handshake, and play on afterwards."""
    site = place.site()
    x, o, *uids = place.run("tests.system.deploy.prepare_games", "4").split()
    requests = [
        handshake(site.port, path, origin=ORIGIN, headers=f"Cookie: sessionid={key}\r\n")
        for path in ("/ws/lobby/", "/ws/me/", *(f"/ws/games/{uid}/" for uid in uids))
        for key in (x, o, "nobody")
    ]
    Fuzz(site.port, requests, seed=0).run(min(WARM_UP, frames))
    memory = Memory(site)
    fuzz = Fuzz(site.port, requests, seed=10)
    fuzz.run(frames)
    grown = memory.require(most_mib)
    require(site.process.poll() is None, "The server has ended.")
    errors = [status for status in fuzz.statuses if status >= 500 and status != 503]
    require(not errors, f"Handshakes were answered with {errors}.")
    play_a_little(place, site)
    place.require_no_traceback()
    ends = ", ".join(f"{number} ended {end}" for end, number in fuzz.ends.most_common())
    return (
        f"{fuzz.connections} connections, {fuzz.statuses[101]} known to be accepted, {ends}; "
        f"{grown}; the server lives and games go on."
    )


def play_a_little(place: Place, site: object) -> None:
    """Raise Broken unless two new players can still play."""
    (table,) = place.tables(1, [site], between_moves=0.01)
    table.start()
    deadline = threading.Event()
    for _ in range(200):
        if table.acknowledged >= 5 or table.lost:
            break
        deadline.wait(0.1)
    table.rise()
    table.join(30)
    require(table.acknowledged >= 5, "Nobody can play any more.")


class Fuzz:
    """Clients that send variants of frames, a few at a time, each on a connection of its own."""

    def __init__(self, port: int, requests: Sequence[bytes], *, seed: int) -> None:
        self.port, self.requests, self.seed = port, requests, seed
        self.statuses: Counter[int] = Counter()  # of handshakes
        self.ends: Counter[str] = Counter()  # of connections
        self.connections = 0
        self._broken: list[Exception] = []

    def run(self, frames: int) -> None:
        threads = [
            threading.Thread(target=self._work, args=(number, frames // THREADS), daemon=True)
            for number in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._broken:
            raise self._broken[0]

    def _work(self, number: int, frames: int) -> None:
        mutator = Mutator(f"{self.seed} {number}")
        try:
            while frames > 0 and not self._broken:
                count = min(frames, mutator.dice.randint(1, MAX_FRAMES))
                frames -= count
                self._connect(mutator, count)
        except Exception as error:
            self._broken.append(error)

    def _connect(self, mutator: Mutator, count: int) -> None:
        request = mutator.dice.choice(self.requests)
        if mutator.dice.random() < 0.1:
            request = mutator.bytes(request)
        data = b"".join(odd_frame(mutator) for _ in range(count))
        self.connections += 1
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS_TO_END) as stream:
            try:
                self._exchange(stream, mutator, request, data)
            except TimeoutError as error:
                raise Broken(f"A connection does not end after {request!r} {data!r}") from error
            except OSError:
                self.ends["by a reset"] += 1

    def _exchange(
        self, stream: socket.socket, mutator: Mutator, request: bytes, data: bytes
    ) -> None:
        stream.sendall(request)
        if request in self.requests and mutator.dice.random() < 0.8:
            self._note(stream.recv(65536))
        cut = mutator.dice.randint(0, len(data))
        stream.sendall(data[:cut])
        stream.sendall(data[cut:])
        stream.shutdown(socket.SHUT_WR)
        while answer := stream.recv(65536):
            self._note(answer)
        self.ends["in order"] += 1

    def _note(self, answer: bytes) -> None:
        if answer.startswith(b"HTTP/1.1 "):
            self.statuses[int(answer.split(maxsplit=2)[1])] += 1


def odd_frame(mutator: Mutator) -> bytes:
    """One frame, two times of three as it should be but for what it says."""
    dice = mutator.dice
    text = mutator.json_text(dice.choice(MESSAGES)).encode(errors="replace")
    if dice.random() < 0.5:
        text = json.dumps(dice.choice(MESSAGES)).encode()
    opcode = dice.choice((TEXT,) * 12 + (CONTINUATION, BINARY, PING, PONG, CLOSE, 3, 11))
    if opcode > BINARY:
        text = dice.randbytes(dice.choice((0, 1, 2, 60, 125, 126)))
    made = frame(text, opcode, final=dice.random() < 0.9)
    return made if dice.random() < 0.67 else mutator.bytes(made)


# ---- too large ----------------------------------------------------------------------------------


def too_large(place: Place, *, sockets: int, most_mib: float = float("inf")) -> str:
    """Send each kind of message that is too large on *sockets* at once, which are open before."""
    site = place.site()
    x, _, uid = place.run("tests.system.deploy.prepare_games", "1").split()

    def opened() -> RawSocket:
        cookie = f"Cookie: sessionid={x}\r\n"
        return RawSocket(site.port, f"/ws/games/{uid}/", origin=ORIGIN, headers=cookie, timeout=15)

    tried = {name: how_it_ends(site, opened, sent, sockets) for name, sent in TOO_LARGE.items()}
    name, (_, grown) = max(tried.items(), key=lambda item: item[1][1])
    require(grown <= most_mib, f"{name}: it grew by {grown:.1f} MiB, not {most_mib:g} at most.")
    play_a_little(place, site)
    place.require_no_traceback()
    told = "; ".join(f"{name}: {' or '.join(sorted(ends))}" for name, (ends, _) in tried.items())
    return f"{told}; +{grown:.1f} MiB at most (bound {most_mib:g})."


def how_it_ends(
    site: ServerProcess, opened: Callable[[], RawSocket], sent: bytes, sockets: int
) -> tuple[set[str], float]:
    """How the server ends *sockets* on which *sent* is sent, "1009" or "dropped".

    And by how many MiB it grows meanwhile.
    """
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(opened()) for _ in range(sockets)]
        memory = Memory(site)
        for client in clients:
            with contextlib.suppress(OSError):
                client.stream.sendall(sent)
        return {end_of(client) for client in clients}, memory.growth


def end_of(client: RawSocket) -> str:
    try:
        code = client.close_code()
    except TimeoutError as error:
        raise Broken("A message that is too large ends nothing.") from error
    except OSError:
        return "dropped"
    require(code == TOO_BIG, f"It was closed with {code}.")
    return str(code)
