# ruff: noqa: RUF001 (look-alikes are refused here)
"""/accounts/signup/"""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import AccountEvent, Preferences, User
from games.play.lobby.first_game import NEW_FOR

pytestmark = pytest.mark.django_db
URL = "/accounts/signup/"
FIELDS = {
    "username": "dora",
    "email": "",
    "password1": "grid-and-pen-7",
    "password2": "grid-and-pen-7",
}


def sign_up(client: Client, **fields: str):
    return client.post(URL, FIELDS | fields)


def error_of(response, field: str) -> str:
    (error,) = response.context["form"].errors[field]
    return str(error)


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    response = sign_up(client)
    assert response.status_code == 302
    assert response["Location"] == "/"
    person = User.objects.get(username="dora")
    assert (person.kind, person.email) == ("person", "")
    assert client.session[SESSION_KEY] == str(person.pk)


def test_the_page_shows_the_form(client: Client) -> None:
    response = client.get(URL)
    assert response.status_code == 200
    assert b'autocomplete="new-password"' in response.content
    assert b'autocomplete="username"' in response.content


def test_an_address_gets_a_link_to_confirm_it(client: Client) -> None:
    sign_up(client, email="Dora@example.org")
    assert User.objects.get().email == "dora@example.org"
    (message,) = mail.outbox
    assert message.to == ["dora@example.org"]
    assert "/accounts/confirm-email/" in message.body


def test_whoever_signs_up_while_no_mail_can_be_sent_is_told_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: mail.EmailMessage) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    sign_up(client, email="dora@example.org")
    page = client.get("/").text
    assert "couldn’t be sent" in page
    assert "have sent a link" not in page


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("username", "", "required"),
        ("username", "d", "too short"),
        ("username", "d" * 21, "20"),
        ("username", "do ra", "only letters"),
        ("username", "-dora", "Start"),
        ("username", "Admin", "name is reserved"),
        ("username", "Guest-AAAAA", "name is reserved"),
        ("username", "ALICE", "taken"),
        ("username", "аlice", "taken"),
        ("email", "nowhere", "valid"),
        ("password2", "something-else", "same password"),
        ("password1", "p" * 1001, "1000"),
    ],
)
def test_bad_input_gets_the_form_again_with_a_message(
    client: Client, alice: User, field: str, value: str, words: str
) -> None:
    response = sign_up(client, **{field: value})
    assert response.status_code == 200
    assert words in str(response.context["form"].errors[field])
    assert User.objects.count() == 1


def test_errors_are_tied_to_their_field(client: Client) -> None:
    page = sign_up(client, username="d").content.decode()
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_username_helptext id_username_error"' in page
    assert 'id="id_username_error"' in page
    assert "<title>Error: Sign up" in page


def test_a_password_like_the_name_is_refused(client: Client) -> None:
    response = sign_up(client, password1="dora", password2="dora")
    assert "password1" in response.context["form"].errors


def test_a_name_that_is_taken_in_the_same_moment_is_refused_kindly(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: User, **kwargs: object) -> None:
        raise IntegrityError("UNIQUE")

    monkeypatch.setattr(User, "save", refuse)
    response = sign_up(client)
    assert response.status_code == 200
    assert "taken" in error_of(response, "username")


def test_a_mail_server_that_is_away_keeps_nobody_from_signing_up(
    guest: User, as_user, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: mail.EmailMessage) -> int:
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(mail.EmailMessage, "send", refuse)
    client = as_user(guest)
    assert sign_up(client, email="dora@example.org").status_code == 302
    assert client.session[SESSION_KEY] == str(guest.pk)


def test_a_person_is_sent_to_the_account(alice: User, as_user) -> None:
    response = as_user(alice).get(URL)
    assert (response.status_code, response["Location"]) == (302, "/me/")


def test_one_is_sent_on_to_where_one_wanted_to_go(client: Client) -> None:
    assert sign_up(client, next="/me/games/")["Location"] == "/me/games/"


@pytest.mark.parametrize(
    "away", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "//["]
)
def test_one_is_never_sent_to_another_site(client: Client, away: str) -> None:
    assert client.get(URL, {"next": away}).status_code == 200
    assert sign_up(client, next=away)["Location"] == "/"


# ---- guests -----------------------------------------------------------------------------------


def test_a_guest_becomes_a_person_in_the_same_row(guest: User, as_user, claims) -> None:
    sign_up(as_user(guest))
    person = User.objects.get()
    assert (person.pk, person.username, person.kind) == (guest.pk, "dora", "person")
    assert person.check_password("grid-and-pen-7")
    assert claims.calls == []


