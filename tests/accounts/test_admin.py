"""Accounts in the administration."""

import re

import pytest
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import services
from accounts.admin.actions import AT_ONCE
from accounts.backends import find_user
from accounts.models import AccountEvent, Token, User
from accounts.programs.bots import make_bot
from accounts.programs.tokens import bearer, make_token
from tests.signing_in import begin_session
from tictactoe_site.administration import Administration

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/user/"


@pytest.fixture
def helper(db: None) -> User:
    """Staff who may look at users and change them, but has no other power."""
    user = User.objects.create_user("helper", password="helper-password", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    return user


def change_url(user: User) -> str:
    return f"{LIST}{user.pk}/change/"


def act(client: Client, action: str, *users: User, reason: str | None = "insults"):
    fields = {"action": action, "_selected_action": [str(user.pk) for user in users]}
    if reason is not None:
        fields |= {"confirmed": "1", "reason": reason}
    return client.post(LIST, fields, follow=True)


def messages_of(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


# ---- coming in --------------------------------------------------------------------------------


def test_every_model_is_registered_with_the_guarded_site() -> None:
    assert type(admin.site._wrapped) is Administration
    assert admin.site.is_registered(User)
    assert admin.site.is_registered(Group)


def test_staff_sign_in_as_everybody_does(client: Client) -> None:
    response = client.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/login/?next=/admin/"
    assert "account/login.html" in [template.name for template in response.templates]


def test_the_own_login_of_the_administration_takes_no_password(client, staff) -> None:
    response = client.post("/admin/login/", {"username": "boss", "password": "boss-password"})
    assert response["Location"] == "/accounts/login/?next=/admin/"


def test_a_guest_may_sign_in_first(guest: User, as_user) -> None:
    assert as_user(guest).get("/admin/", follow=True).status_code == 200


def test_a_person_is_refused(alice: User, as_user) -> None:
    assert as_user(alice).get("/admin/", follow=True).status_code == 403


def test_staff_change_their_password_as_everybody_does(staff: User, as_user) -> None:
    response = as_user(staff).get("/admin/password_change/")
    assert response["Location"] == "/accounts/password/change/"


# ---- looking ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?kind__exact=guest",
        "?state=active",
        "?state=banned",
        "?state=claimed",
        "?state=deleted",
        "?state=nonsense",
        "?q=ali",
        "?month=2026-11",
    ],
)
def test_users_are_listed_filtered_and_found(
    staff: User, alice: User, guest: User, as_user, query: str
) -> None:
    assert as_user(staff).get(LIST + query).status_code == 200


def test_users_are_filtered_by_what_became_of_them(
    staff: User, alice: User, bob: User, as_user
) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    services.delete_account(user=bob)
    client = as_user(staff)
    shown = {
        state: [user.pk for user in client.get(f"{LIST}?state={state}").context["cl"].result_list]
        for state in ("active", "banned", "claimed", "deleted")
    }
    assert shown == {"active": [staff.pk], "banned": [alice.pk], "claimed": [], "deleted": [bob.pk]}


def test_a_user_leads_to_the_games(staff: User, alice: User, as_user) -> None:
    page = as_user(staff).get(LIST).content.decode()
    assert "/admin/games/game/?player=alice" in page


@pytest.mark.parametrize("who", ["alice", "guest", "engine", "staff"])
def test_every_kind_of_user_can_be_looked_at(who: str, staff: User, as_user, request) -> None:
    user = request.getfixturevalue(who)
    assert as_user(staff).get(change_url(user)).status_code == 200


