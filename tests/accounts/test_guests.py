"""Guests: made at need, limited by address, claimed by accounts."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.http import HttpRequest
from django.test import RequestFactory

from accounts import guests, limits, services
from accounts.errors import TooManyGuests
from accounts.models import AccountEvent, Preferences, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_nobody(rf: RequestFactory) -> HttpRequest:
    request = rf.get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_an_anonymous_visitor_becomes_a_guest(request_of_nobody: HttpRequest) -> None:
    guest = guests.ensure_user(request_of_nobody)
    assert guest.is_guest
    assert re.fullmatch(r"Guest-[2-9A-HJKMNP-Z]{5}", guest.username)
    assert not guest.has_usable_password()
    assert request_of_nobody.session[SESSION_KEY] == str(guest.pk)


def test_the_session_key_changes_when_a_guest_is_made(request_of_nobody: HttpRequest) -> None:
    request_of_nobody.session.save()
    before = request_of_nobody.session.session_key
    guests.ensure_user(request_of_nobody)
    assert request_of_nobody.session.session_key != before


def test_the_same_visitor_stays_the_same_guest(request_of_nobody: HttpRequest) -> None:
    first = guests.ensure_user(request_of_nobody)
    assert guests.ensure_user(request_of_nobody) == first
    assert User.objects.count() == 1


def test_who_is_signed_in_stays_who_they_are(request_of_nobody: HttpRequest, alice: User) -> None:
    request_of_nobody.user = alice
    assert guests.ensure_user(request_of_nobody) == alice
    assert not User.objects.guests().exists()


def test_a_guest_keeps_what_the_visitor_preferred(request_of_nobody: HttpRequest) -> None:
    request_of_nobody.COOKIES["prefs"] = "theme=dark&sound=off"
    guest = guests.ensure_user(request_of_nobody)
    assert (guest.preferences.theme, guest.preferences.sound) == ("dark", False)


def test_a_name_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tails = iter(["AAAAA", "AAAAA", "BBBBB"])
    monkeypatch.setattr("accounts.guests._random_tail", lambda: next(tails))
    names = [guests.make_guest().username for _ in range(2)]
    assert names == ["Guest-AAAAA", "Guest-BBBBB"]


def test_too_many_guests_of_one_address_are_refused(
    request_of_nobody: HttpRequest, rf: RequestFactory, monkeypatch, clock
) -> None:
    two = replace(limits.GUESTS_PER_ADDRESS, at_once=2)
    monkeypatch.setattr(limits, "GUESTS_PER_ADDRESS", two)

    def visit(address: str) -> User:
        request_of_nobody.user = AnonymousUser()
        request_of_nobody.META["REMOTE_ADDR"] = address
        return guests.ensure_user(request_of_nobody)

    visit("203.0.113.5")
    visit("203.0.113.5")
    with pytest.raises(TooManyGuests) as refused:
        visit("203.0.113.5")
    assert refused.value.wait > 0
    visit("203.0.113.6")
    clock.go_on(3601)
    visit("203.0.113.5")


# ---- claiming ---------------------------------------------------------------------------------


def test_a_claimed_guest_is_shut_and_says_by_whom(
    guest: User, alice: User, claims, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        guests.claim_guest(guest=guest, user=alice)
    guest.refresh_from_db()
    assert (guest.is_active, guest.claimed_by) == (False, alice)
    assert claims.calls == [{"guest": guest, "user": alice}]
    event = AccountEvent.objects.get(kind=AccountEvent.Kind.CLAIMED)
    assert (event.user, event.after) == (alice, {"guest": guest.username})


def test_nobody_hears_of_a_claim_before_it_is_committed(
    guest: User, alice: User, claims, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        guests.claim_guest(guest=guest, user=alice)
    assert claims.calls == []
    for callback in callbacks:
        callback()
    assert claims.calls == [{"guest": guest, "user": alice}]


def test_a_guest_is_claimed_once(
    guest: User, alice: User, bob: User, claims, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        guests.claim_guest(guest=guest, user=alice)
        guests.claim_guest(guest=guest, user=bob)
    guest.refresh_from_db()
    assert guest.claimed_by == alice
    assert len(claims.calls) == 1


def test_a_banned_guest_is_not_claimed(guest: User, alice: User, staff: User, claims) -> None:
    services.ban(user=guest, staff=staff, reason="cheating")
    guests.claim_guest(guest=guest, user=alice)
    guest.refresh_from_db()
    assert guest.claimed_by is None


def test_a_person_cannot_be_claimed(alice: User, bob: User) -> None:
    guests.claim_guest(guest=alice, user=bob)
    alice.refresh_from_db()
    assert alice.is_active


def test_preferences_of_a_guest_do_not_replace_those_of_the_account(
    guest: User, alice: User
) -> None:
    Preferences.objects.create(user=guest, theme="dark")
    Preferences.objects.create(user=alice, theme="light")
    guests.claim_guest(guest=guest, user=alice)
    assert Preferences.objects.get(user=alice).theme == "light"


def test_nothing_of_a_guests_preferences_stays_with_the_row_that_is_closed(
    guest: User, alice: User
) -> None:
    Preferences.objects.create(user=guest, handwriting={"x": [[[20, 20], [80, 80]]]})
    guests.claim_guest(guest=guest, user=alice)
    services.delete_account(user=alice)
    assert not Preferences.objects.exists()


def test_preferences_of_a_guest_go_to_an_account_that_has_none(guest: User, alice: User) -> None:
    Preferences.objects.create(user=guest, theme="dark")
    guests.claim_guest(guest=guest, user=alice)
    assert Preferences.objects.get(user=alice).theme == "dark"


def test_a_receiver_that_fails_does_not_fail_the_claim(
    guest: User, alice: User, django_capture_on_commit_callbacks
) -> None:
    from accounts.signals import guest_claimed

    def fail(**carried: object) -> None:
        raise RuntimeError("receiver")

    guest_claimed.connect(fail)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            guests.claim_guest(guest=guest, user=alice)
    finally:
        guest_claimed.disconnect(fail)
    guest.refresh_from_db()
    assert guest.claimed_by == alice


def test_a_receiver_that_an_outage_interrupts_is_told_again(
    guest: User, alice: User, django_capture_on_commit_callbacks
) -> None:
    from accounts.signals import announce_again, guest_claimed

    outages = [OperationalError("no server"), OperationalError("still none")]
    told = []

    def take_over(guest: User, user: User, **carried: object) -> None:
        if outages:
            raise outages.pop()
        told.append((guest, user))

    guest_claimed.connect(take_over)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            guests.claim_guest(guest=guest, user=alice)
    finally:
        guest_claimed.disconnect(take_over)
    for _attempt in range(3):
        announce_again()
    assert told == [(guest, alice)]


# ---- a mute -----------------------------------------------------------------------------------


def test_a_mute_goes_along_to_the_account(guest: User, alice: User, staff: User) -> None:
    services.mute(user=guest, staff=staff, days=2, reason="insults")
    guests.claim_guest(guest=guest, user=alice)
    assert alice.is_muted
    alice.refresh_from_db()
    guest.refresh_from_db()
    assert alice.chat_muted_until == guest.chat_muted_until
    event = AccountEvent.objects.get(user=alice, kind="muted")
    assert event.after["guest"] == guest.username


def test_a_longer_mute_of_the_account_stays(guest: User, alice: User, staff: User) -> None:
    services.mute(user=guest, staff=staff, days=2, reason="insults")
    services.mute(user=alice, staff=staff, days=7, reason="insults")
    until = alice.chat_muted_until
    guests.claim_guest(guest=guest, user=alice)
    alice.refresh_from_db()
    assert alice.chat_muted_until == until


def test_nobody_is_muted_for_a_guest_who_was_not(guest: User, alice: User) -> None:
    guests.claim_guest(guest=guest, user=alice)
    alice.refresh_from_db()
    assert not alice.is_muted
    assert not AccountEvent.objects.filter(kind="muted").exists()
