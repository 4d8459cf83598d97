"""Writes animated GIF files (GIF89a), which every chat program shows."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.learn.cards.pixels import Pixels

MAX_COLOURS = 256
MAX_CODES = 4096
FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


@dataclass(frozen=True, slots=True)
class GifFrame:
    """*pixels* to paint over the frames before, from (*left*, *top*), and how long they stay."""

    left: int
    top: int
    pixels: Pixels
    centiseconds: int


def gif_of(frames: Sequence[GifFrame]) -> bytes:
    """Return an endless animation of *frames*, the first of which is the whole picture.

    Raises ValueError if they have too many colours.
    """
    colours = np.unique(np.concatenate([np.unique(frame.pixels) for frame in frames]))
    if len(colours) > MAX_COLOURS:
        raise ValueError("too many colours")
    bits = max(2, int(len(colours) - 1).bit_length())
    height, width = frames[0].pixels.shape
    table = b"".join(int(colour).to_bytes(3, "big") for colour in colours)
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF0 | bits - 1, 0, 0)
    written = [head, table.ljust(3 << bits, b"\0"), FOREVER]
    for frame in frames:
        numbers = np.searchsorted(colours, frame.pixels).astype(np.uint8)
        written.append(_image(frame, numbers, bits))
    return b"".join((*written, b"\x3b"))


def _image(frame: GifFrame, numbers: NDArray[np.uint8], bits: int) -> bytes:
    height, width = numbers.shape
    control = b"\x21\xf9\x04" + struct.pack("<BHBB", 0x04, frame.centiseconds, 0, 0)
    place = b"\x2c" + struct.pack("<HHHHB", frame.left, frame.top, width, height, 0)
    packed = _compressed(numbers.tobytes(), bits)
    blocks = (packed[at : at + 255] for at in range(0, len(packed), 255))
    data = b"".join(bytes((len(block),)) + block for block in blocks)
    return b"".join((control, place, bytes((bits,)), data, b"\0"))


def _compressed(numbers: bytes, bits: int) -> bytes:
    """Return *numbers*, each of *bits* bits, compressed by GIF's variant of LZW."""
    buffer, held, written = 0, 0, bytearray()
    for code, size in _codes(numbers, bits):
        buffer |= code << held
        held += size
        while held >= 8:
            written.append(buffer & 255)
            buffer >>= 8
            held -= 8
    if held:
        written.append(buffer)
    return bytes(written)


def _codes(numbers: bytes, bits: int) -> Iterator[tuple[int, int]]:
    """Yield the codes of LZW for *numbers*, each with its size in bits."""
    clear, end = 1 << bits, (1 << bits) + 1
    known: dict[tuple[int, int], int] = {}
    size, following = bits + 1, end + 1
    yield clear, size
    before = numbers[0]
    for number in numbers[1:]:
        if (longer := known.get((before, number))) is not None:
            before = longer
            continue
        yield before, size
        if following < MAX_CODES:
            known[before, number] = following
            # Only now, since a decoder learns each code one step later.
            if following == 1 << size:
                size += 1
            following += 1
        else:
            yield clear, size
            known.clear()
            size, following = bits + 1, end + 1
        before = number
    yield before, size
    yield end, size
