"""Which pages of the sign-in library can be reached."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "login/code/",
        "login/code/confirm/",
        "phone/verify/",
        "phone/change/",
        "signup/passkey/",
        "password/reset/confirm/",
        "social/signup/",
        "2fa/webauthn/",
        "2fa/trust/",
        "2fa/recovery-codes/download/",
    ],
)
def test_pages_that_the_site_does_not_have_are_not_there(client: Client, path: str) -> None:
    assert client.get(f"/accounts/{path}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "login/",
        "signup/",
        "inactive/",
        "confirm-email/",
        "confirm-email/made-up/",
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/done/",
        "password/reset/key/a-b/",
    ],
)
def test_every_page_is_drawn_by_the_site(client: Client, path: str) -> None:
    response = client.get(f"/accounts/{path}")
    assert response.status_code == 200
    assert "css/site.css" in response.content.decode()
