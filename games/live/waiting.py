"""Who waits for an opponent, and is here: one answer for the lobby, rounds and programs.

An open game without days for a move is there for as long as its creator has a page of the site
open, and so is a person's search for a rated round. `seen_at` says when a process last heard of
them. Once they are gone nobody is seated with them, but their place is kept for a while: a page is
loaded again, a network comes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.live import announce
from games.live.storage import database
from games.models import CREATORS_STAY, SEEKERS_STAY, Game, GameQuerySet, Lock, Outage, Seek

PLACE_KEPT_FOR = timedelta(seconds=15)
# After that only its own page keeps a search: people may have forgotten it on any other page.
LONGEST_SEARCH = timedelta(minutes=30)
NOTED_EVERY = timedelta(seconds=2)
# How long the lobby is told again that a creator is gone: a process may miss one note.
MISSED = 2 * NOTED_EVERY


async def come(user_id: int) -> None:
    """Note that *user_id* has a page open; if back, tell the lobby. Raises Unavailable."""
    back = await database.run(_come, user_id, timezone.now())
    for game in back:
        await announce.opened(game)


async def leave(user_id: int) -> None:
    """Note that the last page of *user_id* in this process is closed. Raises Unavailable.

    If another process has one, it notes that in a moment.
    """
    await database.run(_leave, user_id, timezone.now())


async def note(silent: Mapping[int, float], *, now: datetime) -> None:
    """Note whose pages this process has heard of, by the seconds for which they are *silent*.

    The lobby is told of whoever is back, and of whoever is here no more. Raises Unavailable.
    """
    back, gone = await database.run(_note, silent, now)
    for game in back:
        await announce.opened(game)
    for game in gone:
        await announce.closed(game)


def stop_seeking(*user_ids: int) -> None:
    """End the searches of these users for a rated round: they have met each other."""
    seeks = Seek.objects.filter(user__in=user_ids, round_uid="", invited=None)
    if not seeks.exists():  # asked without the lock first: mostly there is none
        return
    with transaction.atomic():
        # Whoever holds it begins rounds with these seeks, and writes their rows.
        Lock.hold(Lock.WAITING)
        seeks.delete()


def kept_seeks(now: datetime) -> QuerySet[Seek]:
    """Return the searches of those who are here, or may come back: the others are over."""
    lately = now - SEEKERS_STAY - PLACE_KEPT_FOR
    return Seek.objects.waiting().filter(seen_at__gt=lately)


def gone_for_good(now: datetime) -> GameQuerySet:
    """Return the open games whose creators did not come back in time.

    After an outage, in which nobody could come, they have the whole time again.
    """
    long_ago = now - CREATORS_STAY - PLACE_KEPT_FOR
    gone = Game.objects.bound_to_a_page().filter(seen_at__lte=long_ago)
    return gone.none() if Outage.objects.filter(ended_at__gt=long_ago).exists() else gone


def _come(user_id: int, now: datetime) -> list[Game]:
    games = list(_games().filter(creator=user_id))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(seen_at=now)
    # Whoever goes from page to page leaves one before the next is there.
    left = _of_people(kept_seeks(now)).filter(user=user_id, seen_at__lte=now - SEEKERS_STAY)
    if left.exists():
        left.update(seen_at=now)
    return [game for game in games if not game.has_creator_here(now)]


def _leave(user_id: int, now: datetime) -> None:
    # Asked first: most who go to another page wait for nobody, and a write has to wait its turn.
    games = _games().filter(creator=user_id, seen_at__gt=now - CREATORS_STAY)
    if keys := list(games.values_list("pk", flat=True)):
        Game.objects.filter(pk__in=keys).update(seen_at=now - CREATORS_STAY)
    waiting = Seek.objects.filter(user=user_id, round_uid="", seen_at__gt=now - SEEKERS_STAY)
    seeks = _of_people(waiting)
    if seeks.exists():
        seeks.update(seen_at=now - SEEKERS_STAY)


def _note(silent: Mapping[int, float], now: datetime) -> tuple[list[Game], list[Game]]:
    _note_seekers(silent, now)
    back, gone = [], []
    for game in _games():
        was_here, seen_at = game.has_creator_here(now), game.seen_at
        if game.creator_id in silent:
            seen_at = max(seen_at, now - timedelta(seconds=silent[game.creator_id]))
            Game.objects.filter(pk=game.pk, seen_at__lt=seen_at).update(seen_at=seen_at)
        game.seen_at = seen_at
        if game.has_creator_here(now):
            if not was_here:
                back.append(game)
        elif seen_at > now - CREATORS_STAY - MISSED:
            gone.append(game)
    return back, gone


def _note_seekers(silent: Mapping[int, float], now: datetime) -> None:
    """Note which people who look for a rated round are here."""
    people = _of_people(kept_seeks(now)).filter(created_at__gt=now - LONGEST_SEARCH)
    for pk, user_id in people.values_list("pk", "user"):
        if user_id in silent:
            seen_at = now - timedelta(seconds=silent[user_id])
            Seek.objects.filter(pk=pk, seen_at__lt=seen_at).update(seen_at=seen_at)


def _of_people(seeks: QuerySet[Seek]) -> QuerySet[Seek]:
    """Return the searches that pages keep; a program's lasts for as long as it asks."""
    return seeks.filter(user__kind=User.Kind.PERSON)


def _games() -> GameQuerySet:
    return Game.objects.bound_to_a_page().select_related("creator")
