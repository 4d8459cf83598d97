"""Following and blocking."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from accounts import guests, relations, services
from accounts.errors import AccountRefused
from accounts.models import Relation, User

pytestmark = pytest.mark.django_db


def kinds(owner: User, other: User) -> set[str]:
    return set(relations.kinds_between(owner, other))


def test_following_is_one_way(alice: User, bob: User) -> None:
    relations.follow(owner=alice, other=bob)
    assert list(relations.following(alice)) == [bob]
    assert not relations.following(bob).exists()


def test_doing_it_twice_is_doing_it_once(alice: User, bob: User) -> None:
    for _ in range(2):
        relations.follow(owner=alice, other=bob)
    assert Relation.objects.count() == 1
    for _ in range(2):
        relations.unfollow(owner=alice, other=bob)
    assert Relation.objects.count() == 0


def test_those_followed_are_listed_by_name(alice: User, bob: User, charlie: User) -> None:
    for other in (charlie, bob):
        relations.follow(owner=alice, other=other)
    assert list(relations.following(alice)) == [bob, charlie]


def test_a_block_ends_following_both_ways(alice: User, bob: User, charlie: User) -> None:
    relations.follow(owner=alice, other=bob)
    relations.follow(owner=bob, other=alice)
    relations.follow(owner=charlie, other=bob)
    relations.block(owner=alice, other=bob)
    assert kinds(alice, bob) == {"block"}
    assert kinds(bob, alice) == set()
    assert kinds(charlie, bob) == {"follow"}


def test_a_block_is_one_way(alice: User, bob: User) -> None:
    relations.block(owner=alice, other=bob)
    assert relations.has_blocked(alice.pk, bob.pk)
    assert not relations.has_blocked(bob.pk, alice.pk)
    assert relations.blocked_by(alice) == {bob.pk}
    assert relations.blocked_by(bob) == frozenset()
    assert list(relations.blocked(alice)) == [bob]


def test_nobody_follows_across_a_block(alice: User, bob: User) -> None:
    relations.block(owner=alice, other=bob)
    with pytest.raises(AccountRefused, match="unblock_first"):
        relations.follow(owner=alice, other=bob)
    with pytest.raises(AccountRefused, match="cannot_follow"):
        relations.follow(owner=bob, other=alice)
    relations.unblock(owner=alice, other=bob)
    relations.follow(owner=bob, other=alice)
    assert not relations.has_blocked(alice.pk, bob.pk)


@pytest.mark.parametrize("verb", ["follow", "block"])
def test_some_cannot_be_followed_or_blocked(
    verb: str, alice: User, bob: User, guest: User, engine: User
) -> None:
    services.delete_account(user=bob)
    guests.claim_guest(guest=guest, user=User.objects.create_user("dora"))
    guest.refresh_from_db()
    cases = {
        f"cannot_{verb}_self": alice,
        f"cannot_{verb}_engine": engine,
        "account_closed": bob,
    }
    for code, other in [*cases.items(), ("account_closed", guest)]:
        with pytest.raises(AccountRefused, match=code):
            getattr(relations, verb)(owner=alice, other=other)
    assert not Relation.objects.exists()


@pytest.mark.parametrize("verb", ["follow", "block"])
def test_an_account_that_has_just_been_deleted_has_no_relations(
    verb: str, alice: User, bob: User, charlie: User
) -> None:
    as_read_before = User.objects.in_bulk()
    services.delete_account(user=bob)
    for owner, other in ((alice, bob), (bob, charlie)):
        with pytest.raises(AccountRefused, match="account_closed"):
            getattr(relations, verb)(owner=as_read_before[owner.pk], other=as_read_before[other.pk])
    assert not Relation.objects.exists()


def test_a_banned_player_can_be_blocked(alice: User, bob: User, staff: User) -> None:
    services.ban(user=bob, staff=staff, reason="insults")
    relations.block(owner=alice, other=bob)


def test_guests_follow_and_are_blocked_like_anybody(alice: User, guest: User) -> None:
    relations.follow(owner=guest, other=alice)
    relations.block(owner=alice, other=guest)
    assert relations.blocked_by(alice) == {guest.pk}


@pytest.mark.parametrize(("verb", "code"), [("follow", "followed"), ("block", "blocked")])
def test_there_is_a_most_of_each(
    verb: str, code: str, alice: User, bob: User, charlie: User, monkeypatch
) -> None:
    monkeypatch.setattr(relations, "MAX_PER_USER", 1)
    getattr(relations, verb)(owner=alice, other=bob)
    getattr(relations, verb)(owner=alice, other=bob)
    with pytest.raises(AccountRefused, match=f"too_many_{code}"):
        getattr(relations, verb)(owner=alice, other=charlie)


def test_a_visitor_without_an_account_has_no_relations(alice: User) -> None:
    nobody = AnonymousUser()
    assert relations.blocked_by(nobody) == frozenset()
    assert relations.kinds_between(nobody, alice) == frozenset()
    assert not relations.following(nobody).exists()


def test_the_questions_of_a_page_and_of_a_socket_are_one_query_each(
    alice: User, bob: User, django_assert_num_queries
) -> None:
    for ask in (
        lambda: relations.blocked_by(alice),
        lambda: relations.has_blocked(alice.pk, bob.pk),
        lambda: relations.kinds_between(alice, bob),
    ):
        with django_assert_num_queries(1):
            ask()


def test_no_list_looks_at_every_user(alice: User) -> None:
    if connection.vendor != "sqlite":
        return
    for users in (relations.following(alice), relations.blocked(alice)):
        assert "SCAN" not in users.explain()


# ---- accounts that close or change hands ------------------------------------------------------


def test_deletion_ends_all_relations(alice: User, bob: User, charlie: User) -> None:
    relations.follow(owner=alice, other=bob)
    relations.block(owner=charlie, other=alice)
    relations.follow(owner=charlie, other=bob)
    services.delete_account(user=alice)
    assert Relation.objects.get().owner == charlie


def test_the_export_says_whom_one_follows_and_blocks_and_not_who_does_so_to_one(
    alice: User, bob: User, charlie: User
) -> None:
    relations.follow(owner=alice, other=bob)
    relations.block(owner=alice, other=charlie)
    data = json.loads(json.dumps(services.account_data(alice)))
    assert (data["following"], data["blocked"]) == (["bob"], ["charlie"])
    assert "alice" not in json.dumps(services.account_data(charlie)["blocked"])
    assert services.account_data(bob)["following"] == []


def test_what_a_guest_arranged_is_the_accounts_afterwards(
    guest: User, alice: User, bob: User, charlie: User
) -> None:
    relations.follow(owner=guest, other=bob)
    relations.block(owner=guest, other=charlie)
    relations.follow(owner=guest, other=alice)
    guests.claim_guest(guest=guest, user=alice)
    assert list(relations.following(alice)) == [bob]
    assert list(relations.blocked(alice)) == [charlie]
    assert not Relation.objects.filter(owner=guest).exists()


def test_a_blocked_guest_is_blocked_as_a_person_too(guest: User, alice: User, bob: User) -> None:
    relations.follow(owner=alice, other=bob)
    relations.block(owner=bob, other=guest)
    guests.claim_guest(guest=guest, user=alice)
    assert relations.has_blocked(bob.pk, alice.pk)
    assert kinds(alice, bob) == set()


def test_a_claim_does_not_lead_past_the_most(
    guest: User, alice: User, bob: User, charlie: User, monkeypatch
) -> None:
    monkeypatch.setattr(relations, "MAX_PER_USER", 1)
    relations.follow(owner=guest, other=bob)
    relations.follow(owner=alice, other=charlie)
    guests.claim_guest(guest=guest, user=alice)
    assert list(relations.following(alice)) == [charlie]


def test_those_who_have_blocked_somebody_are_found(alice: User, bob: User) -> None:
    relations.block(owner=alice, other=bob)
    assert relations.blockers_of(bob.pk) == {alice.pk}
    assert relations.blockers_of(alice.pk) == set()
