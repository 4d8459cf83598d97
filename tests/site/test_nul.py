"""A NUL in a query or a cookie is refused, whatever the database takes."""

import pytest
from django.test import AsyncClient, Client

from accounts.models import User
from accounts.signin.sessions import user_of
from tests.signing_in import begin_session

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/?x=%00",
    "/me/games/?until=%00",
    "/me/games/?opponent=a%00b",
    "/games/new/?control=%00",
    "/admin/accounts/user/?kind__exact=%00",
    "/admin/accounts/user/?q=a%00b",
    "/admin/games/game/?status__exact=%00",
    "/admin/autocomplete/?term=%00&app_label=accounts&model_name=user&field_name=x",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_query_with_a_nul_is_refused(client: Client, address: str) -> None:
    staff = User.objects.create_superuser("boss", password="boss-password")
    begin_session(client, staff)
    answer = client.get(address)
    assert answer.status_code == 400
    assert b"<h1" in answer.content


async def test_an_asynchronous_page_refuses_it_too() -> None:
    assert (await AsyncClient().get("/healthz?x=%00")).status_code == 400


def test_a_nul_in_a_form_is_the_forms_matter(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "ali\x00ce", "password": "x"})
    assert answer.status_code == 200
    assert "login" in answer.context["form"].errors


@pytest.mark.parametrize("key", ["\x00" * 32, "a" * 31 + "\x00", "a" * 31 + "'"])
def test_a_session_key_that_is_none_is_nobodys(client: Client, key: str) -> None:
    assert user_of(key) is None
    client.cookies["sessionid"] = key
    assert client.get("/me/").status_code == 302
