"""What followed from claims and closings follows also where the process has died in between."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts import guests, services
from accounts.models import User
from accounts.signals import (
    account_closing,
    account_reopened,
    announce_again,
    announce_later,
    guest_claimed,
)
from games.people.moderation.follow_ups import LOOKED_BACK, announce_anew

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def staff(db):
    return User.objects.create_superuser("boss", password="boss-password")


@contextmanager
def told():
    """The list of all that receivers are told meanwhile."""
    heard: list[tuple[str, ...]] = []

    def claim(guest: User, user: User, **carried: object) -> None:
        heard.append(("claimed", guest.username, user.username))

    def close(user: User, reason: str, **carried: object) -> None:
        heard.append((reason, user.username))

    def reopen(user: User, **carried: object) -> None:
        heard.append(("reopened", user.username))

    receivers = ((guest_claimed, claim), (account_closing, close), (account_reopened, reopen))
    for signal, receiver in receivers:
        signal.connect(receiver)
    try:
        yield heard
    finally:
        for signal, receiver in receivers:
            signal.disconnect(receiver)


def test_what_still_holds_is_told_again_in_its_order(alice, bob, charlie, staff):
    guest = guests.make_guest()
    guests.claim_guest(guest=guest, user=alice)
    services.ban(user=bob, staff=staff, reason="Insults.")
    services.ban(user=charlie, staff=staff, reason="Insults.")
    services.unban(user=charlie, staff=staff, reason="A mistake.")
    with told() as heard:
        announce_anew()
    assert heard == [
        ("claimed", guest.username, "alice"),
        ("banned", "bob"),
        ("reopened", "charlie"),
    ]


def test_a_deleted_account_is_closed_again_and_never_opened(alice, staff):
    services.ban(user=alice, staff=staff, reason="Insults.")
    services.unban(user=alice, staff=staff, reason="A mistake.")
    services.delete_account(user=alice)
    with told() as heard:
        announce_anew()
    assert heard == [("deleted", alice.username)]


def test_what_is_longer_ago_has_followed(bob, staff):
    services.ban(user=bob, staff=staff, reason="Insults.")
    with told() as heard:
        announce_anew(timezone.now() + LOOKED_BACK + timedelta(seconds=1))
    assert heard == []


def test_an_outage_only_delays_it():
    outages = [OperationalError("no server"), OperationalError("still none")]
    done = []

    def look() -> None:
        if outages:
            raise outages.pop()
        done.append(True)

    announce_later(look)
    for _attempt in range(4):
        announce_again()
    assert done == [True]
