"""Moves of programs that listen to their game, without Django's request.

A program that has the stream or a socket of a game open in this process is known, and so is the
game. Its move needs no thread and no query, and takes no place among the requests that are under
way. Everything else goes the usual way (games.programs.api.verbs), which answers the same.
"""

from __future__ import annotations

import logging

from django.http import HttpResponse
from pydantic import ValidationError

from accounts.models import Scope
from accounts.programs.token_text import digest_of
from games.core.errors import GameError
from games.live.limits import MOVES, enter
from games.live.storage.database import Unavailable
from games.play.game import commands
from games.play.game.consumer import GameConsumer
from games.programs.api.problems import by_status, refused
from games.programs.api.published_limits import BY_NAME, standing
from games.programs.api.schemas import NewMove

logger = logging.getLogger(__name__)

POLICY = BY_NAME[MOVES.name].policy
IS_NEW, WAS_THERE = b'{"new": true}', b'{"new": false}'


def is_listening(*, token: str, uid: str) -> bool:
    """Return whether the stream or a socket of the game *uid* is open with *token*, to play."""
    return _listener(token, uid) is not None


async def play(*, token: str, uid: str, body: bytes) -> HttpResponse | None:
    """Make the move in *body*, and return the answer once it is kept or refused.

    Return None, having done nothing, for what has to go the usual way.
    """
    listener = _listener(token, uid)
    try:
        asked = NewMove.model_validate_json(body)
    # The usual way refuses it, in the words that the document promises.
    except ValidationError:
        return None
    if listener is None or listener.room is None or listener.user is None:
        return None
    key, room = f"{listener.user_id} {uid}", listener.room
    try:
        enter((MOVES, key))
        cell = asked.cell_on(room.game.ruleset)
        made = commands.play(room=room, player=listener.user, ply=asked.ply, cell=cell, id=asked.id)
        is_new = bool(await made)
    except GameError as error:
        return refused(error)
    except Unavailable:
        return by_status(503)
    except Exception:
        logger.exception("a move failed")
        return by_status(500)
    answer = HttpResponse(IS_NEW if is_new else WAS_THERE, content_type="application/json")
    answer["RateLimit-Policy"], answer["RateLimit"] = POLICY, standing(MOVES, key)
    return answer


def _listener(token: str, uid: str) -> GameConsumer | None:
    found = GameConsumer.of_programs.get((digest_of(token), uid))
    if found is None or found.token is None or found.token.is_expired:
        return None
    return found if found.token.allows(Scope.PLAY) else None
