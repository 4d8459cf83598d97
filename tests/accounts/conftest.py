"""Fixtures of the account tests."""

import time
from collections.abc import Awaitable, Callable, Iterator

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connections
from django.test import Client

from accounts.guests import make_guest
from accounts.models import User
from accounts.signals import account_closing, account_renamed, guest_claimed
from tests.signing_in import begin_session


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Limits are counted in the cache, which the tests of a process share."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def only_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else listens: what games do then is tested with the games."""
    for signal in (guest_claimed, account_closing, account_renamed):
        monkeypatch.setattr(signal, "receivers", [])


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr("time.time", standing)
    return standing


@pytest.fixture
def guest(db: None) -> User:
    return make_guest()


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("boss", password="boss-password")


@pytest.fixture
def as_user(client: Client) -> Callable[[User], Client]:
    """The client with a session of the given user, just begun."""

    def sign_in(user: User) -> Client:
        begin_session(client, user)
        return client

    return sign_in


class Heard:
    """Remembers what a signal carried."""

    def __init__(self) -> None:
        self.calls: list[dict[str, object]] = []

    def __call__(self, sender: object, signal: object, **carried: object) -> None:
        self.calls.append(carried)


@pytest.fixture
def claims() -> Iterator[Heard]:
    heard = Heard()
    guest_claimed.connect(heard)
    yield heard
    guest_claimed.disconnect(heard)


@pytest.fixture
def closings() -> Iterator[Heard]:
    heard = Heard()
    account_closing.connect(heard)
    yield heard
    account_closing.disconnect(heard)


@pytest.fixture
def renamings() -> Iterator[Heard]:
    heard = Heard()
    account_renamed.connect(heard)
    yield heard
    account_renamed.disconnect(heard)


@pytest.fixture
def hang_up(transactional_db: None) -> Callable[[], Awaitable[None]]:
    """For the end of async tests: gives back the connection of the thread of the sync code."""
    return sync_to_async(connections.close_all)
