"""What a client may send through a socket, as types, and how its text is read.

What somebody types into the chat is a `SayCommand` and nothing more: see `games/play/chat/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

from games.core.rules import MAX_CELLS
from games.protocol.frames import MAX_MESSAGE_BYTES, BadMessage, FromClient

# As much as the column holds, so that no query has to refuse it.
MAX_VERSION = 2**31 - 1
MAX_TEXT_LENGTH = 1000  # characters of a line of chat, before it is looked at

What = Literal["draw", "takeback", "rematch", "same_sides"]
Number = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
# \Z, because $ would let a line break follow; \A, because msgspec looks for a pattern anywhere.
CommandId = Annotated[str, Meta(max_length=36, pattern=r"\A[A-Za-z0-9_-]*\Z")]


class PlayCommand(FromClient, frozen=True):
    """Mark a cell. `ply` is the number of this move, counted from 0. `id` is the client's own name
    for the command: if it is sent twice, it is carried out once and acknowledged twice."""

    ply: Number
    cell: Number
    id: CommandId = ""


class SwapCommand(FromClient, frozen=True):
    """Take over the first mark instead of answering it, where the terms allow it."""


class ResignCommand(FromClient, frozen=True):
    """Give the game to the other side."""


class ClaimCommand(FromClient, frozen=True):
    """Win because the other player has left."""


class ClaimDrawCommand(FromClient, frozen=True):
    """End with a draw, because nobody can complete a line any more."""


class GiveTimeCommand(FromClient, frozen=True):
    """Give the other player more time: 15 seconds, or with days per move all of them again."""


class AbortCommand(FromClient, frozen=True):
    """End the game without a result, before both sides have moved."""


class OfferCommand(FromClient, frozen=True):
    """Offer a draw, ask to take the last move back, or offer another game after this one."""

    what: What


class AnswerCommand(FromClient, frozen=True):
    """Accept or decline the other side's offer; `yes: false` also withdraws one's own."""

    what: What
    yes: bool


class SayCommand(FromClient, frozen=True):
    """Say a line beside the game: to the other player, or without a seat to all who watch. `id` is
    the client's own name for the line, which comes back with it or with its refusal."""

    text: Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
    id: CommandId = ""


class ListenCommand(FromClient, frozen=True):
    """Ask for what has been said so far and may be read: after connecting, and after the end."""


class PingCommand(FromClient, frozen=True):
    """Still there? `version` is the version of the game that the client has. `hidden` says that its
    page is out of sight: then the browser may let it sleep, and its silence means nothing."""

    version: Annotated[int, Meta(ge=0, le=MAX_VERSION)] = 0
    hidden: bool = False


GameCommand = (
    PlayCommand
    | SwapCommand
    | ResignCommand
    | ClaimCommand
    | ClaimDrawCommand
    | GiveTimeCommand
    | AbortCommand
    | OfferCommand
    | AnswerCommand
    | SayCommand
    | ListenCommand
    | PingCommand
)
_game_decoder: msgspec.json.Decoder[GameCommand] = msgspec.json.Decoder(GameCommand)
_ping_decoder = msgspec.json.Decoder(PingCommand)
# All fields of a form are text, so numbers and booleans are read from it.
_form_decoders: dict[type[Any], msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind, strict=False) for kind in get_args(GameCommand)
}


def parse_command(text: str) -> GameCommand:
    """Return the message that *text* holds.

    Raises BadMessage (bad_message, too_long), nothing else.
    """
    return _parse(_game_decoder, text)


def parse_ping(text: str) -> PingCommand:
    """Return the ping in *text*; sockets without a game read nothing else. Raises BadMessage."""
    return _parse(_ping_decoder, text)


Message = TypeVar("Message")


def _parse(decoder: msgspec.json.Decoder[Message], text: str) -> Message:
    try:
        # Measured in bytes, before anything looks into it.
        frame = text.encode()
        if len(frame) > MAX_MESSAGE_BYTES:
            raise BadMessage("too_long")
        return decoder.decode(frame)
    # RecursionError is JSON that is nested too deeply.
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMessage("bad_message") from error


def parse_fields(kind: type[Message], fields: Mapping[str, str]) -> Message:
    """Return the command of *kind* from a form's fields, for players without scripts.

    Fields that the command does not have are left alone. Raises BadMessage.
    """
    known = {name: fields[name] for name in kind.__annotations__ if name in fields}
    try:
        command: Message = _form_decoders[kind].decode(msgspec.json.encode(known))
        return command
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadMessage("bad_message") from error
