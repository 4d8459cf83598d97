"""Engine.IO packets as text, and several of them as the payload of one poll, in both revisions.

Revision 3 puts the length before each packet, in UTF-16 units as JavaScript counts; revision 4
puts a separator between packets. Only text is spoken: what is binary is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

MAX_PACKETS = 64  # in one payload
SEPARATOR = "\x1e"

_LENGTH = re.compile(r"([0-9]{1,6}):")


class Revision(IntEnum):
    """The revision of Engine.IO: 3 with Socket.IO 1 and 2, 4 with Socket.IO 3 and 4."""

    THREE = 3
    FOUR = 4


class PacketKind(Enum):
    OPEN = "0"
    CLOSE = "1"
    PING = "2"
    PONG = "3"
    MESSAGE = "4"
    UPGRADE = "5"
    NOOP = "6"


class BadPacket(Exception):
    """Text that is no packet, or no payload."""


@dataclass(frozen=True, slots=True)
class Packet:
    kind: PacketKind
    data: str = ""


def write_packet(packet: Packet) -> str:
    return packet.kind.value + packet.data


def parse_packet(text: str) -> Packet:
    """Read what `write_packet` writes. Raises BadPacket."""
    try:
        return Packet(PacketKind(text[:1]), text[1:])
    except ValueError:
        raise BadPacket from None


def write_payload(packets: Iterable[Packet], revision: Revision) -> str:
    texts = map(write_packet, packets)
    if revision is Revision.FOUR:
        return SEPARATOR.join(texts)
    return "".join(f"{_units(text)}:{text}" for text in texts)


def parse_payload(text: str, revision: Revision) -> list[Packet]:
    """Read what `write_payload` writes. Raises BadPacket, also for more than MAX_PACKETS."""
    if revision is Revision.FOUR:
        # One part more than allowed is enough to tell that there are too many.
        texts = text.split(SEPARATOR, MAX_PACKETS)
    else:
        texts = _split_by_length(text)
    if len(texts) > MAX_PACKETS:
        raise BadPacket
    return [parse_packet(part) for part in texts]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _split_by_length(text: str) -> list[str]:
    texts: list[str] = []
    while text and len(texts) <= MAX_PACKETS:
        found = _LENGTH.match(text)
        if not found:
            raise BadPacket
        part, text = _cut(text[found.end() :], int(found[1]))
        texts.append(part)
    return texts


def _cut(text: str, units: int) -> tuple[str, str]:
    """Return the first *units* UTF-16 units of *text*, and the rest."""
    # It has at most as many characters as units: the rest, which may be long, is not encoded.
    encoded = text[:units].encode("utf-16-le", "surrogatepass")[: 2 * units]
    if len(encoded) < 2 * units:
        raise BadPacket
    try:
        part = encoded.decode("utf-16-le")
    except UnicodeDecodeError:  # the length ends within a character
        raise BadPacket from None
    return part, text[len(part) :]
