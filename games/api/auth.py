"""Who asks: the bot whose token comes with the request, and how often it may."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router
from ninja.security import HttpBearer

from accounts.models import Scope, Token
from accounts.programs.tokens import bearer
from games.core.errors import GameError
from games.live.pace import REQUESTS


class Program(HttpBearer):
    """A token that allows *scope*, and whose bot has not asked too often.

    Raises GameError: scope_missing, too_fast.
    """

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope
        self.openapi_security_schema = {
            **self.openapi_security_schema,
            "description": "A bot’s token.",
        }

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        found = bearer(token)
        if found is None:
            return None
        REQUESTS.enter(found.account_id)
        if not found.allows(self.scope):
            raise GameError("scope_missing")
        return found


READ, PLAY, CHALLENGE = Program(Scope.READ), Program(Scope.PLAY), Program(Scope.CHALLENGE)
LAB = Program(Scope.LAB)
routes = Router()  # one for all: a path has one, whatever the methods
