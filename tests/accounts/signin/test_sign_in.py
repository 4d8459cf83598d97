"""/accounts/login/"""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts import services
from accounts.limits import SIGN_IN_AFTER_OTHERS, SIGN_IN_PER_ADDRESS_AND_LOGIN
from accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/login/"


def sign_in(client: Client, login: str = "alice", password: str = "alice-password", **more: str):
    return client.post(URL, {"login": login, "password": password, **more})


def elsewhere(number: int) -> Client:
    """A new browser at the address of that number."""
    return Client(REMOTE_ADDR=f"198.51.{number // 256}.{number % 256}")


def is_signed_in(client: Client, user: User) -> bool:
    return client.session.get(SESSION_KEY) == str(user.pk)


def error_of(response) -> str:
    (error,) = response.context["form"].non_field_errors()
    return str(error)


@pytest.mark.parametrize("login", ["alice", "ALICE", " alice "])
def test_one_signs_in_by_name(client: Client, alice: User, login: str) -> None:
    response = sign_in(client, login)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(client, alice)


@pytest.mark.parametrize("verified", [True, False])
def test_one_signs_in_by_address(client: Client, alice: User, verified: bool) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=verified)
    sign_in(client, "Alice@Example.org")
    assert is_signed_in(client, alice)


def test_a_later_account_cannot_take_an_address_away(
    client: Client, alice: User, bob: User
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org")
    EmailAddress.objects.create(user=bob, email="alice@example.org")
    sign_in(client, "alice@example.org")
    assert is_signed_in(client, alice)


def test_an_account_made_by_staff_keeps_its_address(client: Client, alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    EmailAddress.objects.create(user=bob, email="alice@example.org")
    sign_in(client, "alice@example.org")
    assert is_signed_in(client, alice)


def test_who_confirmed_an_address_has_it(client: Client, alice: User, bob: User) -> None:
    EmailAddress.objects.create(user=alice, email="bob@example.org")
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True)
    sign_in(client, "bob@example.org", "bob-password")
    assert is_signed_in(client, bob)


def test_the_page_shows_the_form(client: Client) -> None:
    page = client.get(URL).content.decode()
    assert 'autocomplete="current-password"' in page
    assert "Play as a guest" in page


def test_a_person_is_sent_to_the_account(alice: User, as_user) -> None:
    response = as_user(alice).get(URL)
    assert (response.status_code, response["Location"]) == (302, "/me/")


@pytest.mark.parametrize("login", ["", "a" * 255, "ali\x00ce"])
def test_bad_input_gets_the_form_again(client: Client, login: str) -> None:
    response = sign_in(client, login)
    assert response.status_code == 200
    assert "login" in response.context["form"].errors


def test_the_session_key_changes(client: Client, alice: User) -> None:
    client.get(URL)
    session = client.session
    session["before"] = True
    session.save()
    before = session.session_key
    sign_in(client)
    assert client.session.session_key != before


@pytest.mark.parametrize(("remember", "is_short"), [("on", False), ("", True)])
def test_one_can_stay_signed_in_or_not(
    client: Client, alice: User, remember: str, is_short: bool
) -> None:
    sign_in(client, **({"remember": remember} if remember else {}))
    assert client.session.get_expire_at_browser_close() is is_short


# ---- guests -----------------------------------------------------------------------------------


def test_a_guest_hands_over_to_the_account_once(
    guest: User, alice: User, as_user, claims, django_capture_on_commit_callbacks
) -> None:
    client = as_user(guest)
    with django_capture_on_commit_callbacks(execute=True):
        sign_in(client)
    assert is_signed_in(client, alice)
    assert claims.calls == [{"guest": guest, "user": alice}]
    guest.refresh_from_db()
    assert (guest.is_active, guest.claimed_by) == (False, alice)


def test_the_session_key_changes_when_a_guest_signs_in(guest: User, alice: User, as_user) -> None:
    client = as_user(guest)
    before = client.session.session_key
    sign_in(client)
    assert client.session.session_key != before


def test_a_wrong_password_leaves_the_guest_alone(guest: User, alice: User, as_user, claims) -> None:
    client = as_user(guest)
    sign_in(client, password="wrong")
    assert is_signed_in(client, guest)
    assert claims.calls == []


def test_nobody_hands_over_where_no_guest_was(client: Client, alice: User, claims) -> None:
    sign_in(client)
    assert claims.calls == []


def test_the_session_remembers_how_one_signed_in_though_a_guest_was_here(
    guest: User, alice: User, as_user
) -> None:
    client = as_user(guest)
    sign_in(client)
    (record,) = client.session["account_authentication_methods"]
    assert (record["method"], record["username"]) == ("password", "alice")


# ---- those who may not ------------------------------------------------------------------------


def test_who_is_banned_is_told_why(client: Client, alice: User, staff: User) -> None:
    services.ban(user=alice, staff=staff, reason="insults <b>")
    response = sign_in(client)
    assert response.status_code == 403
    assert "insults &lt;b&gt;" in response.content.decode()
    assert SESSION_KEY not in client.session


def test_others_are_not_told_of_a_ban(client: Client, alice: User, staff: User) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    response = sign_in(client, password="wrong")
    assert response.status_code == 200
    assert "insults" not in response.content.decode()


def test_a_deleted_account_cannot_be_signed_in_to(client: Client, alice: User) -> None:
    services.delete_account(user=alice)
    assert sign_in(client).status_code == 200
    assert sign_in(client, alice.username).status_code == 200


def test_an_account_that_was_switched_off_says_so_to_its_owner(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    assert sign_in(client)["Location"] == "/accounts/inactive/"
    assert client.get("/accounts/inactive/").status_code == 200


@pytest.mark.parametrize("who", ["guest", "engine"])
def test_who_has_no_password_cannot_be_signed_in_to(who: str, client, request) -> None:
    user = request.getfixturevalue(who)
    for password in ("", user.password, "!"):
        assert sign_in(client, user.username, password).status_code == 200


# ---- guessing ---------------------------------------------------------------------------------


def test_wrong_is_said_the_same_of_known_and_unknown_names(alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    answers = {
        error_of(sign_in(Client(), login, "wrong"))
        for login in ("alice", "nobody", "alice@example.org", "nobody@example.org")
    }
    assert len(answers) == 1


@pytest.mark.parametrize(
    "login", ["alice", "nobody", "alice@example.org", "nobody@example.org", "Guest-ABCDE"]
)
def test_one_password_is_hashed_whoever_is_meant(
    alice: User, login: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    EmailAddress.objects.create(user=User.objects.create_user("eve"), email="alice@example.org")
    hashed = []
    from django.contrib.auth.hashers import MD5PasswordHasher

    encode = MD5PasswordHasher.encode

    def counted(self, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    sign_in(Client(), login, "wrong")
    assert len(hashed) == 1


def test_guessing_gets_slower_for_one_account(client: Client, alice: User, clock) -> None:
    for _ in range(5):
        assert "Wrong name or password" in error_of(sign_in(Client(), password="wrong"))
    answer = error_of(sign_in(Client(), password="alice-password"))
    assert answer == "Too many attempts. Please wait 8 seconds and try again."
    clock.go_on(8)
    assert sign_in(client).status_code == 302


@pytest.mark.parametrize("login", ["nobody", "nobody@example.org"])
def test_guessing_gets_slower_for_unknown_names_as_well(login: str, clock) -> None:
    for _ in range(5):
        assert "Wrong name or password" in error_of(sign_in(Client(), login, "wrong"))
    assert "Too many" in error_of(sign_in(Client(), login, "wrong"))


def test_guesses_for_a_name_do_not_tell_of_the_address(alice: User, clock) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org")
    for number, login in enumerate(("alice", "ALICE", " alice", "alice ", "Alice") * 4):
        sign_in(elsewhere(number % 2), login, "wrong")
    assert "Too many" in error_of(sign_in(elsewhere(0), "alice", "wrong"))
    for login in ("alice@example.org", "nobody@example.org"):
        assert "Wrong name" in error_of(sign_in(elsewhere(0), login, "wrong"))


def test_an_owner_in_a_new_browser_comes_in_while_others_guess(alice: User, clock) -> None:
    owner, attempts = elsewhere(1000), 0
    for second in range(80):
        for guess in range(5):
            sign_in(elsewhere(5 * second + guess), password=f"guess-{guess}")
        clock.go_on(1)
        attempts += 1
        if sign_in(owner).status_code == 302:
            break
    assert is_signed_in(owner, alice)
    assert attempts <= SIGN_IN_AFTER_OTHERS.introduction + 2


def test_an_owner_who_has_waited_is_not_told_to_wait_again(alice: User, clock) -> None:
    for number in range(20):
        sign_in(elsewhere(number), password="wrong")
    answer = error_of(sign_in(elsewhere(1000)))
    assert answer == "Too many attempts. Please wait 15 seconds and try again."
    clock.go_on(15)
    for number in range(20, 40):
        sign_in(elsewhere(number), password="wrong")
    assert sign_in(elsewhere(1000)).status_code == 302


@pytest.mark.parametrize("login", ["alice", "alice@example.org"])
def test_a_new_password_lets_the_owner_in_at_once(alice: User, clock, login: str) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True)
    for number in range(20):
        sign_in(elsewhere(number), login, "wrong")
    assert "Too many" in error_of(sign_in(elsewhere(2000), login))
    client = elsewhere(1000)
    client.force_login(alice)
    form = {"oldpassword": "alice-password", "password1": "grid-and-pen-7"}
    client.post("/accounts/password/change/", form | {"password2": "grid-and-pen-7"})
    assert sign_in(elsewhere(2000), login, "grid-and-pen-7").status_code == 302


def test_a_new_password_by_staff_lets_the_owner_in_from_where_nobody_has_guessed(
    alice: User, staff: User, as_user, clock
) -> None:
    for number in range(20):
        sign_in(elsewhere(number % 2), password="wrong")
    assert "Too many" in error_of(sign_in(elsewhere(1000)))
    new = {"usable_password": "true", "password1": "grid-and-pen-7", "password2": "grid-and-pen-7"}
    as_user(staff).post(f"/admin/accounts/user/{alice.pk}/password/", new | {"set-password": "1"})
    assert sign_in(elsewhere(1000), password="grid-and-pen-7").status_code == 302
    assert "Too many" in error_of(sign_in(elsewhere(0), password="grid-and-pen-7"))
    clock.go_on(SIGN_IN_PER_ADDRESS_AND_LOGIN.longest)
    assert sign_in(elsewhere(0), password="grid-and-pen-7").status_code == 302


def test_another_header_does_not_make_another_address(clock, db: None) -> None:
    def guess(number: int):
        header = {"X-Forwarded-For": f"198.51.100.{number}"}
        return Client(headers=header).post(URL, {"login": f"n{number}", "password": "wrong"})

    answers = ["Too many" in error_of(guess(number)) for number in range(40)]
    assert answers == [False] * 30 + [True] * 10


def test_an_honest_sign_in_is_not_held_against_the_address(alice: User, clock) -> None:
    assert {sign_in(Client()).status_code for _ in range(50)} == {302}


def test_a_browser_that_signed_in_before_is_not_held_up(client: Client, alice: User, clock) -> None:
    sign_in(client)
    client.post("/accounts/logout/")
    for number in range(60):
        sign_in(Client(), "alice", f"guess-{number}")
    assert "Too many" in error_of(sign_in(Client()))
    assert sign_in(client).status_code == 302


def test_such_a_browser_is_held_up_for_its_own_guesses(client: Client, alice: User, clock) -> None:
    sign_in(client)
    client.post("/accounts/logout/")
    for _ in range(5):
        sign_in(client, password="wrong")
    assert "Too many" in error_of(sign_in(client))


def test_such_a_browser_has_no_privilege_for_other_accounts(
    client: Client, alice: User, bob: User, clock
) -> None:
    sign_in(client)
    client.post("/accounts/logout/")
    for _ in range(5):
        sign_in(Client(), "bob", "wrong")
    assert "Too many" in error_of(sign_in(client, "bob", "bob-password"))


@pytest.mark.parametrize("cookie", ["", "x", "a:b:c", "\x00"])
def test_a_forged_cookie_is_no_such_browser(
    client: Client, alice: User, cookie: str, clock
) -> None:
    client.cookies["device"] = cookie
    for _ in range(5):
        sign_in(client, password="wrong")
    assert "Too many" in error_of(sign_in(Client()))
