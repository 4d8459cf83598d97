"""A WebSocket client that may misbehave: it sends whatever bytes a test wants."""

import itertools
import os
import socket
import struct
from types import TracebackType

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class RawSocket:
    """One connection. `status` is the handshake's HTTP status: 101 if it was accepted."""

    def __init__(
        self,
        port: int,
        path: str,
        *,
        origin: str | None = None,
        headers: str = "",
        address: str = "",
        timeout: float = 60,
    ) -> None:
        """*address* is where the client comes from; of itself it is 127.0.0.1."""
        source = (address, 0) if address else None
        self.stream = socket.create_connection(
            ("127.0.0.1", port), timeout=timeout, source_address=source
        )
        self.buffer = b""
        try:
            self.stream.sendall(handshake(port, path, origin=origin, headers=headers))
            while b"\r\n\r\n" not in self.buffer:
                self.more()
        except OSError:
            self.stream.close()
            raise
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])

    def __enter__(self) -> "RawSocket":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stream.close()

    def send(self, payload: bytes, opcode: int = TEXT, *, final: bool = True) -> None:
        self.stream.sendall(frame(payload, opcode, final=final))

    def receive(self) -> tuple[int, bytes]:
        """The next frame that is no ping: its opcode and payload. Pings are answered.

        A close frame's payload begins with the code.
        """
        while (received := self._next_frame())[0] == PING:  # on a slow machine one may come first
            self.send(received[1], PONG)
        return received

    def _next_frame(self) -> tuple[int, bytes]:
        first, second = self.take(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.take(8))
        return first & 0x0F, self.take(length)

    def close_code(self) -> int:
        """Read up to the server's close frame, answer it, and return its code."""
        while True:
            opcode, payload = self.receive()
            if opcode == CLOSE:
                self.send(payload, CLOSE)
                return int.from_bytes(payload[:2], "big")

    def take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def more(self) -> None:
        data = self.stream.recv(65536)
        if not data:
            raise ConnectionResetError("The server closed the connection.")
        self.buffer += data


def handshake(port: int, path: str, *, origin: str | None = None, headers: str = "") -> bytes:
    """The request that asks for a socket; *headers* are whole lines."""
    origin_line = f"Origin: {origin}\r\n" if origin else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\n{origin_line}{headers}\r\n"
    ).encode()


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True) -> bytes:
    """One frame, masked with a key of its own: a server that does not unmask cannot read it."""
    key = os.urandom(4)
    mask = itertools.cycle(key)
    masked = bytes(byte ^ part for byte, part in zip(payload, mask, strict=False))
    return header(len(payload), opcode, final=final, key=key) + masked


def header(
    length: int, opcode: int = TEXT, *, final: bool = True, key: bytes = b"\x37\xfa\x21\x3d"
) -> bytes:
    """The start of a frame of *length* bytes that are masked with *key*."""
    first = (0x80 if final else 0) | opcode
    if length < 126:
        size = bytes([0x80 | length])
    elif length < 65536:
        size = bytes([0x80 | 126]) + struct.pack("!H", length)
    else:
        size = bytes([0x80 | 127]) + struct.pack("!Q", length)
    return bytes([first]) + size + key
