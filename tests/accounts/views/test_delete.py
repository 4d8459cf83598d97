"""/me/delete/"""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts import services
from accounts.models import AccountEvent, User

pytestmark = pytest.mark.django_db
URL = "/me/delete/"


def test_the_password_deletes_the_account(
    alice: User, as_user, closings, django_capture_on_commit_callbacks
) -> None:
    client = as_user(alice)
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(URL, {"password": "alice-password"})
    assert (response.status_code, response["Location"]) == (302, "/")
    alice.refresh_from_db()
    assert alice.is_deleted
    assert SESSION_KEY not in client.session
    assert len(closings.calls) == 1


@pytest.mark.parametrize("fields", [{}, {"password": ""}, {"password": "wrong"}, {"sure": "on"}])
def test_without_it_the_account_stays(alice: User, as_user, fields: dict[str, str]) -> None:
    response = as_user(alice).post(URL, fields)
    assert response.status_code == 200
    assert "password" in response.context["form"].errors
    alice.refresh_from_db()
    assert not alice.is_deleted


def test_pressing_twice_deletes_once(alice: User, as_user, monkeypatch) -> None:
    """The second request has found the account as it was before the first was done."""
    client, delete_account = as_user(alice), services.delete_account

    def after_the_first(**asked: object) -> None:
        delete_account(user=User.objects.get(pk=alice.pk))
        delete_account(**asked)

    monkeypatch.setattr(services, "delete_account", after_the_first)
    response = client.post(URL, {"password": "alice-password"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert SESSION_KEY not in client.session
    assert AccountEvent.objects.filter(user=alice, kind="deleted").count() == 1


def test_a_guest_ticks_a_box(guest: User, as_user) -> None:
    client = as_user(guest)
    assert "sure" in client.post(URL, {}).context["form"].errors
    client.post(URL, {"sure": "on"})
    guest.refresh_from_db()
    assert guest.is_deleted


def test_a_look_at_the_page_deletes_nothing(alice: User, as_user) -> None:
    assert as_user(alice).get(URL).status_code == 200
    alice.refresh_from_db()
    assert not alice.is_deleted


def test_guessing_the_password_gets_slower(alice: User, as_user, clock) -> None:
    client = as_user(alice)
    for _ in range(5):
        client.post(URL, {"password": "wrong"})
    response = client.post(URL, {"password": "alice-password"})
    assert "Too many" in str(response.context["form"].errors)


def test_a_stranger_signs_in_first(client: Client) -> None:
    assert client.get(URL)["Location"] == "/accounts/login/?next=/me/delete/"
