"""What all messages are: objects of JSON in text frames, each with its `type`."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from games.core.errors import GameError

MAX_MESSAGE_BYTES = 4096  # bytes of UTF-8


class BadMessage(GameError):
    """A frame that is no message of this protocol."""


def _type(name: str) -> str:
    """Return the `type` of the messages that the class *name* stands for: "timegiven"."""
    return name.removesuffix("Command").removesuffix("Message").lower()


# A field that is misspelt would otherwise be left out in silence.
class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_type):
    """What a client may send."""


class FromServer(Struct, frozen=True, tag_field="type", tag=_type):
    """What the server may send."""


def encode(message: FromServer) -> str:
    """Return the text frame of *message*."""
    return msgspec.json.encode(message).decode()
