"""Watches the token of an open connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.programs.tokens import still_valid
from games.live import database

if TYPE_CHECKING:
    from accounts.models import Token

SECONDS_BETWEEN_LOOKS = 60.0


async def until_ended(token: Token) -> None:
    """Return once *token* is no longer valid; until then, record every minute that it is in use.

    Revoking a token tells its connections at once. This ends the connections of a token that
    expires, and makes up for a hint that was lost.
    """
    while not token.is_expired:
        with suppress(database.Unavailable):
            if await database.run(still_valid, token.pk) is None:
                return
        left = (token.expires_at - timezone.now()).total_seconds()
        await asyncio.sleep(max(0.0, min(left, SECONDS_BETWEEN_LOOKS)))