def test_the_log_can_be_looked_at_but_not_changed(staff: User, alice: User, as_user) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    event = AccountEvent.objects.get()
    client = as_user(staff)
    assert "insults" in client.get("/admin/accounts/accountevent/").content.decode()
    url = f"/admin/accounts/accountevent/{event.pk}/"
    assert client.post(f"{url}change/", {"reason": "else"}).status_code == 403
    assert client.post(f"{url}delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("path", ["", "add/", "accountevent"])
def test_pages_carry_the_strict_policy_and_no_inline_script(
    staff: User, as_user, path: str
) -> None:
    response = as_user(staff).get(
        LIST + path if path != "accountevent" else "/admin/accounts/accountevent/"
    )
    assert "default-src 'none'" in response["Content-Security-Policy"]
    page = response.content.decode()
    assert "style=" not in page
    assert "onclick=" not in page


# ---- changing ---------------------------------------------------------------------------------


def form_of(client: Client, user: User) -> dict[str, object]:
    """What the browser would send back unchanged."""
    page = client.get(change_url(user))
    fields = {
        name: value
        for name, value in page.context["adminform"].form.initial.items()
        if value is not None and name in page.context["adminform"].form.fields
    }
    for formset in page.context["inline_admin_formsets"]:
        management = formset.formset.management_form
        fields |= {management.add_prefix(name): value for name, value in management.initial.items()}
    return fields


def test_a_change_is_logged_with_before_and_after(
    staff: User, alice: User, as_user, renamings, django_capture_on_commit_callbacks
) -> None:
    client = as_user(staff)
    fields = form_of(client, alice) | {"username": "alicia", "is_staff": "on"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(change_url(alice), fields).status_code == 302
    assert renamings.calls == [{"user": alice}]
    event = AccountEvent.objects.get(user=alice)
    assert (event.kind, event.actor) == ("changed", staff)
    assert event.before == {"username": "alice", "is_staff": False}
    assert event.after == {"username": "alicia", "is_staff": True}
    assert User.objects.get(pk=alice.pk).canonical == "alicia"


def test_powers_that_are_given_are_logged(staff: User, alice: User, as_user) -> None:
    permission = Permission.objects.get(codename="view_user")
    client = as_user(staff)
    client.post(
        change_url(alice), form_of(client, alice) | {"user_permissions": [str(permission.pk)]}
    )
    event = AccountEvent.objects.get(user=alice)
    assert event.before == {"groups": [], "permissions": []}
    assert event.after == {"groups": [], "permissions": ["view_user"]}


def test_a_name_is_checked_here_as_well(staff: User, alice: User, bob: User, as_user) -> None:
    client = as_user(staff)
    response = client.post(change_url(alice), form_of(client, alice) | {"username": "B0b"})
    assert "taken" in str(response.context["errors"])


@pytest.mark.parametrize("who", ["guest", "engine", "bot"])
def test_powers_are_for_people_alone(who: str, staff: User, alice: User, as_user, request) -> None:
    bot = who == "bot"
    user = make_bot(owner=alice, name="gridbot") if bot else request.getfixturevalue(who)
    client = as_user(staff)
    powers = {"is_staff": "on", "is_superuser": "on"}
    assert client.post(change_url(user), form_of(client, user) | powers).status_code == 302
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser) == (False, False)


def test_the_name_of_an_engine_can_stay(staff: User, engine: User, as_user) -> None:
    client = as_user(staff)
    assert client.post(change_url(engine), form_of(client, engine)).status_code == 302


def test_a_person_can_be_made(staff: User, as_user) -> None:
    fields = {
        "username": "dora",
        "email": "",
        "usable_password": "true",
        "password1": "grid-and-pen-7",
        "password2": "grid-and-pen-7",
        "emailaddress_set-TOTAL_FORMS": "0",
        "emailaddress_set-INITIAL_FORMS": "0",
        "authenticator_set-TOTAL_FORMS": "0",
        "authenticator_set-INITIAL_FORMS": "0",
        "tokens-TOTAL_FORMS": "0",
        "tokens-INITIAL_FORMS": "0",
        "account_events-TOTAL_FORMS": "0",
        "account_events-INITIAL_FORMS": "0",
    }
    response = as_user(staff).post(f"{LIST}add/", fields)
    assert response.status_code == 302
    dora = User.objects.get(username="dora")
    assert dora.check_password("grid-and-pen-7")
    assert AccountEvent.objects.get(user=dora).actor == staff


def test_a_person_finds_the_account_by_an_address_that_staff_wrote_in_capitals(
    staff: User, alice: User, as_user
) -> None:
    client = as_user(staff)
    client.post(change_url(alice), form_of(client, alice) | {"email": "Alice@Example.org"})
    assert find_user("alice@example.org") == alice
    assert find_user("Alice@Example.org") == alice


def test_a_new_password_is_logged(staff: User, alice: User, as_user) -> None:
    fields = {
        "usable_password": "true",
        "password1": "grid-and-pen-7",
        "password2": "grid-and-pen-7",
        "set-password": "1",
    }
    response = as_user(staff).post(f"{LIST}{alice.pk}/password/", fields)
    assert response.status_code == 302
    event = AccountEvent.objects.get(user=alice)
    assert (event.kind, event.actor) == ("password", staff)


@pytest.mark.parametrize(("step", "page"), [("clean", "change"), ("set_password", "password")])
def test_a_ban_stands_that_comes_while_a_colleague_changes_the_account(
    staff: User, alice: User, as_user, monkeypatch: pytest.MonkeyPatch, step: str, page: str
) -> None:
    client, own = as_user(staff), getattr(User, step)
    new = {"usable_password": "true", "password1": "grid-and-pen-7", "password2": "grid-and-pen-7"}
    fields = form_of(client, alice) | new | {"email": "alice@example.org"}

    def ban_first(self: User, *given: str) -> None:
        services.ban(user=User.objects.get(pk=self.pk), staff=staff, reason="hijacked")
        own(self, *given)

    monkeypatch.setattr(User, step, ban_first)
    assert client.post(f"{LIST}{alice.pk}/{page}/", fields).status_code == 302
    before = alice.email, alice.password
    alice.refresh_from_db()
    assert (alice.email, alice.password) != before
    assert (alice.is_banned, alice.ban_reason) == (True, "hijacked")


@pytest.mark.parametrize("who", ["staff", "helper"])
def test_powers_stay_as_a_colleague_sets_them_while_another_changes_the_account(
    who: str, alice: User, as_user, monkeypatch: pytest.MonkeyPatch, request
) -> None:
    client, clean = as_user(request.getfixturevalue(who)), User.clean
    # A helper may not change staff: here the power is given meanwhile.
    was_staff = who == "staff"
    User.objects.filter(pk=alice.pk).update(is_staff=was_staff)
    fields = form_of(client, alice) | {"email": "alice@example.org"}

    def change_first(self: User) -> None:
        User.objects.filter(pk=self.pk).update(is_staff=not was_staff)
        clean(self)

    monkeypatch.setattr(User, "clean", change_first)
    assert client.post(change_url(alice), fields).status_code == 302
    alice.refresh_from_db()
    assert (alice.email, alice.is_staff) == ("alice@example.org", not was_staff)
    assert list(AccountEvent.objects.get(user=alice).after) == ["email"]


def test_a_long_log_of_an_account_takes_no_more_queries(staff: User, alice: User, as_user) -> None:
    client, numbers = as_user(staff), []
    client.get(change_url(alice))  # notes the visit
    for _ in range(2):
        for reason in ("one", "two", "three"):
            services.mute(user=alice, staff=staff, days=1, reason=reason)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(change_url(alice)).status_code == 200
        numbers.append(len(queries))
    assert numbers[0] == numbers[1]


def test_rows_are_never_deleted(staff: User, alice: User, as_user) -> None:
    client = as_user(staff)
    assert client.post(f"{LIST}{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "delete_selected" not in client.get(LIST).content.decode()


def test_helpers_cannot_give_themselves_power(helper: User, as_user) -> None:
    client = as_user(helper)
    client.post(change_url(helper), form_of(client, helper) | {"is_superuser": "on"})
    helper.refresh_from_db()
    assert not helper.is_superuser


def test_helpers_cannot_change_superusers(helper: User, staff: User, as_user) -> None:
    client = as_user(helper)
    assert client.post(change_url(staff), {"username": "fallen"}).status_code == 403
    assert client.post(f"{LIST}{staff.pk}/password/", {}).status_code == 403


def test_helpers_cannot_change_others_of_the_staff(helper: User, as_user) -> None:
    clerk = User.objects.create_user("clerk", password="clerk-password", is_staff=True)
    client = as_user(helper)
    assert client.get(change_url(clerk)).status_code == 200
    assert client.post(change_url(clerk), {"email": "mine@example.org"}).status_code == 403
    new = {"usable_password": "true", "password1": "grid-and-pen-7", "password2": "grid-and-pen-7"}
    for password in ({}, new | {"set-password": "1"}):
        assert client.post(f"{LIST}{clerk.pk}/password/", password).status_code == 403
    assert User.objects.get(pk=clerk.pk).check_password("clerk-password")


@pytest.mark.parametrize("action", ["ban", "unban", "unmute", "delete_accounts"])
def test_helpers_cannot_decide_about_others_of_the_staff(
    helper: User, staff: User, alice: User, as_user, action: str
) -> None:
    helper.user_permissions.add(Permission.objects.get(codename="delete_user"))
    if action == "unban":
        services.ban(user=alice, staff=staff, reason="insults")
    services.mute(user=alice, staff=staff, days=2, reason="insults")
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    before = User.objects.filter(pk=alice.pk).values().get()
    (message,) = messages_of(act(as_user(helper), action, alice))
    assert "staff" in message.lower()
    assert User.objects.filter(pk=alice.pk).values().get() == before


def test_helpers_cannot_change_what_a_group_may(helper: User, as_user) -> None:
    group = Group.objects.create(name="clerks")
    helper.groups.add(group)
    helper.user_permissions.add(*Permission.objects.filter(content_type__model="group"))
    client = as_user(helper)
    assert client.get(f"/admin/auth/group/{group.pk}/change/").status_code == 200
    assert client.post(f"/admin/auth/group/{group.pk}/change/", {"name": "x"}).status_code == 403
    assert client.post("/admin/auth/group/add/", {"name": "x"}).status_code == 403
    assert client.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"}).status_code == 403


def test_deleted_accounts_are_only_looked_at(staff: User, alice: User, as_user) -> None:
    services.delete_account(user=alice)
    client = as_user(staff)
    assert client.get(change_url(alice)).status_code == 200
    assert client.post(change_url(alice), {"username": "back"}).status_code == 403


# ---- actions ----------------------------------------------------------------------------------


def test_a_ban_asks_for_a_reason_first(staff: User, alice: User, as_user) -> None:
    response = act(as_user(staff), "ban", alice, reason=None)
    assert "Ban these users?" in response.content.decode()
    alice.refresh_from_db()
    assert not alice.is_banned


def test_the_reason_can_be_sent_for_as_many_as_can_be_chosen(staff: User, as_user) -> None:
    names = [f"many{number}" for number in range(AT_ONCE)]
    rows = [User(username=name, canonical=name, skeleton=name) for name in names]
    User.objects.bulk_create(rows)
    chosen = User.objects.get(username="many0").pk
    form = {"action": "ban", "select_across": "1", "_selected_action": [str(chosen)]}
    page = as_user(staff).post(f"{LIST}?q=many", form).content.decode()
    assert page.count('name="_selected_action"') == AT_ONCE
    fields = len(re.findall(r"<(?:input|textarea|select|button)\b", page))
    assert fields <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "two\nlines"])
