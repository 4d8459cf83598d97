"""Watches the token of an open connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from django.utils import timezone

from accounts.models import Token, User
from accounts.programs.tokens import still_valid
from games.live.storage import database
from games.protocol.messages import CloseCode

SECONDS_BETWEEN_LOOKS = 60.0


async def until_ended(token: Token) -> int:
    """Wait until *token* is no longer valid; return the CloseCode for its connections.

    Until then record every minute that it is in use.

    Revoking a token tells its connections at once. This ends the connections of a token that
    expires, and makes up for a hint that was lost.
    """
    while not token.is_expired:
        with suppress(database.Unavailable):
            if code := await database.run(_how_ended, token):
                return code
        left = (token.expires_at - timezone.now()).total_seconds()
        await asyncio.sleep(max(0.0, min(left, SECONDS_BETWEEN_LOOKS)))
    return CloseCode.SIGN_IN


def _how_ended(token: Token) -> int | None:
    """Return the CloseCode for connections with *token*; None while it is valid."""
    if still_valid(token.pk):
        return None
    has_account = User.objects.playing().filter(pk=token.account_id).exists()
    return CloseCode.SIGN_IN if has_account else CloseCode.FORBIDDEN
