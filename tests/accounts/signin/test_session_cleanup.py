"""Guests who left nothing go with their sessions."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.guests import make_guest
from accounts.log import record
from accounts.models import AccountEvent, Preferences, User
from accounts.signin import sessions
from accounts.signin.sessions import remove_ended_sessions

pytestmark = pytest.mark.django_db
LONG_AFTER = timezone.now() + timedelta(days=365)


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_there(user: User) -> bool:
    return User.objects.filter(pk=user.pk).exists()


def test_a_guest_who_left_nothing_goes_with_the_session(guest: User) -> None:
    Preferences.objects.create(user=guest, theme="dark")
    sign_in(guest)
    assert remove_ended_sessions(now=LONG_AFTER) == 1
    assert not is_there(guest)
    assert not Session.objects.exists()


def test_a_guest_who_can_come_back_stays(guest: User) -> None:
    sign_in(guest)
    assert remove_ended_sessions(now=timezone.now()) == 0
    assert is_there(guest)


def test_people_stay(alice: User) -> None:
    sign_in(alice)
    remove_ended_sessions(now=LONG_AFTER)
    assert is_there(alice)


def test_a_guest_of_whom_a_log_tells_stays(guest: User, staff: User) -> None:
    record(AccountEvent.Kind.MUTED, user=guest, actor=staff)
    sign_in(guest)
    assert remove_ended_sessions(now=LONG_AFTER) == 1
    assert is_there(guest)


def test_a_guest_whose_games_went_to_a_person_stays(guest: User, alice: User) -> None:
    sign_in(guest)
    User.objects.filter(pk=guest.pk).update(is_active=False, claimed_by=alice)
    remove_ended_sessions(now=LONG_AFTER)
    assert is_there(guest)


def test_a_session_that_cannot_be_read_goes(guest: User) -> None:
    sign_in(guest)
    Session.objects.update(session_data="made:up")
    assert remove_ended_sessions(now=LONG_AFTER) == 1
    assert is_there(guest)


def test_not_all_go_at_once(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "SESSIONS_AT_ONCE", 3)
    for _ in range(4):
        sign_in(make_guest())
    assert remove_ended_sessions(now=LONG_AFTER) == 3
    assert remove_ended_sessions(now=LONG_AFTER) == 1
    assert not User.objects.guests().exists()


def test_a_guest_who_signs_out_goes_at_once_unless_something_is_left(guest: User) -> None:
    kept = make_guest()
    record(AccountEvent.Kind.CHANGED, user=kept, actor=None)
    for user in (guest, kept):
        sign_in(user).post("/accounts/logout/")
    assert (is_there(guest), is_there(kept)) == (False, True)
