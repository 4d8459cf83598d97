"""/accounts/2fa/: signing in with a code after the password."""

from __future__ import annotations

import re
import time
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.test import Client

from accounts.limits import CODE_PER_ACCOUNT
from accounts.models import AccountEvent, User
from tests.signing_in import begin_session, code_of
from tictactoe_site.common.qr import qr_svg

pytestmark = pytest.mark.django_db(transaction=True)
OVERVIEW = "/accounts/2fa/"
SWITCH_ON = "/accounts/2fa/totp/activate/"
SWITCH_OFF = "/accounts/2fa/totp/deactivate/"
CODES = "/accounts/2fa/recovery-codes/"
NEW_CODES = "/accounts/2fa/recovery-codes/generate/"
SIGN_IN = "/accounts/login/"
CODE = "/accounts/2fa/authenticate/"
AGAIN = "/accounts/2fa/reauthenticate/"


@pytest.fixture(autouse=True)
def _clock_that_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """No code runs out between two lines of a test."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


@pytest.fixture
def at_home(client: Client, alice: User) -> Client:
    """A browser in which alice has just signed in."""
    begin_session(client, alice)
    return client


@pytest.fixture
def secret(at_home: Client, alice: User) -> str:
    """The key of alice's app, after she has switched it on."""
    key = at_home.get(SWITCH_ON).context["form"].secret
    # With the code before, so that the one that is shown now has not been used.
    answer = at_home.post(SWITCH_ON, {"code": code_of(key, later=-1)})
    assert answer["Location"] == CODES
    alice.refresh_from_db()  # her sessions from now on are of another epoch
    return key


@pytest.fixture
def elsewhere() -> Client:
    """Another browser, that alice has never used."""
    return Client()


def give_password(client: Client, **more: str):
    return client.post(SIGN_IN, {"login": "alice", "password": "alice-password", **more})


def is_signed_in(client: Client, user: User) -> bool:
    return client.session.get(SESSION_KEY) == str(user.pk)


def error_of(response) -> str:
    (error,) = response.context["form"].errors["code"]
    return error


def recovery_codes(client: Client) -> list[str]:
    return re.findall(r"<code>(\d+)</code>", client.get(CODES).content.decode())


# ---- switching it on --------------------------------------------------------------------------


def test_the_page_gives_the_key_as_text_and_as_a_picture(at_home: Client) -> None:
    response = at_home.get(SWITCH_ON)
    page = response.content.decode()
    key = response.context["form"].secret
    assert " ".join(re.findall("....", key)) in page
    address = response.context["totp_url"]
    assert qr_svg(address).decode() == response.context["totp_svg"]
    assert address.startswith("otpauth://totp/alice?")
    assert f"secret={key}" in address
    assert "no-store" in response["Cache-Control"]


def test_it_is_on_once_a_code_is_confirmed(at_home: Client, alice: User, secret: str) -> None:
    event = AccountEvent.objects.get(user=alice, kind="second_factor")
    assert event.after == {"second_factor": "on"}
    assert at_home.get(SWITCH_ON)["Location"] == SWITCH_OFF
    assert "On since" in at_home.get(OVERVIEW).content.decode()


def test_a_wrong_code_does_not_switch_it_on(at_home: Client, alice: User) -> None:
    at_home.get(SWITCH_ON)
    response = at_home.post(SWITCH_ON, {"code": "000000"})
    assert "code is wrong" in error_of(response)
    assert not Authenticator.objects.exists()


def test_who_signed_in_long_ago_is_asked_first(client: Client, alice: User) -> None:
    begin_session(client, alice, seconds_ago=3600)
    assert client.get(SWITCH_ON)["Location"].startswith("/accounts/reauthenticate/?next=")


def test_keys_are_kept_encrypted(secret: str, at_home: Client) -> None:
    codes = recovery_codes(at_home)
    for kept in Authenticator.objects.all():
        assert secret not in str(kept.data)
        assert not any(code in str(kept.data) for code in codes)


def test_guests_sign_up_first(client: Client, guest: User) -> None:
    client.force_login(guest)
    for page in (OVERVIEW, SWITCH_ON, SWITCH_OFF, CODES, NEW_CODES, AGAIN):
        assert client.get(page)["Location"] == "/accounts/signup/"


def test_switching_it_on_ends_all_other_sessions(
    at_home: Client, elsewhere: Client, alice: User
) -> None:
    begin_session(elsewhere, alice)
    key, before = at_home.get(SWITCH_ON).context["form"].secret, at_home.session.session_key
    at_home.post(SWITCH_ON, {"code": code_of(key, later=-1)})
    assert at_home.get("/me/").status_code == 200
    assert at_home.session.session_key != before
    assert elsewhere.get("/me/")["Location"].startswith(SIGN_IN)


