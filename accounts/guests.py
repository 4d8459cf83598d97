"""Guests: they play at once, and keep their games when they sign up or in."""

from __future__ import annotations

import secrets

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import limits, names, relations
from accounts.backends import BACKEND
from accounts.errors import TooManyGuests
from accounts.log import record
from accounts.models import AccountEvent, Preferences, User
from accounts.preferences import hand_over, preferences_of
from accounts.services import announce_ended_sessions
from accounts.signals import announce, guest_claimed
from tictactoe_site.common.addresses import address_group, client_address

# Without characters that look alike, so that no two names do. 5 of 31: 28 million names.
NAME_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
NAME_LENGTH = 5
NAME_ATTEMPTS = 20  # with half of all names taken this still fails only once in a million


def ensure_user(request: HttpRequest) -> User:
    """Return the user of *request*; an anonymous visitor becomes a guest and is signed in.

    Raises TooManyGuests, which accounts.middleware turns into a page, if the address has made
    too many guests. The session key changes when a guest is made.
    """
    if request.user.is_authenticated:
        return request.user
    _check_address(request)
    # Read before signing in, which replaces the visitor who has these preferences.
    before = preferences_of(request)
    guest = make_guest()
    hand_over(before, guest)
    login(request, guest, backend=BACKEND)
    return guest


def make_guest() -> User:
    """Make a guest with a name of its own, such as Guest-7K3QX."""
    for _ in range(NAME_ATTEMPTS - 1):
        try:
            with transaction.atomic():
                return _new_guest()
        except IntegrityError:  # the name is taken
            continue
    # If even this fails something else is wrong, and should be seen.
    return _new_guest()


def claim_guest(*, guest: User, user: User, request: HttpRequest | None = None) -> None:
    """Let *user*, an existing account, take over everything that *guest* has.

    The guest's account is closed, and guest_claimed is sent after the commit. Nothing is done if
    the guest is banned, or closed already: so the signal is sent once.
    """
    with transaction.atomic():
        # Locked, so that of two sign-ins at once only one takes the guest over.
        locked = User.objects.select_for_update().get(pk=guest.pk)
        if not locked.is_guest or not locked.is_active or locked.is_banned:
            return
        locked.is_active = False
        locked.claimed_by = user
        locked.save(update_fields=["is_active", "claimed_by"])
        preferences = Preferences.objects.filter(user=locked).first()
        if preferences:
            hand_over(preferences, user)
            preferences.delete()
        relations.hand_over(locked, user)
        _hand_over_mute(locked, user, request)
        record(
            AccountEvent.Kind.CLAIMED,
            user=user,
            actor=user,
            request=request,
            after={"guest": locked.username},
        )
        transaction.on_commit(lambda: announce(guest_claimed, sender=User, guest=locked, user=user))
        announce_ended_sessions(locked, request)


def _hand_over_mute(guest: User, user: User, request: HttpRequest | None) -> None:
    """Keep a muted guest muted: signing in must not be a way around it."""
    until = guest.chat_muted_until
    if until is None or not guest.is_muted or user.is_staff:
        return
    muted = User.objects.filter(pk=user.pk).exclude(chat_muted_until__gte=until)
    if muted.update(chat_muted_until=until):
        user.chat_muted_until = until
        record(
            AccountEvent.Kind.MUTED,
            user=user,
            actor=None,
            request=request,
            after={"until": until.isoformat(timespec="minutes"), "guest": guest.username},
        )


def _check_address(request: HttpRequest) -> None:
    if wait := limits.GUESTS_PER_ADDRESS.take(address_group(client_address(request))):
        raise TooManyGuests(wait)


def _new_guest() -> User:
    guest = User(username=names.GUEST_PREFIX + _random_tail(), kind=User.Kind.GUEST)
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def _random_tail() -> str:
    return "".join(secrets.choice(NAME_ALPHABET) for _ in range(NAME_LENGTH))
