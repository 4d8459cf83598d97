"""The chat of a game, as far as a viewer may read it."""

from __future__ import annotations

from typing import cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.relations import blocked_by
from games.core.chat import Setting
from games.models import ChatLine, Game, milliseconds
from games.protocol.messages import AccountKind, ChatLineState, ChatMessage

MAX_LINES = 50  # the latest; a browser keeps more while it is open


def chat_for(uid: str, viewer: User | None) -> ChatMessage:
    """Return the latest lines beside the game *uid* that *viewer* may read; none without a game.

    Lines of people whom *viewer* has blocked are left out. Three queries.
    """
    game = Game.objects.filter(uid=uid).first()
    return chat_beside(game, viewer) if game else ChatMessage("", [])


def chat_beside(game: Game, viewer: User | None) -> ChatMessage:
    """Do what `chat_for` does, for a game that has been read already."""
    setting, is_seated = _standpoint(game, viewer)
    now = milliseconds(timezone.now())
    room = setting.own_room(is_seated=is_seated) if setting.is_open(now) else None
    blocked = blocked_by(viewer) if viewer else frozenset()
    latest = _readable(game, viewer).exclude(author__in=blocked).select_related("author")
    # The latest are found backwards along the index, but read from the oldest on.
    lines = [chat_line(line) for line in latest.order_by("-id")[:MAX_LINES]]
    return ChatMessage(room or "", lines[::-1])


def chat_line(line: ChatLine) -> ChatLineState:
    """Return one line of chat; its author should have been fetched with it."""
    author, at = line.author, milliseconds(line.at)
    kind = cast(AccountKind, author.kind)
    return ChatLineState(line.pk, line.room, author.username, kind, line.text, at)


def reportable_users(game: Game, viewer: User) -> list[User]:
    """Return whom *viewer* may report for *game*: players, and authors of chat they can read."""
    speakers = _readable(game, viewer).order_by().values("author")
    players = (game.x_player_id, game.o_player_id)
    users = User.objects.filter(Q(pk__in=speakers) | Q(pk__in=players), deleted_at=None)
    others = users.exclude(pk=viewer.pk).exclude(kind=User.Kind.ENGINE)
    return list(others.order_by("canonical"))


def _readable(game: Game, viewer: User | None) -> QuerySet[ChatLine]:
    setting, is_seated = _standpoint(game, viewer)
    return game.lines.filter(room__in=setting.readable_rooms(is_seated=is_seated))


def _standpoint(game: Game, viewer: User | None) -> tuple[Setting, bool]:
    setting = Setting(
        is_between_people=game.is_between_people,
        has_begun=game.started_at is not None,
        ended_at=milliseconds(game.ended_at) if game.ended_at else 0,
    )
    return setting, bool(viewer and game.marks_of(viewer))