def test_without_a_good_reason_nobody_is_banned(
    staff: User, alice: User, as_user, reason: str
) -> None:
    response = act(as_user(staff), "ban", alice, reason=reason)
    assert response.context["form"].errors
    alice.refresh_from_db()
    assert not alice.is_banned


def test_users_are_banned_and_let_in_again(
    staff: User, alice: User, bob: User, as_user, closings, django_capture_on_commit_callbacks
) -> None:
    client = as_user(staff)
    with django_capture_on_commit_callbacks(execute=True):
        assert messages_of(act(client, "ban", alice, bob)) == ["Done for 2 users."]
    assert len(closings.calls) == 2
    assert messages_of(act(client, "unban", alice, reason="mistake")) == ["Done for 1 user."]
    assert list(User.objects.exclude(banned_at=None)) == [bob]
    assert AccountEvent.objects.filter(actor=staff).count() == 3


@pytest.mark.parametrize("selected", ["x", "-1", "\x00", "9" * 19, "9" * 400, "1.5", ""])
@pytest.mark.parametrize("page", [LIST, "/admin/auth/group/"])
def test_a_selection_of_no_keys_is_refused(staff: User, as_user, page: str, selected: str) -> None:
    action = "ban" if page == LIST else "delete_selected"
    fields = {"action": action, "_selected_action": selected, "confirmed": "1", "reason": "x"}
    assert as_user(staff).post(page, fields).status_code == 400


