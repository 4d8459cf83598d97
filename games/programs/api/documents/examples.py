"""Examples of the messages that programs hear most, for the documents."""

from __future__ import annotations

from typing import Any

import msgspec

from games.core.events import Outcome, Status, Termination
from games.core.rules import Mark
from games.protocol.frames import FromServer
from games.protocol.messages import (
    EndedMessage,
    GameMessage,
    MarkLook,
    MovedMessage,
    NoticeMessage,
    PresenceMessage,
    Seat,
    WaitingMessage,
)

UID = "7fQ2cV9bXa"

EXAMPLES: tuple[FromServer, ...] = (
    WaitingMessage([UID]),
    NoticeMessage("challenge", UID, "alice", 3, 3, 3, "none", [UID]),
    GameMessage(
        version=2,
        uid=UID,
        m=3,
        n=3,
        k=3,
        first=Mark.X,
        status=Status.ONGOING,
        opponent="friend",
        you=[Mark.O],
        moves=[4],
        spent=[2150],
        ids=["a9c3f1d27b"],
        seats={
            "x": Seat("alice", "person", "alice"),
            "o": Seat("my-bot", "bot", "my-bot BOT"),
        },
        marks={"x": MarkLook("", ""), "o": MarkLook("", "")},
        control="none",
        clock=None,
        offer=None,
        outcome=Outcome.NONE,
        termination=Termination.NONE,
        line=None,
        takebacks={"x": 3, "o": 3},
        swap_rule=False,
        swap="",
        swapped=False,
        dead=False,
        score=None,
        best_of=0,
        next="",
        invited="my-bot",
        setup=0,
        round=None,
        presence=PresenceMessage(
            x=True, o=True, watchers=0, names=[], x_left=0, o_left=0, x_lost=False, o_lost=False
        ),
    ),
    MovedMessage(version=3, ply=1, cell=0, spent=12, id="", clock=None, dead=False),
    EndedMessage(
        version=7, outcome=Outcome.X, termination=Termination.LINE, line=[2, 4, 6], clock=None
    ),
)


def examples() -> dict[str, dict[str, Any]]:
    """Return the examples by the names of their types."""
    return {type(one).__name__: msgspec.to_builtins(one) for one in EXAMPLES}
