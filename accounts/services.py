"""What can be done to an account; views, the admin and commands all call this.

A function that changes an account does so in one transaction and notes it in the account log. Only
for `end_other_sessions` does the caller note it. Signals are sent after the commit.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth import update_session_auth_hash
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from accounts import names, relations
from accounts.errors import AccountRefused
from accounts.log import record
from accounts.models import AccountEvent, Preferences, Token, User
from accounts.preferences import account_values
from accounts.signals import (
    account_closing,
    account_renamed,
    account_reopened,
    announce,
    other_sessions_ended,
)
from accounts.signin import second_factor

DELETED_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
DELETED_LENGTH = 10  # 31^10 names: one that is free is found at once


def ban(*, user: User, staff: User, reason: str, request: HttpRequest | None = None) -> None:
    """Ban *user* and the user's bots: sessions end at once, and signing in is answered with
    *reason*.

    Raises AccountRefused: ``cannot_ban_self``, ``cannot_ban_staff``, ``cannot_ban_engine``,
    ``already_banned``, ``account_deleted``.
    """
    with transaction.atomic():
        locked = _lock(user)
        _check_ban(locked, staff)
        now = timezone.now()
        for shut in (locked, *locked.bots.filter(deleted_at=None, banned_at=None)):
            # The same time for all: by it `unban` finds the bots that were banned with the owner.
            shut.banned_at = now
            shut.ban_reason = reason
            shut.session_epoch += 1
            shut.save(update_fields=["banned_at", "ban_reason", "session_epoch"])
            record(AccountEvent.Kind.BANNED, user=shut, actor=staff, request=request, reason=reason)
            _announce_closing(shut, "banned")
    user.refresh_from_db()


def unban(*, user: User, staff: User, reason: str, request: HttpRequest | None = None) -> None:
    """Lift the ban of *user*, and of the bots that were banned with their owner.

    Raises AccountRefused: ``not_banned``, ``owner_banned``, ``only_superusers``,
    ``account_deleted``.
    """
    with transaction.atomic():
        locked = _lock(user)
        _check_rank(locked, staff)
        if locked.is_deleted:
            raise AccountRefused("account_deleted")
        banned_at = locked.banned_at
        if banned_at is None:
            raise AccountRefused("not_banned")
        if locked.owner and locked.owner.is_banned:
            raise AccountRefused("owner_banned")
        for freed in (locked, *locked.bots.filter(deleted_at=None, banned_at=banned_at)):
            before = {"banned_at": banned_at.isoformat(), "ban_reason": freed.ban_reason}
            freed.banned_at = None
            freed.ban_reason = ""
            freed.save(update_fields=["banned_at", "ban_reason"])
            record(
                AccountEvent.Kind.UNBANNED,
                user=freed,
                actor=staff,
                request=request,
                before=before,
                reason=reason,
            )
            _announce_reopening(freed)
    user.refresh_from_db()


def mute(
    *, user: User, staff: User, days: int, reason: str, request: HttpRequest | None = None
) -> None:
    """Keep *user* from chatting for *days* from now; this replaces an earlier mute.

    Raises AccountRefused: ``cannot_mute_staff``, ``cannot_mute_engine``, ``account_deleted``.
    """
    with transaction.atomic():
        locked = _lock(user)
        _check_mute(locked)
        locked.chat_muted_until = timezone.now() + timedelta(days=days)
        locked.save(update_fields=["chat_muted_until"])
        record(
            AccountEvent.Kind.MUTED,
            user=locked,
            actor=staff,
            request=request,
            after={"until": locked.chat_muted_until.isoformat(timespec="minutes")},
            reason=reason,
        )
    user.refresh_from_db()


def unmute(*, user: User, staff: User, reason: str, request: HttpRequest | None = None) -> None:
    """Let *user* chat again. Raises AccountRefused: ``not_muted``, ``only_superusers``."""
    with transaction.atomic():
        locked = _lock(user)
        _check_rank(locked, staff)
        until = locked.chat_muted_until
        if until is None or not locked.is_muted:
            raise AccountRefused("not_muted")
        before = {"until": until.isoformat(timespec="minutes")}
        locked.chat_muted_until = None
        locked.save(update_fields=["chat_muted_until"])
        record(
            AccountEvent.Kind.UNMUTED,
            user=locked,
            actor=staff,
            request=request,
            before=before,
            reason=reason,
        )
    user.refresh_from_db()


def delete_account(
    *, user: User, actor: User | None = None, reason: str = "", request: HttpRequest | None = None
) -> None:
    """Remove the person from the account and close it for good; the row stays for the games.

    A person's bots are deleted with it. *actor* is who asked for it, by default the user. Raises
    AccountRefused ``account_deleted``, ``cannot_delete_engine``.
    """
    with transaction.atomic():
        locked = _lock(user)
        if locked.is_deleted:
            raise AccountRefused("account_deleted")
        if locked.is_engine:
            raise AccountRefused("cannot_delete_engine")
        for closed in (*locked.bots.filter(deleted_at=None), locked):
            # Recorded first, because anonymising removes personal data from the log as well.
            record(
                AccountEvent.Kind.DELETED,
                user=closed,
                actor=actor or locked,
                request=request,
                reason=reason,
            )
            _anonymise(closed)
            _rename_in_histories(closed)
            _announce_closing(closed, "deleted")
            announce_new_name(closed)
    user.refresh_from_db()


def announce_new_name(user: User) -> None:
    """Tell others after the commit that *user* has another name or kind."""
    transaction.on_commit(lambda: account_renamed.send_robust(sender=User, user=user))


def end_other_sessions(user: User, request: HttpRequest) -> None:
    """End all sessions of *user* except that of *request*, which gets a new key."""
    with transaction.atomic():
        # Counted by the database: another request may end sessions at the same moment.
        User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
        user.refresh_from_db(fields=["session_epoch"])
        update_session_auth_hash(request, user)
        announce_ended_sessions(user, request)


def announce_ended_sessions(user: User, request: HttpRequest | None) -> None:
    """Tell others after the commit that all sessions of *user* but that of *request* have ended."""
    transaction.on_commit(
        lambda: other_sessions_ended.send_robust(sender=User, user=user, request=request)
    )


def account_data(user: User) -> dict[str, Any]:
    """Return what this application stores about *user*, as the user may see it, ready for JSON."""
    preferences = Preferences.objects.filter(user=user).first() or Preferences()
    return {
        "name": user.username,
        "kind": user.kind,
        "joined": user.date_joined.isoformat(),
        "signed_up_at": user.signed_up_at.isoformat() if user.signed_up_at else None,
        "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        "email": user.email,
        "email_addresses": [
            {"email": address.email, "confirmed": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=user).order_by("email")
        ],
        "two_step_sign_in": second_factor.second_factor_data(user),
        "is_staff": user.is_staff,
        "banned_at": user.banned_at.isoformat() if user.banned_at else None,
        "ban_reason": user.ban_reason,
        "chat_muted_until": user.chat_muted_until.isoformat() if user.chat_muted_until else None,
        "hides_first_steps": user.hides_first_steps,
        "preferences": account_values(preferences),
        "following": list(relations.following(user).values_list("username", flat=True)),
        "blocked": list(relations.blocked(user).values_list("username", flat=True)),
        "guests": list(user.claimed_guests.order_by("pk").values_list("username", flat=True)),
        "bots": [_bot_data(bot, user) for bot in user.bots.filter(deleted_at=None).order_by("pk")],
        "log": _log_data(user, user),
    }


def _bot_data(bot: User, owner: User) -> dict[str, Any]:
    return {
        "name": bot.username,
        "made": bot.date_joined.isoformat(),
        "tokens": [
            {
                "name": token.name,
                "scopes": token.scopes,
                "made": token.made_at.isoformat(),
                "expires": token.expires_at.isoformat(),
                "last_used": token.last_used_at.isoformat() if token.last_used_at else None,
            }
            for token in bot.tokens.all()
        ],
        "log": _log_data(bot, owner),
    }


def _log_data(user: User, reader: User) -> list[dict[str, Any]]:
    events = user.account_events.order_by("at", "pk")
    return [_event_data(event, reader) for event in events]


def _lock(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def _check_rank(user: User, actor: User) -> None:
    """Let only superusers act on staff accounts; other staff could gain powers through one."""
    if user.is_staff and not actor.is_superuser:
        raise AccountRefused("only_superusers")


def _check_ban(user: User, staff: User) -> None:
    if user.pk == staff.pk:
        raise AccountRefused("cannot_ban_self")
    if user.is_staff:
        raise AccountRefused("cannot_ban_staff")
    if user.is_engine:
        raise AccountRefused("cannot_ban_engine")
    if user.is_deleted:
        raise AccountRefused("account_deleted")
    if user.is_banned:
        raise AccountRefused("already_banned")


def _check_mute(user: User) -> None:
    if user.is_staff:
        raise AccountRefused("cannot_mute_staff")
    if user.is_engine:
        raise AccountRefused("cannot_mute_engine")
    if user.is_deleted:
        raise AccountRefused("account_deleted")


def _anonymise(user: User) -> None:
    user.username = _free_deleted_name()
    user.email = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.deleted_at = timezone.now()
    # Sessions end, and nothing that identified the person stays in the row.
    user.session_epoch += 1
    user.save()
    AccountEvent.objects.forget_person(user)
    user.groups.clear()
    user.user_permissions.clear()
    EmailAddress.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).delete()
    Token.objects.filter(account=user).delete()
    second_factor.forget(user)
    relations.forget(user)


def _rename_in_histories(user: User) -> None:
    """Rename the user in the administration's own log, which stores names as they were."""
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)
    )
    about.update(object_repr=user.username)


def _free_deleted_name() -> str:
    """Return a name nobody has."""
    while True:
        tail = "".join(secrets.choice(DELETED_ALPHABET) for _ in range(DELETED_LENGTH))
        name = f"{names.DELETED_PREFIX}{tail}"
        if not User.objects.like(name).exists():
            return name


def _announce_closing(user: User, reason: str) -> None:
    transaction.on_commit(lambda: announce(account_closing, sender=User, user=user, reason=reason))


def _announce_reopening(user: User) -> None:
    transaction.on_commit(lambda: announce(account_reopened, sender=User, user=user))


def _event_data(event: AccountEvent, reader: User) -> dict[str, Any]:
    """Return a line of the log as *reader* may see it, without the names of staff.

    The reader is the user whom it is about, or the owner of the bot that it is about.
    """
    return {
        "at": event.at.isoformat(),
        "kind": event.kind,
        "by": "yourself"
        if event.actor_id == reader.pk
        else "staff"
        if event.actor_id
        else "the site",
        "before": event.before,
        "after": event.after,
        "reason": event.reason,
        "address": event.address if event.actor_id == reader.pk else None,
    }
