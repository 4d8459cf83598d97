"""/accounts/logout/"""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/logout/"


def test_signing_out_ends_the_session(alice: User, as_user) -> None:
    client = as_user(alice)
    response = client.post(URL)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert SESSION_KEY not in client.session


def test_a_look_at_the_page_does_not_sign_out(alice: User, as_user) -> None:
    client = as_user(alice)
    assert client.get(URL).status_code == 200
    assert SESSION_KEY in client.session


def test_a_guest_is_warned(guest: User, as_user) -> None:
    assert "can’t get back" in as_user(guest).get(URL).content.decode()


def test_who_is_not_signed_in_is_sent_on(client: Client) -> None:
    assert client.get(URL)["Location"] == "/"
