"""Staff with different powers, and games for them to look at."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from tests.conftest import make_person
from tests.signing_in import begin_session
from tests.stored import X_WINS, new_game, play


@pytest.fixture
def staff(db) -> User:
    """May look at games and decide about them."""
    return make_staff("stella", "view_game", "change_game", "view_event")


@pytest.fixture
def clerk(db) -> User:
    """May look at games only."""
    return make_staff("clara", "view_game")


def make_staff(name: str, *permissions: str) -> User:
    user = make_person(name)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


@pytest.fixture
def desk(staff) -> Client:
    """A browser in which the staff is signed in."""
    return signed_in(staff)


def signed_in(user: User) -> Client:
    client = Client()
    begin_session(client, user)
    return client


@pytest.fixture
def won(alice, bob):
    """A game that alice has won with X."""
    return play(new_game(alice, bob), X_WINS)


@pytest.fixture
def ongoing(alice, bob):
    return play(new_game(alice, bob), (4, 0, 8))
