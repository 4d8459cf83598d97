"""What may be said beside a game, where it is heard, and how fast.

A game has two rooms for chat: the players' and the watchers'. While the game is on nobody hears
the other room, so that no watcher can help a player; when it is over the players may read what
the watchers said. Nobody but the players and the staff ever reads the players' room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.core.clock import DAY, SECOND, Milliseconds
from games.core.errors import GameError, TooFast
from games.core.plain_text import plain_text

MAX_LINE_LENGTH = 140  # characters
BURST = 4  # lines at once
BURST_LASTS = 12 * SECOND  # a BURST takes at least so long: one line every three seconds
MAX_REPEATS = 2  # of the same line in a row
CHAT_AFTER_THE_END = DAY


class ChatRoom(StrEnum):
    PLAYERS = "players"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Setting:
    """What the chat beside a game depends on.

    *is_between_people* is whether two people sit at two devices; `ended_at` is 0 before the end.
    """

    is_between_people: bool
    has_begun: bool
    ended_at: Milliseconds = 0

    @property
    def is_over(self) -> bool:
        return self.ended_at > 0

    def readable_rooms(self, *, is_seated: bool) -> tuple[ChatRoom, ...]:
        """Return the rooms that somebody with, or without, a seat may read."""
        if not is_seated:
            return (ChatRoom.WATCHERS,)
        return (ChatRoom.PLAYERS, ChatRoom.WATCHERS) if self.is_over else (ChatRoom.PLAYERS,)

    def own_room(self, *, is_seated: bool) -> ChatRoom | None:
        """Return the room that somebody speaks in; None for a player without a human opponent."""
        if not is_seated:
            return ChatRoom.WATCHERS
        return ChatRoom.PLAYERS if self.is_between_people else None

    def is_open(self, now: Milliseconds) -> bool:
        """Return whether anything may be said: from the beginning until a day after the end."""
        return self.has_begun and (not self.is_over or now < self.ended_at + CHAT_AFTER_THE_END)

    def speaking_room(self, *, is_seated: bool, now: Milliseconds) -> ChatRoom:
        """Return the room that a line said now belongs to. Raises GameError: chat_closed."""
        room = self.own_room(is_seated=is_seated)
        if room is None or not self.is_open(now):
            raise GameError("chat_closed")
        return room


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A line as `check_pace` sees it: *game* is any number that stands for the game."""

    game: int
    text: str
    at: Milliseconds


def clean_line(text: str) -> str:
    """Return *text* as a line of chat. Raises GameError: empty, too_long."""
    return plain_text(text, longest=MAX_LINE_LENGTH)


def check_pace(earlier: Sequence[ChatTurn], line: ChatTurn) -> None:
    """Refuse *line* if its author says too much at once, or the same again and again in a game.

    *earlier* are the author's lines in any game, the newest first; the last BURST are enough.
    Raises GameError: too_fast, repeated.
    """
    recent = earlier[:BURST]
    wait = recent[-1].at + BURST_LASTS - line.at if len(recent) == BURST else 0
    if wait > 0:
        raise TooFast(-(-wait // SECOND), "chat")
    before = recent[:MAX_REPEATS]
    same = [spoken for spoken in before if (spoken.game, spoken.text) == (line.game, line.text)]
    if len(same) == MAX_REPEATS:
        raise GameError("repeated")
