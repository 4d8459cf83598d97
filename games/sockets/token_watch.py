"""Looks after the token of a connection that lasts."""

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
    """Return once *token* may not be used any more; until then, note each minute that it is used.

    What revokes a token tells its connections at once. This ends those of one that expires, and
    finds a word that was lost.
    """
    while not token.is_expired:
        with suppress(database.Unavailable):
            if await database.run(still_valid, token.pk) is None:
                return
        left = (token.expires_at - timezone.now()).total_seconds()
        await asyncio.sleep(max(0.0, min(left, SECONDS_BETWEEN_LOOKS)))
