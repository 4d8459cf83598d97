"""An attempt to sign in, and the limits that count it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.utils.translation import ngettext

from accounts.backends import find_user
from accounts.names import canonical
from accounts.signin import limits
from accounts.signin.devices import known_device
from tictactoe_site.common.addresses import address_group, client_address
from tictactoe_site.common.throttles import BackOff, Introduction

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Count:
    """One limit, and the keys under which it counts the attempt."""

    limit: BackOff | Introduction
    keys: tuple[str, ...]

    def enter(self) -> int:
        return self.limit.enter(*self.keys)

    def forgive(self) -> None:
        self.limit.forgive(*self.keys)

    def clear(self) -> None:
        self.limit.clear(*self.keys)


class Attempt:
    """An attempt, with the limits that count it."""

    def __init__(self, counts: list[Count]) -> None:
        self._counts = counts

    @classmethod
    def with_password(cls, request: HttpRequest, credentials: dict[str, Any]) -> Attempt:
        """An attempt to give the password for a name or an e-mail address.

        Counted by the address it comes from, by the login as typed (whether that account exists or
        not), and by both; never in a way that lets others use up the owner's attempts.
        """
        login = credentials.get("username") or credentials.get("email") or ""
        device = known_device(request, find_user(login))
        if device:
            return cls([Count(limits.SIGN_IN_PER_DEVICE, (f"{_key_of(login)} {device}",))])
        address = address_group(client_address(request))
        return cls(
            [
                Count(limits.SIGN_IN_PER_ADDRESS, (address,)),
                *_of_login(_key_of(login), address),
            ]
        )

    @classmethod
    def with_code(cls, request: HttpRequest, user: User) -> Attempt:
        """An attempt to give a code for *user*, whose password was right."""
        device = known_device(request, user)
        if device:
            return cls([Count(limits.CODE_PER_DEVICE, (f"user {user.pk} {device}",))])
        return cls([Count(limits.CODE_PER_ACCOUNT, (f"user {user.pk}",))])

    def enter(self) -> None:
        """Count the attempt. Raises ValidationError, counting nothing, if it comes too early."""
        # One after the other: an attempt that one limit refuses must not count for the others.
        for number, count in enumerate(self._counts):
            wait = count.enter()
            if wait:
                for earlier in self._counts[:number]:
                    earlier.forgive()
                raise _too_early(wait)

    def forgive(self) -> None:
        """Uncount the attempt, because it succeeded."""
        for count in self._counts:
            count.forgive()


def forget_attempts(user: User, request: HttpRequest) -> None:
    """After a new password, let the owner, who sent *request*, sign in without waiting."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    for login in {user.username, user.email, *addresses}:
        for count in _of_login(_key_of(login), address_group(client_address(request))):
            count.clear()


def _of_login(login: str, address: str) -> list[Count]:
    return [
        Count(limits.SIGN_IN_PER_PAIR, (f"{login} {address}",)),
        Count(limits.SIGN_IN_PER_LOGIN, (login, address)),
    ]


def _key_of(login: str) -> str:
    return canonical(login.strip())


def _too_early(wait: int) -> ValidationError:
    message = ngettext(
        "Too many attempts. Please wait %(wait)d second and try again.",
        "Too many attempts. Please wait %(wait)d seconds and try again.",
        wait,
    )
    return ValidationError(message, code="too_many_login_attempts", params={"wait": wait})
