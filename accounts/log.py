"""Writes the account log."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.models import AccountEvent, User
from accounts.signals import account_logged
from tictactoe_site.common.addresses import UNKNOWN, client_address, request_id


def record(
    kind: AccountEvent.Kind,
    *,
    user: User,
    actor: User | None,
    request: HttpRequest | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> AccountEvent:
    """Add a line: *actor* (None for a command or the site itself) did *kind* to *user*.

    *before* and *after* hold what changed, ready for JSON; *request* gives its address and id.
    """
    address = client_address(request) if request else UNKNOWN
    event = AccountEvent.objects.create(
        user=user,
        actor=actor,
        kind=kind,
        before=before or {},
        after=after or {},
        reason=reason,
        address=None if address == UNKNOWN else address,
        request_id=request_id(request) if request else "",
    )
    account_logged.send(sender=AccountEvent, event=event)
    return event