def test_who_cannot_be_banned_is_named(staff: User, alice: User, engine: User, as_user) -> None:
    messages = messages_of(act(as_user(staff), "ban", alice, staff, engine))
    assert "boss: You can’t ban yourself." in messages
    assert "Perfect: The computer’s accounts can’t be banned." in messages
    assert "Done for 1 user." in messages


def test_accounts_are_deleted_by_the_service(staff: User, alice: User, as_user) -> None:
    act(as_user(staff), "delete_accounts", alice, staff, reason="asked for it")
    alice.refresh_from_db()
    staff.refresh_from_db()
    assert (alice.is_deleted, staff.is_deleted) == (True, False)
    assert AccountEvent.objects.get(user=alice).actor == staff


def test_who_may_only_look_cannot_act(alice: User, as_user) -> None:
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_user"))
    act(as_user(looker), "ban", alice)
    alice.refresh_from_db()
    assert not alice.is_banned


def test_staff_lets_somebody_chat_again(staff: User, alice: User, as_user) -> None:
    services.mute(user=alice, staff=staff, days=2, reason="insults")
    client = as_user(staff)
    assert messages_of(act(client, "unmute", alice)) == ["Done for 1 user."]
    alice.refresh_from_db()
    assert not alice.is_muted
    assert messages_of(act(client, "unmute", alice)) == ["alice: This account isn’t muted."]