# ---- signing in -------------------------------------------------------------------------------


def test_the_password_alone_does_not_let_in(elsewhere: Client, alice: User, secret: str) -> None:
    assert give_password(elsewhere)["Location"] == CODE
    assert not is_signed_in(elsewhere, alice)


def test_the_code_does(elsewhere: Client, alice: User, secret: str) -> None:
    give_password(elsewhere)
    assert 'autocomplete="one-time-code"' in elsewhere.get(CODE).content.decode()
    assert elsewhere.post(CODE, {"code": code_of(secret)})["Location"] == "/"
    assert is_signed_in(elsewhere, alice)


def test_one_goes_on_to_where_one_wanted(elsewhere: Client, secret: str) -> None:
    give_password(elsewhere, next="/me/games/")
    assert elsewhere.post(CODE, {"code": code_of(secret)})["Location"] == "/me/games/"


def test_a_guest_signs_in_with_a_code_and_hands_over(
    elsewhere: Client, alice: User, guest: User, secret: str
) -> None:
    elsewhere.force_login(guest)
    give_password(elsewhere)
    assert elsewhere.get(CODE).status_code == 200
    elsewhere.post(CODE, {"code": code_of(secret)})
    assert is_signed_in(elsewhere, alice)
    guest.refresh_from_db()
    assert guest.claimed_by == alice


def test_without_the_password_there_is_no_page_for_the_code(elsewhere: Client, secret: str) -> None:
    assert elsewhere.get(CODE)["Location"] == SIGN_IN
    assert elsewhere.post(CODE, {"code": code_of(secret)})["Location"] == SIGN_IN


@pytest.mark.parametrize(
    "code", ["", "abc", "\uff11\uff12\uff13\uff14\uff15\uff16", "0" * 33, "\x00"]
)
def test_a_strange_code_is_refused(elsewhere: Client, alice: User, secret: str, code: str) -> None:
    give_password(elsewhere)
    assert elsewhere.post(CODE, {"code": code}).status_code == 200
    assert not is_signed_in(elsewhere, alice)


def test_a_code_is_taken_once(elsewhere: Client, alice: User, secret: str, clock) -> None:
    give_password(elsewhere)
    code = code_of(secret, later=1)
    elsewhere.post(CODE, {"code": code})
    assert is_signed_in(elsewhere, alice)
    clock.go_on(45)  # the library itself has forgotten it by now, and it is still right
    thief = Client()
    give_password(thief)
    assert "has been used" in error_of(thief.post(CODE, {"code": code}))
    assert not is_signed_in(thief, alice)


def test_a_code_of_another_time_is_refused(elsewhere: Client, alice: User, secret: str) -> None:
    give_password(elsewhere)
    for later in (-3, -2, 2, 3):
        elsewhere.post(CODE, {"code": code_of(secret, later=later)})
        assert not is_signed_in(elsewhere, alice)


def test_guessing_is_slowed_down(elsewhere: Client, alice: User, secret: str) -> None:
    give_password(elsewhere)
    for _ in range(CODE_PER_ACCOUNT.at_once):
        assert "code is wrong" in error_of(elsewhere.post(CODE, {"code": "000000"}))
    assert "Too many attempts" in error_of(elsewhere.post(CODE, {"code": code_of(secret)}))
    assert not is_signed_in(elsewhere, alice)


def test_the_owner_comes_in_while_somebody_guesses(alice: User, secret: str) -> None:
    own, thief = Client(), Client()
    give_password(own)
    own.post(CODE, {"code": code_of(secret)})
    own.post("/accounts/logout/")
    give_password(thief)
    for _ in range(2 * CODE_PER_ACCOUNT.at_once):
        thief.post(CODE, {"code": "000000"})
    give_password(own)
    own.post(CODE, {"code": code_of(secret, later=1)})
    assert is_signed_in(own, alice)


def test_another_secret_key_makes_keys_unreadable_and_lets_nobody_in(
    elsewhere: Client, alice: User, secret: str, settings
) -> None:
    settings.SECRET_KEY = "another-" + "0" * 32
    give_password(elsewhere)
    assert "no longer read the key" in error_of(elsewhere.post(CODE, {"code": code_of(secret)}))
    assert not is_signed_in(elsewhere, alice)


