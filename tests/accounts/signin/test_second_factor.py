"""The second step for staff, and for those who have lost the device."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import services
from accounts.errors import AccountRefused
from accounts.models import AccountEvent, User
from accounts.signin import second_factor
from tests.signing_in import begin_session

pytestmark = pytest.mark.django_db


def give_app(user: User) -> None:
    """Let *user* sign in in two steps."""
    kept = {"secret": second_factor.SecondFactorAdapter().encrypt("A" * 32)}
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=kept)


@pytest.fixture
def required(settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


# ---- the way into the administration ----------------------------------------------------------


def test_it_is_not_required_where_nothing_says_so(client: Client, staff: User) -> None:
    begin_session(client, staff)
    assert client.get("/admin/").status_code == 200


def test_staff_without_it_are_led_to_set_it_up(client: Client, staff: User, required) -> None:
    begin_session(client, staff)
    response = client.get("/admin/accounts/user/", follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "Staff must use two-step sign-in" in response.content.decode()


def test_a_session_of_the_password_alone_is_asked_for_a_code(client, staff, required) -> None:
    give_app(staff)
    begin_session(client, staff)
    response = client.get("/admin/accounts/user/", follow=True)
    assert response.redirect_chain[-1][0] == (
        "/accounts/2fa/reauthenticate/?next=/admin/accounts/user/"
    )


def test_with_a_code_staff_come_in(client: Client, staff: User, required) -> None:
    give_app(staff)
    begin_session(client, staff, code=True)
    assert client.get("/admin/").status_code == 200


def test_a_code_of_a_key_that_is_gone_does_not_count(client, staff, required) -> None:
    begin_session(client, staff, code=True)
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/accounts/2fa/"


def test_others_are_still_refused(client: Client, alice: User, required) -> None:
    give_app(alice)
    begin_session(client, alice, code=True)
    assert client.get("/admin/", follow=True).status_code == 403


# ---- a lost device ----------------------------------------------------------------------------


def test_it_can_be_taken_away_and_the_log_says_so(alice: User) -> None:
    give_app(alice)
    call_command("remove_second_factor", "Alice", reason="lost the phone", verbosity=0)
    assert not second_factor.has_second_factor(alice)
    event = AccountEvent.objects.get(user=alice)
    assert (event.kind, event.actor, event.reason) == ("second_factor", None, "lost the phone")


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_the_command_says_if_there_is_nothing_to_take(alice: User, name: str) -> None:
    with pytest.raises(CommandError) as error:
        call_command("remove_second_factor", name)
    assert error.value.returncode == 2


def test_nothing_is_taken_twice(alice: User) -> None:
    with pytest.raises(AccountRefused, match="no_second_factor"):
        second_factor.take_away(user=alice, reason="")


@pytest.mark.parametrize("is_superuser", [True, False])
def test_superusers_take_it_away_in_the_administration(
    client: Client, staff: User, alice: User, is_superuser: bool
) -> None:
    give_app(alice)
    User.objects.filter(pk=staff.pk).update(is_superuser=is_superuser)
    begin_session(client, staff)
    fields = {"action": "take_second_factor_away", "_selected_action": [str(alice.pk)]}
    client.post("/admin/accounts/user/", {**fields, "confirmed": "1", "reason": "lost"})
    assert second_factor.has_second_factor(alice) is not is_superuser


def test_the_administration_shows_that_there_is_one_but_not_the_key(client, staff, alice) -> None:
    give_app(alice)
    begin_session(client, staff)
    page = client.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "TOTP Authenticator" in page
    assert Authenticator.objects.get().data["secret"] not in page


# ---- one's own data ---------------------------------------------------------------------------


def test_the_export_tells_of_it_but_not_the_key(alice: User) -> None:
    assert services.account_data(alice)["two_step_sign_in"] == {}
    give_app(alice)
    data = services.account_data(alice)["two_step_sign_in"]
    assert list(data) == ["totp"]
    assert Authenticator.objects.get().data["secret"] not in str(data)


def test_it_goes_with_the_account(alice: User) -> None:
    give_app(alice)
    services.delete_account(user=alice)
    assert not Authenticator.objects.exists()


def test_a_key_that_was_encrypted_long_ago_can_be_read(settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 50, []
    kept = (
        "gAAAAABrApq0_kDNmk1Ab8gbGsxSElAsX-I_CSu076wDZXFepUorKYI_IhmvYVa0ZSSmqvJtp9iB_EsClXQyqHuFnWfZ"
        "Jv6gk6WFVtqW4-Lv6aeWd8XL6DouVsGGNk1po5ysO8WBCB0m"
    )
    assert second_factor.SecondFactorAdapter().decrypt(kept) == "A" * 32
