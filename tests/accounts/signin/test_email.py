"""/accounts/email/, /accounts/confirm-email/ and /accounts/reauthenticate/"""

import re
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client

from accounts.models import AccountEvent, User

pytestmark = pytest.mark.django_db
URL = "/accounts/email/"
REAUTHENTICATE = "/accounts/reauthenticate/"


@pytest.fixture
def signed_in(client: Client, alice: User) -> Client:
    """alice, who gave her password a moment ago."""
    client.force_login(alice)
    client.post(REAUTHENTICATE, {"password": "alice-password"})
    return client


@pytest.fixture
def address(alice: User) -> EmailAddress:
    return EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)


def link() -> str:
    found = re.search(r"http://127.0.0.1:8000(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    assert found
    return found[1]


def test_an_address_can_be_added_and_confirmed(signed_in: Client, alice: User) -> None:
    response = signed_in.post(URL, {"action_add": "1", "email": "new@example.org"})
    assert response["Location"] == URL
    page = signed_in.get(link())
    assert "new@example.org" in page.content.decode()
    assert not EmailAddress.objects.get().verified  # a look at the page confirms nothing
    signed_in.post(link())
    assert EmailAddress.objects.get().verified
    assert [event.after for event in AccountEvent.objects.order_by("pk")] == [
        {"added": "new@example.org"},
        {"confirmed": "new@example.org"},
    ]


def test_an_address_can_be_removed(signed_in: Client, address: EmailAddress, alice: User) -> None:
    signed_in.post(URL, {"action_remove": "1", "email": address.email})
    assert not EmailAddress.objects.exists()


def test_an_address_that_is_added_again_gets_a_link_that_works(
    signed_in: Client, address: EmailAddress
) -> None:
    for action in ("add", "remove", "add"):
        signed_in.post(URL, {f"action_{action}": "1", "email": "new@example.org"})
    signed_in.post(link())
    assert EmailAddress.objects.get(email="new@example.org").verified


def test_another_address_can_be_the_main_one(
    signed_in: Client, address: EmailAddress, alice: User
) -> None:
    other = EmailAddress.objects.create(user=alice, email="other@example.org")
    signed_in.post(URL, {"action_primary": "1", "email": other.email})
    other.refresh_from_db()
    alice.refresh_from_db()
    assert (other.primary, alice.email) == (True, "other@example.org")


def test_the_link_can_be_sent_again(signed_in: Client, address: EmailAddress) -> None:
    signed_in.post(URL, {"action_send": "1", "email": address.email})
    assert mail.outbox[-1].to == [address.email]


def test_a_link_that_could_not_be_sent_can_be_sent_again_at_once(
    signed_in: Client, address: EmailAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: mail.EmailMessage) -> int:
        raise SMTPServerDisconnected("Connection unexpectedly closed")

    fields = {"action_send": "1", "email": address.email}
    with monkeypatch.context() as away:
        away.setattr(mail.EmailMessage, "send", refuse)
        page = signed_in.post(URL, fields, follow=True)
    assert "couldn’t be sent" in page.text
    assert "have sent a link" not in page.text
    for _ in range(2):  # of which the second is one too many
        signed_in.post(URL, fields)
    assert [message.to for message in mail.outbox] == [[address.email]]


@pytest.mark.parametrize("email", ["nowhere", "", "alice@example.org", "x\x00@example.org"])
def test_bad_input_gets_the_form_again(
    signed_in: Client, address: EmailAddress, email: str
) -> None:
    response = signed_in.post(URL, {"action_add": "1", "email": email})
    assert response.status_code == 200
    assert "email" in response.context["form"].errors


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"email": "alice@example.org"},
        {"action_remove": "1", "email": "bob@example.org"},
        {"action_primary": "1", "email": "nonsense"},
    ],
)
def test_other_posts_change_nothing(
    signed_in: Client, address: EmailAddress, fields: dict[str, str]
) -> None:
    assert signed_in.post(URL, fields).status_code == 302
    assert EmailAddress.objects.count() == 1


def test_an_address_of_somebody_else_can_be_added_but_not_confirmed(
    signed_in: Client, alice: User, bob: User
) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True)
    response = signed_in.post(URL, {"action_add": "1", "email": "bob@example.org"})
    assert response["Location"] == URL  # the same as for an unknown one
    url = link()
    assert "another account" in signed_in.get(url).content.decode()
    signed_in.post(url)
    assert not EmailAddress.objects.get(user=alice).verified


def test_no_more_than_three_addresses_are_kept(signed_in: Client, alice: User) -> None:
    for number in range(3):
        EmailAddress.objects.create(user=alice, email=f"a{number}@example.org")
    signed_in.post(URL, {"action_add": "1", "email": "fourth@example.org"})
    assert EmailAddress.objects.count() == 3


def test_a_made_up_link_confirms_nothing(client: Client, db: None) -> None:
    url = "/accounts/confirm-email/made-up/"
    assert "no longer works" in client.get(url).content.decode()
    assert client.post(url).status_code == 404


def test_no_log_learns_the_key_of_a_link_as_a_referrer(signed_in: Client) -> None:
    signed_in.post(URL, {"action_add": "1", "email": "new@example.org"})
    assert signed_in.get(link())["Referrer-Policy"] == "strict-origin"


def test_a_guest_who_opens_anothers_link_stays_a_guest(
    signed_in: Client, guest: User, alice: User
) -> None:
    signed_in.post(URL, {"action_add": "1", "email": "new@example.org"})
    other = Client()
    other.force_login(guest)
    other.get(link())
    assert other.session[SESSION_KEY] == str(guest.pk)


def test_the_password_is_asked_again_after_a_while(
    signed_in: Client, address: EmailAddress, clock
) -> None:
    clock.go_on(601)
    asked = signed_in.post(URL, {"action_remove": "1", "email": address.email})
    assert asked["Location"] == f"{REAUTHENTICATE}?next={URL.replace('/', '%2F')}"
    assert EmailAddress.objects.exists()
    assert signed_in.get(asked["Location"]).status_code == 200
    wrong = signed_in.post(asked["Location"], {"password": "wrong"})
    assert wrong.status_code == 200
    assert "password" in wrong.context["form"].errors
    signed_in.post(asked["Location"], {"password": "alice-password"})
    assert not EmailAddress.objects.exists()  # what was asked for is done now


def test_guessing_the_password_again_gets_slower(alice: User, as_user, clock) -> None:
    client = as_user(alice)
    for _ in range(5):
        client.post(REAUTHENTICATE, {"password": "wrong"})
    response = client.post(REAUTHENTICATE, {"password": "alice-password"})
    assert "Too many" in str(response.context["form"].errors)


@pytest.mark.parametrize("url", [URL, REAUTHENTICATE])
def test_a_guest_signs_up_first(guest: User, as_user, url: str) -> None:
    assert as_user(guest).get(url)["Location"] == "/accounts/signup/"


@pytest.mark.parametrize("url", [URL, REAUTHENTICATE])
def test_a_stranger_signs_in_first(client: Client, url: str) -> None:
    assert client.get(url)["Location"] == f"/accounts/login/?next={url}"