# ---- asked again ------------------------------------------------------------------------------


def test_who_signed_in_long_ago_is_asked_before_a_ban(client, staff: User, alice: User) -> None:
    begin_session(client, staff, seconds_ago=3600)
    response = act(client, "ban", alice)
    assert response.redirect_chain[-1][0] == f"/accounts/reauthenticate/?next={LIST}"
    alice.refresh_from_db()
    assert not alice.is_banned


def test_and_before_powers_are_given(client: Client, staff: User, alice: User) -> None:
    begin_session(client, staff, seconds_ago=3600)
    response = client.post(change_url(alice), {"username": "alice", "is_staff": "on"})
    assert response["Location"] == f"/accounts/reauthenticate/?next={change_url(alice)}"
    alice.refresh_from_db()
    assert not alice.is_staff


def test_a_form_with_a_password_is_not_kept_meanwhile(client, staff: User, alice: User) -> None:
    begin_session(client, staff, seconds_ago=3600)
    for page in (f"{LIST}add/", f"{LIST}{alice.pk}/password/"):
        fields = {"username": "new", "password1": "sesame-open", "password2": "sesame-open"}
        assert client.post(page, fields)["Location"] == f"/accounts/reauthenticate/?next={page}"
        assert "sesame" not in str(dict(client.session))
        assert client.get(page).status_code == 302


# ---- bots and their tokens --------------------------------------------------------------------


@pytest.fixture
def token(alice: User) -> str:
    bot = make_bot(owner=alice, name="line")
    return make_token(account=bot, actor=alice, name="laptop", scopes=["read", "play"])


def test_the_tokens_are_listed_without_what_they_are(staff: User, as_user, token: str) -> None:
    for path in ("", f"{Token.objects.get().pk}/change/"):
        page = as_user(staff).get(f"/admin/accounts/token/{path}").content.decode()
        assert "laptop" in page
        assert token not in page
        assert Token.objects.get().digest not in page


def test_a_token_is_revoked_in_the_list(staff: User, as_user, token: str) -> None:
    fields = {"action": "revoke", "_selected_action": [str(Token.objects.get().pk)]}
    client = as_user(staff)
    response = client.post("/admin/accounts/token/", fields, follow=True)
    assert messages_of(response) == ["1 token revoked."]
    assert bearer(token) is None
    assert AccountEvent.objects.get(kind="token_revoked").actor == staff


def test_a_bot_is_stopped_with_a_reason(staff: User, as_user, token: str) -> None:
    bot = User.objects.get(username="line")
    client = as_user(staff)
    assert messages_of(act(client, "revoke_tokens", bot, reason="it floods")) == [
        "Done for 1 user."
    ]
    assert bearer(token) is None
    assert AccountEvent.objects.get(kind="token_revoked").reason == "it floods"
    assert "has no tokens" in messages_of(act(client, "revoke_tokens", bot))[0]


def test_who_may_only_look_revokes_nothing(as_user, token: str) -> None:
    clerk = User.objects.create_user("clerk", password="clerk-password", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_token"))
    fields = {"action": "revoke", "_selected_action": [str(Token.objects.get().pk)]}
    as_user(clerk).post("/admin/accounts/token/", fields)
    assert bearer(token) is not None


@pytest.mark.parametrize("key", ["9" * 19, "9" * 400, "-" + "9" * 30], ids=len)
@pytest.mark.parametrize("model", [model._meta.label_lower for model in admin.site._registry])
def test_a_key_that_no_row_can_have_is_not_found(client, alice, model, key):
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=alice.pk))
    name = f"admin:{model.replace('.', '_')}_change"
    assert client.get(reverse(name, args=[key])).status_code == 404
