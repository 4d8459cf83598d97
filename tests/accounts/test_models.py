# ruff: noqa: RUF001 (look-alikes are refused here)
"""Users, and the log of their accounts."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.log import record
from accounts.models import AccountEvent, User

pytestmark = pytest.mark.django_db


def test_a_person_is_made_with_a_password() -> None:
    person = User.objects.create_user("alice", "alice@EXAMPLE.org", "secret-word-1")
    assert person.kind == User.Kind.PERSON
    assert person.email == "alice@example.org"
    assert person.check_password("secret-word-1")


def test_without_a_password_nobody_can_sign_in() -> None:
    assert not User.objects.create_user("alice").has_usable_password()


@pytest.mark.parametrize("name", ["Alice", "аlice", "a1ice", "alice"])
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    User.objects.create_user("alice")
    with pytest.raises(ValidationError) as refused:
        User.objects.create_user(name)
    assert refused.value.code == "name_taken"


def test_names_are_equal_in_any_case_even_where_the_forms_look_different() -> None:
    User.objects.create_user("Вася")
    with pytest.raises(ValidationError):
        User.objects.create_user("ВАСЯ")


@pytest.mark.parametrize("name", ["Alice", "аlice"])
def test_the_database_refuses_such_names_as_well(name: str) -> None:
    User.objects.create_user("alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        User(username=name).save()


def test_a_reserved_name_is_for_engines_and_guests_only() -> None:
    User.objects.create_user("Random", kind=User.Kind.ENGINE)
    User.objects.create_user("Guest-ABCDE", kind=User.Kind.GUEST)
    for kind in (User.Kind.PERSON, User.Kind.BOT):
        with pytest.raises(ValidationError) as refused:
            User.objects.create_user("Perfect", kind=kind)
        assert refused.value.code == "name_reserved"


def test_a_name_that_becomes_reserved_later_can_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    person = User.objects.create_user("alice")
    monkeypatch.setattr("accounts.names.is_reserved", lambda name: True)
    person.full_clean(exclude=["password"])


@pytest.mark.parametrize("name", ["alice", "ALICE", "aLiCe"])
def test_a_user_is_found_by_name_in_any_case(name: str) -> None:
    person = User.objects.create_user("Alice")
    assert User.objects.get_by_natural_key(name) == person
    assert list(User.objects.with_name(name)) == [person]


@pytest.mark.parametrize("name", ["a1ice", "nobody-here", "", "ali\x00ce"])
def test_nobody_is_found_by_another_name(name: str) -> None:
    User.objects.create_user("alice")
    assert not User.objects.with_name(name).exists()


def test_a_new_name_takes_its_compared_forms_along() -> None:
    person = User.objects.create_user("alice")
    person.username = "Bob"
    person.save(update_fields=["username"])
    person.refresh_from_db()
    assert (person.canonical, person.skeleton) == ("bob", "bob")


def test_only_people_can_be_staff() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Guest-ABCDE", kind=User.Kind.GUEST, is_staff=True)


def test_a_kind_that_does_not_exist_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("alice", kind="ghost")


def test_those_who_may_play_are_neither_banned_nor_closed(
    alice: User, bob: User, charlie: User, guest: User
) -> None:
    User.objects.filter(pk=bob.pk).update(banned_at=alice.date_joined)
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert set(User.objects.playing()) == {alice, guest}


def test_sessions_end_with_the_password_and_with_the_epoch(alice: User, settings) -> None:
    before = alice.get_session_auth_hash()
    alice.session_epoch += 1
    raised = alice.get_session_auth_hash()
    alice.set_password("another-word-2")
    assert len({before, raised, alice.get_session_auth_hash()}) == 3


def test_sessions_outlive_a_change_of_the_secret_key(alice: User, settings) -> None:
    before = alice.get_session_auth_hash()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another" * 8
    assert list(alice.get_session_auth_fallback_hash()) == [before]


def test_the_log_only_grows(alice: User) -> None:
    event = record(AccountEvent.Kind.CHANGED, user=alice, actor=None)
    event.reason = "rewritten"
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()
    with pytest.raises(TypeError):
        AccountEvent.objects.update(reason="rewritten")
    with pytest.raises(TypeError):
        AccountEvent.objects.all().delete()


def test_the_log_says_from_where_something_was_done(alice: User, rf) -> None:
    request = rf.post("/", REMOTE_ADDR="203.0.113.5", headers={"X-Request-ID": "r-1"})
    event = record(AccountEvent.Kind.CHANGED, user=alice, actor=alice, request=request)
    assert (event.address, event.request_id) == ("203.0.113.5", "r-1")
