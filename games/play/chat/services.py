"""Chat: a line is stored, then told to whoever may read it.

It is stored as `clean_line` leaves it. Nothing in a line is read as a command.

Nothing here changes the match, or waits for what writes one: the mailbox of the room
(`games/live/actor.py`) and the journal (`games/live/storage/journal.py`). So chat can neither hold
up a move nor be held up by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from accounts.relations import blockers_of
from games.core.chat import BURST, ChatRoom, ChatTurn, Setting, check_pace, clean_line
from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.events import Status
from games.live import announce
from games.live.room import Room
from games.live.rooms import rooms
from games.live.seats import require_sight, require_welcome
from games.live.storage import database
from games.models import ChatLine, milliseconds, moment, utc_now
from games.play.chat.presets import is_preset
from games.play.chat.queries import chat_line
from games.protocol.frames import encode
from games.protocol.messages import ChatLineState, SaidMessage


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A stored line, and the users who have blocked its author."""

    line: ChatLineState
    blockers: frozenset[int]


async def say(*, uid: str, player: User, text: str, id: str = "") -> None:
    """Say *text* beside the game: a player to the other one, a watcher to those who watch.

    Once this returns, the line is stored, and everybody at this process who may read it has been
    told; the other processes have been asked to tell those there. Raises NotFound, Unavailable, and
    GameError: banned, muted_by_staff, chat_closed, empty, too_long, too_fast, repeated, and
    presets_only for a bot, which may say nothing of its own.
    """
    require_welcome(player)
    line = clean_line(text)
    if player.is_bot and not is_preset(line):
        raise GameError("presets_only")
    async with rooms().enter(uid) as room:
        require_sight(room, player.pk)
        now = utc_now()
        is_seated = bool(room.match.marks_of(player.pk))
        where = _setting(room).speaking_room(is_seated=is_seated, now=now)
        row = ChatLine(game_id=room.game.pk, room=where, author=player, text=line, at=moment(now))
        stored = await database.run(_store, row, now)
        # This process gets its own announcement back, which must not tell the line again.
        room.told_lines.remember(stored.line.number)
        _tell(room, stored, id)
    await announce.said(uid, stored.line.number)


async def pass_on(*, room: Room, number: int) -> None:
    """Tell *room* the line *number*, unless it was said or told there before."""
    if room.told_lines.is_new(number):
        _tell(room, await database.run(_load_line, number), "")


def _setting(room: Room) -> Setting:
    match = room.match
    return Setting(
        is_between_people=room.game.is_between_people,
        has_begun=match.x_player is not None and match.o_player is not None,
        ended_at=match.ended_at if match.status is Status.FINISHED else 0,
    )


def _tell(room: Room, stored: StoredLine, id: str) -> None:
    """Tell those who may read the line and have not blocked its author.

    All get the same frame: the command's id means something to the author's client only.
    """
    setting, spoken_in = _setting(room), ChatRoom(stored.line.room)
    frame = encode(SaidMessage(stored.line, id))
    for watcher in room.watchers:
        is_seated = bool(room.match.marks_of(watcher.user_id))
        may_read = spoken_in in setting.readable_rooms(is_seated=is_seated)
        if may_read and watcher.user_id not in stored.blockers:
            watcher.push(frame)


def _store(row: ChatLine, now: Milliseconds) -> StoredLine:
    # Read anew: the socket read its user when it connected.
    row.author = User.objects.get(pk=row.author_id)
    require_welcome(row.author)
    muted_until = row.author.chat_muted_until
    if muted_until and milliseconds(muted_until) > now:
        raise GameError("muted_by_staff")
    # Stored lines are counted, so that all of a speaker's sockets share one pace, in any process.
    check_pace(_earlier(row.author), ChatTurn(row.game_id, row.text, now))
    row.save(force_insert=True)
    return _stored_line(row)


def _earlier(author: User) -> list[ChatTurn]:
    rows = author.lines.order_by("-id").values_list("game_id", "text", "at")[:BURST]
    return [ChatTurn(game, text, milliseconds(at)) for game, text, at in rows]


def _load_line(number: int) -> StoredLine:
    return _stored_line(ChatLine.objects.select_related("author").get(pk=number))


def _stored_line(row: ChatLine) -> StoredLine:
    return StoredLine(chat_line(row), blockers_of(row.author_id))
