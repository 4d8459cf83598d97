"""One attempt to sign in, as the limits see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

from accounts import limits
from accounts.addresses import address_group, client_address
from accounts.backends import find_user
from accounts.devices import known_device
from accounts.names import canonical

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


class Attempt:
    """Counts for the account (known or not, by name or address the same) and for the address."""

    def __init__(self, counts: list[tuple[limits.BackOff, str]]) -> None:
        self._counts = counts

    @classmethod
    def with_password(cls, request: HttpRequest, credentials: dict[str, Any]) -> Attempt:
        """An attempt to give the password that belongs to a name or an address."""
        login = credentials.get("username") or credentials.get("email") or ""
        user = find_user(login)
        account = f"user {user.pk}" if user else f"name {canonical(login.strip())}"
        device = known_device(request, user)
        if device:
            return cls([(limits.SIGN_IN_PER_DEVICE, f"{account} {device}")])
        return cls(
            [
                (limits.SIGN_IN_PER_ADDRESS, address_group(client_address(request))),
                (limits.SIGN_IN_PER_ACCOUNT, account),
            ]
        )

    @classmethod
    def with_code(cls, request: HttpRequest, user: User) -> Attempt:
        """An attempt to give a code of *user*, whose password was right."""
        device = known_device(request, user)
        if device:
            return cls([(limits.CODE_PER_DEVICE, f"user {user.pk} {device}")])
        return cls([(limits.CODE_PER_ACCOUNT, f"user {user.pk}")])

    def enter(self) -> None:
        """Count the attempt. Raises ValidationError, counting nothing, if it comes too early."""
        entered: list[tuple[limits.BackOff, str]] = []
        for limit, key in self._counts:
            wait = limit.enter(key)
            if wait:
                for earlier, earlier_key in entered:
                    earlier.forgive(earlier_key)
                raise _too_early(wait)
            entered.append((limit, key))

    def forgive(self) -> None:
        """Take the attempt back: it was right."""
        for limit, key in self._counts:
            limit.forgive(key)


def forget_attempts(user_id: int) -> None:
    """Let the owner in at once after a new password."""
    limits.SIGN_IN_PER_ACCOUNT.clear(f"user {user_id}")


def _too_early(wait: int) -> ValidationError:
    message = ngettext(
        "Too many attempts. Please wait %(wait)d second and try again.",
        "Too many attempts. Please wait %(wait)d seconds and try again.",
        wait,
    )
    return ValidationError(message, code="too_many_login_attempts", params={"wait": wait})
