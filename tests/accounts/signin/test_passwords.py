"""/accounts/password/…: change, set, and the whole way to a new one."""

import re
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import AccountEvent, User

pytestmark = pytest.mark.django_db
RESET = "/accounts/password/reset/"
CHANGE = "/accounts/password/change/"
SET = "/accounts/password/set/"
NEW = {"password1": "grid-and-pen-7", "password2": "grid-and-pen-7"}


@pytest.fixture
def reachable(alice: User) -> User:
    """alice with an address."""
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    return alice


def ask(client: Client, email: str = "alice@example.org"):
    return client.post(RESET, {"email": email})


def link() -> str:
    """The link of the last message."""
    found = re.search(
        r"http://127.0.0.1:8000(/accounts/password/reset/key/\S+)", mail.outbox[-1].body
    )
    assert found
    return found[1]


def open_link(client: Client, url: str):
    return client.get(url, follow=True)


# ---- forgotten --------------------------------------------------------------------------------


def test_a_forgotten_password_can_be_replaced(client: Client, reachable: User) -> None:
    assert client.get(RESET).status_code == 200
    assert ask(client)["Location"] == "/accounts/password/reset/done/"
    assert client.get("/accounts/password/reset/done/").status_code == 200
    form = open_link(client, link())
    assert form.redirect_chain  # the key is not in the address of the page with the form
    done = client.post(form.request["PATH_INFO"], NEW)
    assert done["Location"] == "/accounts/password/reset/key/done/"
    assert client.get(done["Location"]).status_code == 200
    reachable.refresh_from_db()
    assert reachable.check_password("grid-and-pen-7")
    assert SESSION_KEY not in client.session


def test_a_new_password_ends_the_other_sessions(client: Client, reachable: User) -> None:
    thief = Client()
    thief.force_login(reachable)
    ask(client)
    client.post(open_link(client, link()).request["PATH_INFO"], NEW)
    assert thief.get("/me/").status_code == 302


def test_a_link_works_once(client: Client, reachable: User) -> None:
    ask(client)
    url = link()
    client.post(open_link(client, url).request["PATH_INFO"], NEW)
    page = open_link(Client(), url)
    assert "no longer works" in page.content.decode()
    assert page["Referrer-Policy"] == "strict-origin"  # the key is in its address


def test_a_new_password_can_be_forgotten_at_once(client: Client, reachable: User) -> None:
    for _ in range(2):
        ask(Client())
        done = client.post(open_link(client, link()).request["PATH_INFO"], NEW)
        assert done.status_code == 302


@pytest.mark.parametrize("key", ["x-y", "1-set-password", "zzzzzzzzzzzzzzzz-abc-def", "0-0-0"])
def test_a_made_up_link_does_not_work(client: Client, reachable: User, key: str) -> None:
    response = client.get(f"{RESET}key/{key}/")
    assert response.status_code == 200
    assert "no longer works" in response.content.decode()
    assert client.post(f"{RESET}key/{key}/", NEW).status_code == 200


def test_a_weak_password_gets_the_form_again(client: Client, reachable: User) -> None:
    ask(client)
    form = open_link(client, link())
    response = client.post(form.request["PATH_INFO"], {"password1": "1234", "password2": "1234"})
    assert response.status_code == 200
    assert "password1" in response.context["form"].errors


def test_the_way_says_the_same_of_known_and_unknown_addresses(reachable: User) -> None:
    answers = [ask(Client(), email) for email in ("alice@example.org", "nobody@example.org")]
    assert len({(answer.status_code, answer["Location"]) for answer in answers}) == 1
    assert [message.to for message in mail.outbox] == [
        ["alice@example.org"],
        ["nobody@example.org"],
    ]
    assert len({message.subject for message in mail.outbox}) == 1


def test_one_address_gets_one_message_however_many_are_asked_for(reachable: User, clock) -> None:
    for email in ("alice@example.org", "nobody@example.org") * 9:
        assert ask(Client(), email)["Location"] == "/accounts/password/reset/done/"
    assert len(mail.outbox) == 2
    clock.go_on(600)
    ask(Client())
    assert len(mail.outbox) == 3
    clock.go_on(600)  # the next one takes longer
    ask(Client())
    assert len(mail.outbox) == 3


def test_a_message_that_could_not_be_sent_says_so_and_is_sent_when_it_is_asked_for_again(
    client: Client, reachable: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: mail.EmailMessage) -> int:
        raise SMTPServerDisconnected("Connection unexpectedly closed")

    with monkeypatch.context() as away:
        away.setattr(mail.EmailMessage, "send", refuse)
        answers = [ask(client, email) for email in ("alice@example.org", "nobody@example.org")]
    for answer in answers:  # the same for both
        assert answer.status_code == 200
        assert "couldn’t be sent" in answer.text
    ask(client)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]


