"""What the tests of the pages share."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User


@pytest.fixture
def as_user(client: Client) -> Callable[[User], Client]:
    """The client with a session of the given user."""

    def sign_in(user: User) -> Client:
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture(autouse=True)
def _nothing_shared() -> Iterator[None]:
    """The list of live games is kept for a moment in the cache, which a process's tests share."""
    cache.clear()
    yield
    cache.clear()
