"""Bots: accounts for programs, each made by a person who answers for it.

A bot never becomes a person, and nobody signs in to it: programs come with tokens. It is closed
with its owner's account; see accounts.services.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.errors import AccountRefused
from accounts.log import record
from accounts.models import AccountEvent, User, UserQuerySet
from accounts.validators import name_error

MAX_BOTS_PER_PERSON = 5


def make_bot(*, owner: User, name: str, request: HttpRequest | None = None) -> User:
    """Make a bot of *owner*'s that is called *name*.

    Raises AccountRefused ``only_people_own_bots``, ``too_many_bots``, and ValidationError if the
    name cannot be had.
    """
    with transaction.atomic():
        # Locked, so that the limit holds for bots that are made at the same time.
        locked = User.objects.select_for_update().get(pk=owner.pk)
        if not locked.is_person or locked.is_banned or not locked.is_active:
            raise AccountRefused("only_people_own_bots")
        if bots_of(locked).count() >= MAX_BOTS_PER_PERSON:
            raise AccountRefused("too_many_bots")
        try:
            with transaction.atomic():
                bot = User.objects.create_user(name, kind=User.Kind.BOT, owner=locked)
        except IntegrityError:  # somebody else took the name a moment ago
            raise name_error("name_taken") from None
        record(
            AccountEvent.Kind.BOT_MADE,
            user=bot,
            actor=locked,
            request=request,
            after={"name": bot.username},
        )
    return bot


def bots_of(owner: User) -> UserQuerySet:
    """Return *owner*'s bots, banned ones among them, by name."""
    return User.objects.filter(owner=owner, deleted_at=None).order_by("canonical")