def test_the_log_names_no_address_that_the_mail_server_refuses(
    client: Client,
    reachable: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(self: mail.EmailMessage) -> int:
        raise SMTPRecipientsRefused({self.to[0]: (550, b"no such user")})

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    ask(client)
    assert "a mail was not sent" in caplog.text
    assert "alice@example.org" not in caplog.text


def test_one_message_goes_out_however_many_accounts_give_the_address(alice: User) -> None:
    for number in range(20):
        other = User.objects.create_user(f"other{number}", email="alice@example.org")
        EmailAddress.objects.create(user=other, email="alice@example.org", primary=True)
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    ask(Client())
    (message,) = mail.outbox
    assert "password of alice" in message.body


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:666", "127.0.0.1"])
def test_links_do_not_lead_where_the_client_says(reachable: User, host: str) -> None:
    Client(headers={"Host": host}).post(RESET, {"email": "alice@example.org"})
    Client(headers={"Host": host}).post(RESET, {"email": "nobody@example.org"})
    assert len(mail.outbox) == 2
    for message in mail.outbox:
        assert "http://127.0.0.1:8000/accounts/" in message.body
        assert "127.0.0.1:8000" in message.body.splitlines()[-1]
        assert not re.search(r"127\.0\.0\.1(?!:8000)|localhost", message.body)


def test_a_guest_who_resets_a_password_stays_a_guest_meanwhile(
    guest: User, reachable: User, as_user, claims, django_capture_on_commit_callbacks
) -> None:
    client = as_user(guest)
    ask(client)
    client.post(open_link(client, link()).request["PATH_INFO"], NEW)
    assert client.session[SESSION_KEY] == str(guest.pk)
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/login/", {"login": "alice", "password": "grid-and-pen-7"})
    assert claims.calls == [{"guest": guest, "user": reachable}]


def test_another_person_is_signed_out_by_the_link(reachable: User, bob: User, as_user) -> None:
    client = as_user(bob)
    ask(client)
    open_link(client, link())
    assert SESSION_KEY not in client.session


def test_a_new_password_lets_the_owner_in_at_once(client: Client, reachable: User, clock) -> None:
    for _ in range(6):
        Client().post("/accounts/login/", {"login": "alice", "password": "wrong"})
    ask(client)
    client.post(open_link(client, link()).request["PATH_INFO"], NEW)
    answer = client.post("/accounts/login/", {"login": "alice", "password": "grid-and-pen-7"})
    assert answer.status_code == 302


# ---- changed ----------------------------------------------------------------------------------


def test_a_password_can_be_changed(alice: User, as_user) -> None:
    client, other = as_user(alice), Client()
    other.force_login(alice)
    response = client.post(CHANGE, NEW | {"oldpassword": "alice-password"})
    assert (response.status_code, response["Location"]) == (302, "/me/")
    alice.refresh_from_db()
    assert alice.check_password("grid-and-pen-7")
    assert client.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 302
    assert AccountEvent.objects.get().kind == AccountEvent.Kind.PASSWORD


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"oldpassword": "wrong"}, "oldpassword"),
        ({"oldpassword": "alice-password", "password2": "else"}, "password2"),
        (
            {"oldpassword": "alice-password", "password1": "alice", "password2": "alice"},
            "password1",
        ),
    ],
)
def test_bad_input_gets_the_form_again(
    alice: User, as_user, fields: dict[str, str], field: str
) -> None:
    response = as_user(alice).post(CHANGE, NEW | fields)
    assert response.status_code == 200
    assert field in response.context["form"].errors


def test_guessing_the_current_password_has_to_wait(alice: User, as_user, clock) -> None:
    client = as_user(alice)
    answers = [client.post(CHANGE, NEW | {"oldpassword": "wrong"}).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


def test_a_ban_stands_that_comes_while_a_new_password_is_stored(
    alice: User, staff: User, as_user, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = User.set_password

    def set_password(self: User, password: str | None) -> None:
        services.ban(user=User.objects.get(pk=self.pk), staff=staff, reason="insults")
        hashed(self, password)

    monkeypatch.setattr(User, "set_password", set_password)
    as_user(alice).post(CHANGE, NEW | {"oldpassword": "alice-password"})
    alice.refresh_from_db()
    assert alice.check_password("grid-and-pen-7")
    assert (alice.is_banned, alice.ban_reason) == (True, "insults")


def test_who_has_no_password_can_set_one(as_user, db: None) -> None:
    dora = User.objects.create_user("dora")
    client = as_user(dora)
    assert client.get(CHANGE)["Location"] == SET
    assert client.get(SET).status_code == 200
    assert client.post(SET, NEW)["Location"] == "/me/"
    dora.refresh_from_db()
    assert dora.check_password("grid-and-pen-7")


def test_who_has_one_changes_it(alice: User, as_user) -> None:
    assert as_user(alice).get(SET)["Location"] == CHANGE


@pytest.mark.parametrize("url", [CHANGE, SET])
def test_a_guest_signs_up_first(guest: User, as_user, url: str) -> None:
    client = as_user(guest)
    assert client.get(url)["Location"] == "/accounts/signup/"
    assert client.post(url, NEW)["Location"] == "/accounts/signup/"
    guest.refresh_from_db()
    assert not guest.has_usable_password()


@pytest.mark.parametrize("url", [CHANGE, SET])
def test_a_stranger_signs_in_first(client: Client, url: str) -> None:
    assert client.get(url)["Location"] == f"/accounts/login/?next={url}"
