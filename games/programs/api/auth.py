"""Who asks: the bot whose token comes with the request, and how often it may."""

from __future__ import annotations

import math
from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.security import HttpBearer

from accounts.models import Scope, Token
from accounts.programs.token_text import digest_of
from accounts.programs.tokens import bearer
from games.core.errors import GameError
from games.live.limits import BAD_TOKENS, REQUESTS, enter
from tictactoe_site.common.addresses import address_of

# The bots by the digests of the headers with which they have asked lately. They serve only to
# refuse early: whoever is let through here is looked up in the database all the same.
_askers: dict[str, int] = {}
MAX_ASKERS = 10_000


def seconds_owed(authorization: str) -> int:
    """Return how many seconds the sender of this header has to wait, without asking the database.

    It is 0 for a token that has not been used lately.
    """
    bot = _askers.get(digest_of(authorization))
    return math.ceil(REQUESTS.wait(bot)) if bot else 0


class ProgramRequest(HttpRequest):
    """A request that passed `Program`; for the type checker alone."""

    auth: Token


class Program(HttpBearer):
    """The check of a request's token: it allows *scope*, and its bot has not asked too often.

    Raises GameError: scope_missing; too_fast, also for an address that sent too many bad tokens.
    """

    openapi_description = "A bot’s token."

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = bearer(token)
        if found is None:
            # Only bad ones are counted by the address, which many good programs may share.
            enter((BAD_TOKENS, address_of(request)))
            return None
        if len(_askers) >= MAX_ASKERS:
            # All at once, which is simple: a bot that is forgotten here is only refused later.
            _askers.clear()
        _askers[digest_of(request.headers["Authorization"])] = found.account_id
        # By the bot and not the token, or more tokens would allow more requests.
        enter((REQUESTS, found.account_id))
        if not found.allows(self.scope):
            raise GameError("scope_missing")
        return found


def by(scope: str) -> dict[str, Any]:
    """Return the arguments of a route that needs *scope*, by which the document names it, too."""
    return {"auth": Program(scope), "openapi_extra": {SCOPE: scope}}


SCOPE = "x-scope"
READ, PLAY, CHALLENGE = by(Scope.READ), by(Scope.PLAY), by(Scope.CHALLENGE)
LAB = by(Scope.LAB)
routes = Router()  # one for all modules: the methods of a path have to be in the same router