def test_others_hear_once_that_the_guest_has_a_name(
    guest: User, as_user, renamings, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(as_user(guest))
    assert renamings.calls == [{"user": guest}]


def test_nobody_hears_of_a_name_where_no_guest_was(
    client: Client, renamings, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        sign_up(client)
    assert renamings.calls == []


def test_the_session_key_changes_when_a_guest_signs_up(guest: User, as_user) -> None:
    client = as_user(guest)
    before = client.session.session_key
    sign_up(client)
    assert client.session.session_key != before
    assert client.session[SESSION_KEY] == str(guest.pk)


def test_whoever_was_a_guest_for_long_finds_the_first_steps_all_the_same(
    guest: User, as_user
) -> None:
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - 2 * NEW_FOR)
    client = as_user(guest)
    sign_up(client)
    assert "first-steps" in client.get("/").text
    User.objects.filter(pk=guest.pk).update(signed_up_at=timezone.now() - NEW_FOR)
    assert "first-steps" not in client.get("/").text


def test_the_guests_other_sessions_end(guest: User, as_user) -> None:
    other = Client()
    other.force_login(guest)
    sign_up(as_user(guest))
    assert other.get("/me/").status_code == 302


def test_a_guest_may_not_keep_the_guests_name(guest: User, as_user) -> None:
    response = sign_up(as_user(guest), username=guest.username)
    assert "name is reserved" in error_of(response, "username")


def test_the_name_of_the_guest_is_in_the_log(guest: User, as_user) -> None:
    sign_up(as_user(guest))
    event = AccountEvent.objects.get(kind=AccountEvent.Kind.SIGNED_UP)
    assert (event.before, event.after) == ({"name": guest.username}, {"name": "dora"})


def test_a_guest_who_signs_up_twice_at_once_becomes_one_person(guest: User, as_user) -> None:
    client = as_user(guest)
    User.objects.filter(pk=guest.pk).update(is_active=True)
    request_of_the_second = client.session
    sign_up(client)
    late = Client()
    late.cookies["sessionid"] = request_of_the_second.session_key
    sign_up(late, username="emil")
    assert set(User.objects.filter(kind="person").values_list("username", flat=True)) == {
        "dora",
        "emil",
    }
    assert User.objects.get(pk=guest.pk).username == "dora"


def test_a_guest_with_a_taken_name_stays_a_guest(guest: User, alice: User, as_user) -> None:
    sign_up(as_user(guest), username="alice")
    guest.refresh_from_db()
    assert guest.is_guest
    assert as_user(guest).get("/me/").status_code == 200


def test_preferences_go_along(client: Client) -> None:
    client.cookies["prefs"] = "theme=dark"
    sign_up(client)
    assert Preferences.objects.get().theme == "dark"


# ---- what it tells of others ------------------------------------------------------------------


def test_sign_up_says_the_same_of_known_and_unknown_addresses(alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    known = sign_up(Client(), username="dora", email="alice@example.org")
    unknown = sign_up(Client(), username="emil", email="emil@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert EmailAddress.objects.get(verified=True).user == alice


def test_too_many_sign_ups_of_one_address_have_to_wait(clock) -> None:
    most = settings.SIGN_UPS_PER_ADDRESS
    answers = [
        sign_up(Client(), username=f"dora{number}").status_code for number in range(most + 1)
    ]
    assert answers == [302] * most + [429]
    clock.go_on(61)
    assert sign_up(Client(), username="emil").status_code == 302


@pytest.mark.parametrize("is_known", [True, False])
def test_one_address_serves_for_few_accounts_and_gets_one_message(
    alice: User, clock, is_known: bool
) -> None:
    if is_known:
        EmailAddress.objects.create(user=alice, email="victim@example.org", verified=True)
    answers = [
        sign_up(Client(), username=f"thief-{number}", email="Victim@example.org")
        for number in range(20)
    ]
    assert [answer.status_code for answer in answers] == [302] * 3 + [200] * 17
    assert "Several accounts" in error_of(answers[-1], "email")
    assert len(mail.outbox) == 1
    for _ in range(10):
        Client().post("/accounts/password/reset/", {"email": "victim@example.org"})
    assert len(mail.outbox) == 2


def test_nor_can_it_be_added_to_many(as_user, clock) -> None:
    answers = []
    for number in range(6):
        user = User.objects.create_user(f"thief-{number}", password="grid-and-pen-7")
        fields = {"email": "victim@example.org", "action_add": ""}
        answers.append(as_user(user).post("/accounts/email/", fields))
    assert [answer.status_code for answer in answers] == [302] * 3 + [200] * 3
