"""Bans, deletion and export."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from accounts import services
from accounts.errors import AccountRefused
from accounts.log import record
from accounts.models import AccountEvent, Preferences, User
from accounts.programs.bots import make_bot

pytestmark = pytest.mark.django_db


def test_a_ban_shuts_a_user_out_and_is_announced(
    alice: User, staff: User, closings, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.ban(user=alice, staff=staff, reason="insults")
    assert alice.is_banned
    assert alice.ban_reason == "insults"
    assert closings.calls == [{"user": alice, "reason": "banned"}]


def test_a_ban_ends_all_sessions(alice: User, staff: User, client) -> None:
    client.force_login(alice)
    services.ban(user=alice, staff=staff, reason="insults")
    assert client.get("/me/").status_code == 302
    services.unban(user=alice, staff=staff, reason="mistake")
    assert client.get("/me/").status_code == 302  # the session is not brought back


def test_a_mute_keeps_a_user_from_chatting_until_it_ends(alice: User, staff: User) -> None:
    services.mute(user=alice, staff=staff, days=2, reason="insults")
    assert alice.is_muted
    assert timedelta(days=1) < alice.chat_muted_until - timezone.now() <= timedelta(days=2)
    alice.chat_muted_until = timezone.now()
    assert not alice.is_muted


def test_a_mute_is_lifted_once_and_both_are_logged(alice: User, staff: User) -> None:
    services.mute(user=alice, staff=staff, days=2, reason="insults")
    services.unmute(user=alice, staff=staff, reason="sorry")
    assert not alice.is_muted
    with pytest.raises(AccountRefused, match="not_muted"):
        services.unmute(user=alice, staff=staff, reason="again")
    lines = alice.account_events.order_by("pk").values_list("kind", "actor", "reason")
    assert list(lines) == [("muted", staff.pk, "insults"), ("unmuted", staff.pk, "sorry")]


def test_some_cannot_be_muted(staff: User, engine: User, alice: User) -> None:
    services.delete_account(user=alice)
    codes = {staff: "staff", engine: "engine", alice: "account_deleted"}
    for user, code in codes.items():
        with pytest.raises(AccountRefused, match=code):
            services.mute(user=user, staff=staff, days=2, reason="insults")


def test_a_ban_is_announced_after_the_commit_only(
    alice: User, staff: User, closings, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks():
        services.ban(user=alice, staff=staff, reason="insults")
        assert closings.calls == []


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("staff", "cannot_ban_self"),
        ("other_staff", "cannot_ban_staff"),
        ("engine", "cannot_ban_engine"),
        ("banned", "already_banned"),
        ("deleted", "account_deleted"),
    ],
)
def test_some_cannot_be_banned(
    who: str, code: str, staff: User, engine: User, alice: User, bob: User
) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    services.delete_account(user=bob)
    other = User.objects.create_superuser("chief")
    users = {"staff": staff, "other_staff": other, "engine": engine, "banned": alice}
    with pytest.raises(AccountRefused, match=code):
        services.ban(user=users.get(who, bob), staff=staff, reason="again")


def test_a_ban_can_be_lifted(alice: User, staff: User) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    services.unban(user=alice, staff=staff, reason="mistake")
    assert not alice.is_banned
    assert alice.ban_reason == ""


def test_only_a_ban_can_be_lifted(alice: User, staff: User) -> None:
    with pytest.raises(AccountRefused, match="not_banned"):
        services.unban(user=alice, staff=staff, reason="mistake")


def test_the_ban_of_a_deleted_account_stays(alice: User, staff: User) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    services.delete_account(user=alice, actor=staff)
    with pytest.raises(AccountRefused, match="account_deleted"):
        services.unban(user=alice, staff=staff, reason="mistake")
    assert alice.is_banned


def test_bans_are_logged_with_who_and_why(alice: User, staff: User) -> None:
    services.ban(user=alice, staff=staff, reason="insults")
    services.unban(user=alice, staff=staff, reason="mistake")
    lifted, banned = AccountEvent.objects.filter(user=alice)
    assert (banned.kind, banned.actor, banned.reason) == ("banned", staff, "insults")
    assert (lifted.kind, lifted.actor, lifted.reason) == ("unbanned", staff, "mistake")
    assert lifted.before["ban_reason"] == "insults"


# ---- deletion ---------------------------------------------------------------------------------


@pytest.fixture
def full_account(alice: User) -> User:
    """alice, of whom the site knows all it can know."""
    alice.email = "alice@example.org"
    alice.save()
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True, verified=True)
    Preferences.objects.create(user=alice, theme="dark")
    return alice


def test_deletion_takes_the_person_out_of_the_row(full_account: User) -> None:
    services.delete_account(user=full_account)
    row = User.objects.get(pk=full_account.pk)
    assert row.username.startswith("deleted-")
    assert row.is_deleted
    assert (row.email, row.last_login, row.is_active) == ("", None, False)
    assert not row.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not Preferences.objects.exists()


def test_nothing_that_names_the_person_is_left_in_any_table_of_accounts(full_account: User) -> None:
    services.delete_account(user=full_account)
    rows = [*User.objects.values(), *AccountEvent.objects.values()]
    assert "alice" not in str(rows)


def test_the_name_of_a_deleted_account_is_free_again(full_account: User) -> None:
    services.delete_account(user=full_account)
    User.objects.create_user("alice")


def test_deletion_ends_sessions_and_takes_powers_away(staff: User, client) -> None:
    client.force_login(staff)
    services.delete_account(user=staff)
    assert (staff.is_staff, staff.is_superuser) == (False, False)
    assert client.get("/me/").status_code == 302


def test_deletion_is_announced_after_the_commit_and_logged(
    alice: User, closings, renamings, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.delete_account(user=alice)
        assert closings.calls == []
    assert renamings.calls == [{"user": alice}]
    assert closings.calls == [{"user": alice, "reason": "deleted"}]
    event = AccountEvent.objects.get(user=alice)
    assert (event.kind, event.actor) == ("deleted", alice)


def test_no_log_keeps_the_name_or_the_address_of_who_deleted_an_account(
    full_account: User, staff: User, rf
) -> None:
    request = rf.get("/", REMOTE_ADDR="198.51.100.7")
    given = {"name": "alice", "confirmed": "alice@example.org"}
    for actor, address in ((full_account, request), (staff, request)):
        record(
            AccountEvent.Kind.CHANGED,
            user=full_account,
            actor=actor,
            request=address,
            before=given,
            after=given,
        )
    LogEntry.objects.log_actions(staff.pk, [full_account], 2, change_message="[]")
    services.delete_account(user=full_account, request=request)
    everything = str(list(AccountEvent.objects.values())) + str(list(LogEntry.objects.values()))
    assert AccountEvent.objects.filter(user=full_account).count() == 3
    for trace in ("alice", "example.org", "198.51.100"):
        assert trace not in everything


def test_what_others_went_through_stays_in_the_log(alice: User, bob: User, rf) -> None:
    request = rf.get("/", REMOTE_ADDR="198.51.100.7")
    record(AccountEvent.Kind.CHANGED, user=bob, actor=alice, request=request, after={"a": 1})
    services.delete_account(user=alice)
    event = AccountEvent.objects.get(user=bob)
    assert (event.after, event.actor, event.address) == ({"a": 1}, alice, None)


def test_an_account_is_deleted_once(alice: User) -> None:
    services.delete_account(user=alice)
    with pytest.raises(AccountRefused, match="account_deleted"):
        services.delete_account(user=alice)


def test_an_engine_cannot_be_deleted(engine: User) -> None:
    with pytest.raises(AccountRefused, match="cannot_delete_engine"):
        services.delete_account(user=engine)


def test_a_guest_can_be_deleted(guest: User) -> None:
    services.delete_account(user=guest)
    assert guest.is_deleted


# ---- export -----------------------------------------------------------------------------------


def test_the_export_holds_what_is_known_and_is_json(full_account: User, guest: User) -> None:
    guest.claimed_by = full_account
    guest.save()
    data = json.loads(json.dumps(services.account_data(full_account)))
    assert data["name"] == "alice"
    assert data["email_addresses"] == [
        {"email": "alice@example.org", "confirmed": True, "primary": True}
    ]
    assert data["preferences"]["theme"] == "dark"
    assert data["guests"] == [guest.username]


def test_the_export_tells_of_a_ban_a_mute_and_what_the_home_page_leaves_out(
    alice: User, staff: User
) -> None:
    services.mute(user=alice, staff=staff, days=2, reason="insults")
    services.ban(user=alice, staff=staff, reason="more insults")
    data = services.account_data(alice)
    assert data["banned_at"] == alice.banned_at.isoformat()
    assert data["ban_reason"] == "more insults"
    assert data["chat_muted_until"] == alice.chat_muted_until.isoformat()
    assert data["hides_first_steps"] is False
    assert data["signed_up_at"] is None


def test_the_export_does_not_name_staff_or_where_they_are(alice: User, staff: User, rf) -> None:
    request = rf.post("/", REMOTE_ADDR="203.0.113.5")
    services.ban(user=alice, staff=staff, reason="insults", request=request)
    (line,) = services.account_data(alice)["log"]
    assert (line["by"], line["address"], line["reason"]) == ("staff", None, "insults")
    assert "boss" not in str(line)


def test_the_export_holds_the_log_of_ones_bots(alice: User, staff: User, rf) -> None:
    bot = make_bot(owner=alice, name="gridbot", request=rf.post("/", REMOTE_ADDR="203.0.113.7"))
    services.ban(user=bot, staff=staff, reason="floods", request=rf.post("/"))
    (data,) = services.account_data(alice)["bots"]
    assert [(line["kind"], line["by"], line["address"]) for line in data["log"]] == [
        ("bot_made", "yourself", "203.0.113.7"),
        ("banned", "staff", None),
    ]


def test_the_export_holds_no_secret(alice: User) -> None:
    assert alice.password not in json.dumps(services.account_data(alice))
