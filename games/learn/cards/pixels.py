"""The pixels of the PNG files that resvg makes, each as one number for its colour.

Only PNG files as resvg writes them are read: eight bits each of red, green, blue and alpha, without
interlacing. Most rows are stored as the difference to the row above, and numpy adds them at once.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BYTES = 4  # of a pixel
# Smooth edges have more shades than a GIF has colours. The upper five bits of red, green and blue
# are enough to the eye.
UPPER_BITS = 0xF8

Pixels = NDArray[np.uint32]


def pixels_of(png: bytes) -> Pixels:
    """Return rows of 0xRRGGBB, rounded down to UPPER_BITS. Raises ValueError for other PNGs."""
    width, height, data = _parts(png)
    stride = width * BYTES
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, stride + 1)
    rows = np.zeros((height + 1, stride), np.uint8)
    for number, row in enumerate(raw):
        rows[number + 1] = _row(int(row[0]), row[1:], rows[number])
    colours = (rows[1:].reshape(height, width, BYTES)[:, :, :3] & UPPER_BITS).astype(np.uint32)
    return (colours[:, :, 0] << 16 | colours[:, :, 1] << 8 | colours[:, :, 2]).astype(np.uint32)


def _parts(png: bytes) -> tuple[int, int, bytes]:
    """Return width, height and the compressed data."""
    if not png.startswith(SIGNATURE):
        raise ValueError("no PNG")
    at, width, height, data = len(SIGNATURE), 0, 0, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", content)
            if form != [8, 6, 0, 0, 0]:
                raise ValueError("not as resvg writes it")
        elif kind == b"IDAT":
            data += content
        at += length + 12
    return width, height, data


def _row(how: int, row: NDArray[np.uint8], above: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a row of pixels as bytes, from *row*, to which PNG's filter *how* was applied."""
    match how:
        case 0:
            return row
        case 1:
            return np.cumsum(row.reshape(-1, BYTES), axis=0, dtype=np.uint8).reshape(-1)
        case 2:
            return row + above
        case 3 | 4:
            guess = _mean if how == 3 else _paeth
            made = [0] * BYTES
            over = [0] * BYTES + above.tolist()
            for at, byte in enumerate(row.tolist()):
                made.append((byte + guess(made[at], over[at + BYTES], over[at])) & 255)
            return np.array(made[BYTES:], np.uint8)
    raise ValueError("no such filter")


def _mean(left: int, above: int, corner: int) -> int:
    return (left + above) // 2


def _paeth(left: int, above: int, corner: int) -> int:
    """Return which of the three is nearest to left + above - corner (PNG's filter of Paeth)."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))
