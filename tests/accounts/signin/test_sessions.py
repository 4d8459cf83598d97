"""Whose a session is, read for a socket as for a page."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.signin.sessions import SessionStore, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def key(client: Client, alice) -> str:
    client.force_login(alice)
    return client.session.session_key


def change(key: str, entries: dict[str, str]) -> None:
    session = SessionStore(key)
    session.update(entries)
    session.save()


def test_it_is_the_users_who_signed_in(key, alice):
    assert user_of(key) == alice


@pytest.mark.parametrize("other", ["", "short", "a" * 32, "'; --" * 5])
def test_a_key_of_no_session_is_nobodys(key, other):
    assert user_of(other) is None


def test_a_session_in_which_nobody_signed_in_is_nobodys():
    session = SessionStore()
    session["seen"] = True
    session.save()
    assert user_of(session.session_key) is None


def test_a_session_that_is_over_is_nobodys(key):
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert user_of(key) is None
    assert SessionStore(key).load() == {}


def test_a_session_from_before_the_new_password_is_nobodys_and_stays(key, alice):
    alice.set_password("four-in-a-row-wins")
    alice.save()
    assert user_of(key) is None
    assert Session.objects.filter(pk=key).exists()


def test_a_session_under_a_former_secret_key_still_counts(key, alice, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    with_old_hash = SessionStore(key).load()[HASH_SESSION_KEY]
    settings.SECRET_KEY = "another-" + "0" * 40
    assert alice.get_session_auth_hash() != with_old_hash
    assert user_of(key) == alice
    settings.SECRET_KEY_FALLBACKS = []
    assert user_of(key) is None


@pytest.mark.parametrize(
    "entries",
    [{BACKEND_SESSION_KEY: "elsewhere.Backend"}, {HASH_SESSION_KEY: ""}, {HASH_SESSION_KEY: "0"}],
)
def test_a_session_without_a_valid_mark_is_nobodys(key, entries):
    change(key, entries)
    assert user_of(key) is None


@pytest.mark.parametrize("shut_out", [{"banned_at": timezone.now()}, {"is_active": False}])
def test_who_may_not_sign_in_has_no_session(key, alice, shut_out):
    type(alice).objects.filter(pk=alice.pk).update(**shut_out)
    assert user_of(key) is None
