"""Queries that are compiled once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from accounts.models import Preferences, User
from tictactoe_site.common.prepared import PreparedQuery

pytestmark = pytest.mark.django_db


@pytest.fixture
def built():
    """The arguments of every time that `names_of` was built."""
    return []


@pytest.fixture
def names_of(built):
    @PreparedQuery
    def names(*keys, kind="person"):
        built.append((len(keys), kind))
        return User.objects.filter(pk__in=keys, kind=kind).order_by("pk").values_list("username")

    return names


def test_it_is_built_once_and_finds_what_each_asks_for(names_of, built, alice, bob):
    assert (names_of(alice.pk), names_of(bob.pk), names_of(0)) == ([("alice",)], [("bob",)], [])
    assert built == [(1, "person")]


def test_several_keys_keep_their_places_and_may_be_the_same(names_of, built, alice, bob):
    assert names_of(bob.pk, alice.pk) == [("alice",), ("bob",)]
    assert names_of(bob.pk, bob.pk) == [("bob",)]
    assert built == [(2, "person")]


def test_each_thread_asks_by_its_own_connection(names_of, built):
    def ask_elsewhere():
        try:
            return names_of(0)
        finally:
            connections.close_all()

    assert names_of(0) == []
    with ThreadPoolExecutor(1) as another:
        assert another.submit(ask_elsewhere).result() == []
    assert built == [(1, "person")]


def test_other_fixed_values_are_another_statement(names_of, built, alice):
    assert (names_of(alice.pk), names_of(alice.pk, kind="guest")) == ([("alice",)], [])
    assert built == [(1, "person"), (1, "guest")]


def test_what_a_key_is_not_compared_with_stays_as_it_is(alice):
    @PreparedQuery
    def after(key):
        return User.objects.filter(pk__gt=key, username="alice").values_list("pk", "kind")

    assert after(alice.pk - 1) == [(alice.pk, "person")]
    assert after(alice.pk) == []


def test_values_come_as_django_reads_them(alice):
    @PreparedQuery
    def joined(key):
        return User.objects.filter(pk=key).values_list("date_joined", "is_active")

    alice.refresh_from_db()
    ((at, is_active),) = joined(alice.pk)
    assert at == alice.date_joined
    assert is_active is True


def test_it_finds_whole_rows_with_what_they_lead_to(alice, bob, django_assert_num_queries):
    @PreparedQuery
    def users(key):
        return User.objects.select_related("preferences").filter(pk=key)

    Preferences.objects.create(user=bob, theme="dark")
    (first,), (second,) = users(alice.pk), users(bob.pk)
    assert (first, second) == (alice, bob)
    with django_assert_num_queries(0):
        assert (first.email, second.preferences.theme) == (alice.email, "dark")
    second.username = "robert"
    second.save(update_fields=["username"])
    assert [user.username for user in users(bob.pk)] == ["robert"]


def test_keys_can_be_texts(alice):
    @PreparedQuery
    def named(name, key):
        return User.objects.filter(username=name, pk=key).values_list("kind")

    assert named("alice", alice.pk) == [("person",)]
    assert named("al'ice", alice.pk) == named("", alice.pk) == named("alice", 0) == []
    with pytest.raises(TypeError):
        named(alice.pk)
