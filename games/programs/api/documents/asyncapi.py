"""The AsyncAPI document: what is said on sockets and streams, made of the messages' own types."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit

import msgspec

from games.programs.api.documents.examples import examples
from games.protocol import arenas, commands, messages
from games.protocol.frames import FromClient, FromServer

Json = dict[str, Any]
Kind = type[FromClient] | type[FromServer]

VERSION = "3.1.0"
EXAMPLES = examples()
# What both documents and the page say of cells.
CELLS = (
    "A board has m columns and n rows; k in a row win. Cells are numbers, counted row by row from "
    "the top left, which is 0: the cell in a column and a row, both counted from 0, is "
    "row × m + column. Where names are taken or told, a cell is its column’s letter and its row’s "
    "number from the bottom. On 3×3 the first cell is 0 or a3, the middle 4 or b2, the last 8 or "
    "c1. Plies are moves of either side, counted from 0."
)
OF_A_GAME: tuple[type[FromServer], ...] = (
    messages.GameMessage,
    messages.MovedMessage,
    messages.EndedMessage,
    messages.OfferedMessage,
    messages.TimeGivenMessage,
    messages.PresenceMessage,
    messages.SaidMessage,
    messages.ChatMessage,
    messages.PongMessage,
    messages.RefusedMessage,
    messages.RetryMessage,
)
ANSWERS = (messages.ChatMessage, messages.PongMessage, messages.RefusedMessage)
COMMANDS: tuple[type[FromClient], ...] = commands.GameCommand.__args__
OF_EVENTS = (messages.WaitingMessage, messages.NoticeMessage)
OF_THE_LOBBY = (messages.LobbyMessage, messages.OpenedMessage, messages.ClosedMessage)
PING = (commands.PingCommand,)
ANSWERS_TO_A_PING = (messages.PongMessage, messages.RefusedMessage, messages.RetryMessage)


@dataclass(frozen=True, slots=True)
class Channel:
    """A socket or a stream: what a program hears, and may say."""

    name: str
    title: str
    address: str
    summary: str
    heard: tuple[type[FromServer], ...]
    said: tuple[type[FromClient], ...] = ()
    operation: str = ""  # the id of a stream in the OpenAPI document
    named: str = "game"  # what the uid in the address names, if there is one

    @property
    def is_stream(self) -> bool:
        return self.address.startswith("/api/")

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return (*self.heard, *self.said)


CHANNELS = (
    Channel(
        "events",
        "Events",
        "/api/v1/events",
        "What waits for this bot, and then challenges and turns as they come, one a line. "
        "An empty line at least every 7 seconds.",
        OF_EVENTS,
        operation="events",
    ),
    Channel(
        "game",
        "Game",
        "/api/v1/games/{uid}/stream",
        "A game as it stands, and then each change as it comes, one a line. "
        "An empty line at least every 7 seconds.",
        tuple(kind for kind in OF_A_GAME if kind not in ANSWERS),
        operation="stream",
    ),
    Channel(
        "eventsSocket",
        "Events on a socket",
        "/ws/me/",
        "The same events on a WebSocket.",
        (*OF_EVENTS, *ANSWERS_TO_A_PING),
        PING,
    ),
    Channel(
        "gameSocket",
        "Game on a socket",
        "/ws/games/{uid}/",
        "The same game on a WebSocket, which also takes what a player does.",
        OF_A_GAME,
        COMMANDS,
    ),
    Channel(
        "lobbySocket",
        "Lobby on a socket",
        "/ws/lobby/",
        "The open games. Bots may look; the seats are for people.",
        (*OF_THE_LOBBY, *ANSWERS_TO_A_PING),
        PING,
    ),
    Channel(
        "duelSocket",
        "Duel on a socket",
        "/ws/duels/{uid}/",
        "How far both are in a duel on 3×3. Bots may look; the seats are for people.",
        (messages.DuelMessage, *ANSWERS_TO_A_PING),
        PING,
        named="duel",
    ),
    Channel(
        "arenaSocket",
        "Arena on a socket",
        "/ws/tournaments/{uid}/",
        "How an arena stands, and the rounds of whoever listens. It also says that they are there.",
        (
            arenas.StandingMessage,
            arenas.BoardsMessage,
            arenas.PairedMessage,
            *ANSWERS_TO_A_PING,
        ),
        PING,
        named="arena",
    ),
)


_NAME = attrgetter("__name__")
KINDS = sorted({kind for channel in CHANNELS for kind in channel.kinds}, key=_NAME)
STREAMS = tuple(channel for channel in CHANNELS if channel.is_stream)
_REF = "#/components/schemas/{name}"
# The schemas of messages, and of all that is in them, by their names. Made on import, because
# msgspec must not build a type in two threads at once.
_, SCHEMAS = msgspec.json.schema_components(KINDS, ref_template=_REF)
_, STREAM_SCHEMAS = msgspec.json.schema_components(
    sorted({kind for channel in STREAMS for kind in channel.heard}, key=_NAME), ref_template=_REF
)
for _schemas in (SCHEMAS, STREAM_SCHEMAS):
    for _name in _schemas.keys() & EXAMPLES.keys():
        _schemas[_name]["examples"] = [EXAMPLES[_name]]


def document(origin: str) -> Json:
    """Return what is said on sockets and streams of the site at *origin*, as AsyncAPI."""
    at = urlsplit(origin)
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "Tic Tac Toe",
            "version": "1",
            "description": f"Play tic-tac-toe of every size: sockets and streams. {CELLS}",
        },
        "defaultContentType": "application/json",
        "servers": {
            "streams": _server(at.netloc, at.scheme),
            "sockets": _server(at.netloc, at.scheme.replace("http", "ws")),
        },
        "channels": {channel.name: _channel(channel) for channel in CHANNELS},
        "operations": _operations(),
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in KINDS},
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _server(host: str, protocol: str) -> Json:
    token = {"$ref": "#/components/securitySchemes/token"}
    return {"host": host, "protocol": protocol, "security": [token]}


def _channel(channel: Channel) -> Json:
    server = "streams" if channel.is_stream else "sockets"
    described: Json = {
        "address": channel.address,
        "title": channel.title,
        "summary": channel.summary,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "messages": {
            kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
            for kind in channel.kinds
        },
    }
    if "{uid}" in channel.address:
        uid = {"description": f"The {channel.named}’s name in its address."}
        described["parameters"] = {"uid": uid}
    return described


def _operations() -> Json:
    """Return the operations as the site sees them: it sends what a program hears."""
    operations = {}
    for channel in CHANNELS:
        operations[f"{channel.name}Sends"] = _operation(channel, "send", channel.heard)
        if channel.said:
            operations[f"{channel.name}Receives"] = _operation(channel, "receive", channel.said)
    return operations


def _operation(channel: Channel, action: str, kinds: tuple[Kind, ...]) -> Json:
    place = f"#/channels/{channel.name}"
    return {
        "action": action,
        "channel": {"$ref": place},
        "messages": [{"$ref": f"{place}/messages/{kind.__name__}"} for kind in kinds],
    }


def _message(kind: Kind) -> Json:
    described: Json = {
        "name": str(kind.__struct_config__.tag),
        "summary": inspect.cleandoc(kind.__doc__ or ""),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }
    if kind.__name__ in EXAMPLES:
        described["examples"] = [{"payload": EXAMPLES[kind.__name__]}]
    return described
