"""Finds what staff search for: games by the start of their uid, along an index; users by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Case, Q, QuerySet, Value, When

from accounts.models import User
from accounts.names import canonical
from games.models import Game
from tictactoe_site.common.uids import UID_LENGTH

MAX_USERS = 20  # with a name that contains the search; an exact match comes first
MAX_GAMES = 100  # with a uid that begins with the search
BEHIND_LETTERS = "{"  # in ASCII, so that it ends a range of uids


def found_in(rows: QuerySet[Any], parts: Sequence[QuerySet[Any]]) -> QuerySet[Any]:
    """Return those of *rows* that are in any of *parts*, which are cheap to find."""
    one, *others = (part.order_by().values("pk") for part in parts)
    return rows.filter(pk__in=one.union(*others, all=True))


def games_of(users: Iterable[int]) -> list[QuerySet[Game]]:
    """Return the games in which one of *users* has a seat, as parts for `found_in`."""
    keys = list(users)
    return [Game.objects.filter(x_player__in=keys), Game.objects.filter(o_player__in=keys)]


def games_called(text: str) -> QuerySet[Game]:
    """Return the games whose uid begins with *text*."""
    if len(text) > UID_LENGTH or not (text.isascii() and text.isalnum()):
        return Game.objects.none()
    if connection.vendor == "sqlite":  # its LIKE ignores case, and so cannot use the index
        return Game.objects.filter(uid__gte=text, uid__lt=text + BEHIND_LETTERS)
    return Game.objects.filter(uid__startswith=text)


def keys_of_games_called(text: str) -> list[int]:
    return list(games_called(text).order_by().values_list("pk", flat=True)[:MAX_GAMES])


def keys_of_users_called(text: str) -> list[int]:
    """Return the keys of some users whose name contains *text*, in any case."""
    is_exact = Case(When(Q(canonical=canonical(text)), then=Value(0)), default=Value(1))
    called = User.objects.filter(username__icontains=text).order_by(is_exact, "pk")
    return list(called.values_list("pk", flat=True)[:MAX_USERS])
