"""What staff do to several users at once, each time with a reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.access import signed_in_user
from accounts.admin.decisions import Act, Asked, StaffAction
from accounts.errors import AccountRefused
from accounts.forms import ReasonForm
from accounts.models import User
from accounts.programs.tokens import revoke_all
from accounts.signin import second_factor

# Users in one decision: the page that asks for the reason sends a field for each, and a few more,
# and Django refuses a form of more than 1,000 fields.
AT_ONCE = 900


def by_staff(verb: Callable[..., object], *, keyword: str = "staff") -> Act:
    """Return an act that calls the service *verb*, with who acts as its argument *keyword*."""

    def act(user: User, request: HttpRequest, asked: Asked) -> None:
        verb(user=user, request=request, **{keyword: signed_in_user(request)}, **asked)

    return act


def _revoke(user: User, request: HttpRequest, asked: Asked) -> None:
    if not revoke_all(account=user, actor=signed_in_user(request), request=request, **asked):
        raise AccountRefused("no_tokens")


def _delete(*, user: User, **asked: Any) -> None:
    if user.is_staff:
        raise AccountRefused("cannot_delete_staff")
    services.delete_account(user=user, **asked)


user_action = partial(
    StaffAction,
    form=ReasonForm,
    permission="moderate",
    template="admin/accounts/user/decide.html",
    at_once=AT_ONCE,
)
# By itself, because the administration of games offers refunds with it (`games/admin/accounts.py`).
BAN = user_action(
    "ban", _("Ban selected users…"), by_staff(services.ban), title=_("Ban these users?")
)
OTHERS = (
    user_action(
        "unban", _("Unban selected users…"), by_staff(services.unban), title=_("Unban these users?")
    ),
    user_action(
        "unmute",
        _("Unmute selected users…"),
        by_staff(services.unmute),
        title=_("Unmute these users?"),
    ),
    user_action(
        "revoke_tokens",
        _("Revoke all tokens of selected bots…"),
        _revoke,
        title=_("Revoke all tokens of these bots?"),
        permission="change",
    ),
    user_action(
        "take_second_factor_away",
        _("Remove two-step sign-in of selected users (lost device)…"),
        by_staff(second_factor.take_away, keyword="actor"),
        title=_("Let these users sign in with only a password?"),
        permission="remove_second_factor",
    ),
    user_action(
        "delete_accounts",
        _("Delete selected accounts permanently…"),
        by_staff(_delete, keyword="actor"),
        title=_("Delete these accounts for good?"),
        permission="delete_accounts",
    ),
)
