"""The frames of RFC 6455 that almost all messages are: whole texts, and short ones from clients.

Everything else is left to a WebSocket library; these two functions are on a move's way.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

TEXT = 0x81  # final, opcode 1
MASKED = 0x80
SHORT = 126  # bytes from which on a length has a field of its own
HEAD = 6  # bytes before the payload: the opcode, the length, and the mask of four


def text_frame(payload: bytes) -> bytes:
    """A whole text message from the server as one frame (RFC 6455, 5.2)."""
    length = len(payload)
    if length < SHORT:
        return bytes((TEXT, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT, SHORT, length) + payload
    return struct.pack("!BBQ", TEXT, 127, length) + payload


def short_texts(data: bytes) -> Iterator[tuple[str, int]]:
    """The client's short texts that *data* begins with, each with where the next frame begins.

    Stops before the first frame that is something else, not whole yet, or not UTF-8.
    """
    start, end_of_data = 0, len(data)
    while start + HEAD <= end_of_data and data[start] == TEXT:
        length = data[start + 1] ^ MASKED  # SHORT or more also if the frame is not masked
        end = start + HEAD + length
        if length >= SHORT or end > end_of_data:
            return
        mask = data[start + 2 : start + HEAD] * (length // 4 + 1)
        masked = int.from_bytes(data[start + HEAD : end], "little")
        payload = masked ^ int.from_bytes(mask[:length], "little")
        try:
            text = payload.to_bytes(length, "little").decode()
        except UnicodeDecodeError:
            return
        yield text, end
        start = end
