"""What concerns every request of a visitor."""

import pytest
from django.test import AsyncClient, Client
from django.urls import path

from accounts.errors import TooManyGuests
from accounts.middleware import SEEN_KEY
from accounts.models import User
from tictactoe_site.urls import urlpatterns as site

pytestmark = pytest.mark.django_db


def full_house(request):
    raise TooManyGuests(90)


async def full_house_async(request):
    raise TooManyGuests(90)


urlpatterns = [path("full/", full_house), path("full/async/", full_house_async), *site]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("url", ["/full/", "/full/async/"])
def test_too_many_guests_get_a_kind_page_and_a_time(client: Client, url: str) -> None:
    response = client.get(url)
    assert (response.status_code, response["Retry-After"]) == (429, "90")
    assert "in 2 minutes" in response.content.decode()


def test_a_session_is_put_off_once_a_day(guest: User, as_user) -> None:
    client = as_user(guest)
    client.get("/me/")
    first = client.session
    assert SEEN_KEY in first
    response = client.get("/me/")
    assert "sessionid" not in response.cookies


def test_it_is_put_off_again_on_another_day(guest: User, as_user) -> None:
    client = as_user(guest)
    session = client.session
    session[SEEN_KEY] = "2000-01-01"
    session.save()
    assert "sessionid" in client.get("/me/").cookies


@pytest.mark.parametrize("path", ["/", "/sw.js", "/accounts/login/"])
def test_an_answer_that_comes_late_does_not_sign_the_visitor_out(
    client: Client, guest: User, as_user, path: str
) -> None:
    as_user(guest)
    late = Client()
    late.cookies["sessionid"] = client.cookies["sessionid"].value
    session = client.session
    session.cycle_key()  # as with a new password
    assert "sessionid" not in late.get(path).cookies


def test_who_signs_out_keeps_no_cookie(client: Client, alice: User, as_user) -> None:
    as_user(alice)
    answer = client.post("/accounts/logout/")
    assert answer.cookies["sessionid"]["max-age"] == 0


def test_a_stranger_gets_no_session(client: Client) -> None:
    assert "sessionid" not in client.get("/accounts/login/").cookies


@pytest.mark.django_db(transaction=True)
async def test_it_works_for_async_requests(async_client: AsyncClient, guest: User, hang_up) -> None:
    await async_client.aforce_login(guest)
    response = await async_client.get("/me/")
    assert response.status_code == 200
    assert "sessionid" in response.cookies
    await hang_up()
