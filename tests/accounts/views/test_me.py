"""/me/"""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/me/"


def test_a_person_finds_all_account_pages(alice: User, as_user) -> None:
    page = as_user(alice).get(URL).content.decode()
    for url in (
        "/me/preferences/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/me/delete/",
    ):
        assert f'href="{url}"' in page
    assert 'href="/admin/"' not in page


def test_a_guest_is_invited_to_sign_up(guest: User, as_user) -> None:
    page = as_user(guest).get(URL).content.decode()
    assert "Sign up and keep your games" in page
    assert "/accounts/password/change/" not in page


def test_staff_find_the_administration(staff: User, as_user) -> None:
    assert 'href="/admin/"' in as_user(staff).get(URL).content.decode()


def test_a_stranger_signs_in_first(client: Client) -> None:
    assert client.get(URL)["Location"] == "/accounts/login/?next=/me/"


def test_the_page_is_not_kept_by_caches(alice: User, as_user) -> None:
    assert "no-store" in as_user(alice).get(URL)["Cache-Control"]


def test_it_is_only_looked_at(alice: User, as_user) -> None:
    assert as_user(alice).post(URL).status_code == 405
