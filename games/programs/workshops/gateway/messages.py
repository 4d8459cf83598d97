"""Socket.IO packets as text: what the messages of Engine.IO carry.

    2/K7QM5,12["join",{"username":"alice"}]

is an event (2) in the namespace /K7QM5, to be acknowledged with number 12. Revisions 4 and 5 of
this protocol, which go with Engine.IO 3 and 4, differ only in what CONNECT and ERROR carry.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from games.programs.workshops.gateway.packets import BadPacket

MAX_NAMESPACE_LENGTH = 64

_HEAD = re.compile(r"([0-6])(?:(/[^,]*)(?:,|$))?([0-9]{1,15})?")


class Type(Enum):
    CONNECT = "0"
    DISCONNECT = "1"
    EVENT = "2"
    ACK = "3"
    ERROR = "4"


NOTHING: Any = msgspec.UNSET  # no data at all, which is not null


@dataclass(frozen=True, slots=True)
class GatewayMessage:
    """*namespace* begins with a slash; *id* asks for an acknowledgement or gives one."""

    type: Type
    namespace: str = "/"
    id: int | None = None
    data: Any = NOTHING


def write_message(message: GatewayMessage) -> str:
    """Return *message* as text. Data is in ASCII; the namespace is as the client spelt it."""
    namespace = "" if message.namespace == "/" else f"{message.namespace},"
    id = "" if message.id is None else str(message.id)
    data = "" if message.data is NOTHING else json.dumps(message.data, separators=(",", ":"))
    return f"{message.type.value}{namespace}{id}{data}"


def parse_message(text: str) -> GatewayMessage:
    """Read what `write_message` writes. Raises BadPacket, also for anything binary."""
    found = _HEAD.match(text)
    # 5 and 6 announce that binary parts follow.
    if not found or found[1] in "56" or len(found[2] or "") > MAX_NAMESPACE_LENGTH:
        raise BadPacket
    rest = text[found.end() :]
    return GatewayMessage(
        Type(found[1]),
        namespace=found[2] or "/",
        id=int(found[3]) if found[3] else None,
        data=_parse_json(rest) if rest else NOTHING,
    )


def event(namespace: str, name: str, *data: Any) -> GatewayMessage:
    """Return the event *name*, as clients emit and hear it."""
    return GatewayMessage(Type.EVENT, namespace, data=[name, *data])


def _parse_json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise BadPacket from None