def test_a_former_secret_key_still_reads(
    elsewhere: Client, alice: User, secret: str, settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-" + "0" * 32
    give_password(elsewhere)
    elsewhere.post(CODE, {"code": code_of(secret)})
    assert is_signed_in(elsewhere, alice)


# ---- recovery codes ---------------------------------------------------------------------------


def test_recovery_codes_are_shown_once(at_home: Client, secret: str) -> None:
    assert len(recovery_codes(at_home)) == 10
    assert recovery_codes(at_home) == []
    assert "only once" in at_home.get(CODES).content.decode()


def test_each_recovery_code_lets_in_once(at_home, elsewhere, alice, secret) -> None:
    code, other, *_ = recovery_codes(at_home)
    give_password(elsewhere)
    elsewhere.post(CODE, {"code": code})
    assert is_signed_in(elsewhere, alice)
    assert AccountEvent.objects.filter(after={"second_factor": "recovery code used"}).count() == 1
    assert "You have 9 recovery codes left" in at_home.get(OVERVIEW).content.decode()
    thief = Client()
    give_password(thief)
    thief.post(CODE, {"code": code})
    assert not is_signed_in(thief, alice)
    thief.post(CODE, {"code": other})
    assert is_signed_in(thief, alice)


def test_new_recovery_codes_take_the_place_of_the_old(at_home, elsewhere, alice, secret) -> None:
    (old, *_) = recovery_codes(at_home)
    assert at_home.post(NEW_CODES)["Location"] == CODES
    (new, *_) = recovery_codes(at_home)
    give_password(elsewhere)
    elsewhere.post(CODE, {"code": old})
    assert not is_signed_in(elsewhere, alice)
    elsewhere.post(CODE, {"code": new})
    assert is_signed_in(elsewhere, alice)


# ---- switching it off -------------------------------------------------------------------------


def test_it_can_be_switched_off(at_home, elsewhere, alice: User, secret: str) -> None:
    assert at_home.get(SWITCH_OFF).status_code == 200
    assert at_home.post(SWITCH_OFF)["Location"] == OVERVIEW
    assert not Authenticator.objects.exists()
    assert AccountEvent.objects.filter(user=alice, after={"second_factor": "off"}).exists()
    give_password(elsewhere)
    assert is_signed_in(elsewhere, alice)


def test_a_session_left_open_cannot_switch_it_off(client: Client, alice: User, secret) -> None:
    begin_session(client, alice, seconds_ago=3600, code=True)
    assert client.post(SWITCH_OFF)["Location"].startswith("/accounts/reauthenticate/?next=")
    assert Authenticator.objects.exists()


@pytest.mark.parametrize("page", [SWITCH_OFF, NEW_CODES])
def test_the_password_does_not_replace_the_second_step(
    client: Client, alice: User, secret: str, page: str
) -> None:
    """Though the session knows it, and has just given it."""
    begin_session(client, alice)
    before = list(Authenticator.objects.values_list("type", "data"))
    for ask in (client.get(page, follow=True), client.post(page, follow=True)):
        assert unquote(ask.redirect_chain[-1][0]) == f"{AGAIN}?next={page}"
        assert "Use the password" not in ask.content.decode()
    password = {"password": "alice-password", "next": page}
    client.post("/accounts/reauthenticate/", password)
    client.post(f"/accounts/reauthenticate/?next={page}", password)
    client.post(page)
    assert list(Authenticator.objects.values_list("type", "data")) == before


def test_a_code_goes_on_to_switch_it_off(client: Client, alice: User, secret: str) -> None:
    begin_session(client, alice, seconds_ago=3600)
    answer = client.post(f"{AGAIN}?next={SWITCH_OFF}", {"code": code_of(secret)})
    assert answer["Location"] == SWITCH_OFF
    assert client.get(SWITCH_OFF).status_code == 200
    assert client.post(SWITCH_OFF)["Location"] == OVERVIEW
    assert not Authenticator.objects.exists()


def test_a_form_that_was_given_up_is_not_sent_later(
    client: Client, alice: User, secret: str
) -> None:
    begin_session(client, alice, seconds_ago=3600)
    client.post(SWITCH_OFF)
    client.get(SWITCH_OFF)
    answer = client.post(f"{AGAIN}?next={SWITCH_OFF}", {"code": code_of(secret)})
    assert answer["Location"] == SWITCH_OFF
    assert Authenticator.objects.exists()


def test_a_code_will_do_elsewhere_instead_of_the_password(
    client: Client, alice: User, secret: str
) -> None:
    begin_session(client, alice, seconds_ago=3600)
    ask = client.get("/accounts/reauthenticate/?next=/me/delete/")
    assert f"{AGAIN}?next=" in ask.content.decode()
