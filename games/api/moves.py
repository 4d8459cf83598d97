"""Moves of programs that listen to their game, without Django's request.

Whoever has the stream or a socket of a game open here is known by it, and so is the game: its move
needs no thread, no query and no place, and costs little more than on the socket. All that is not
a plain move of that kind goes the usual way (games.api.verbs), which answers the same.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from pydantic import ValidationError

from accounts.models import Scope
from accounts.programs.token_text import digest_of
from games.api.limits import BY_NAME, standing
from games.api.problems import by_status, refused
from games.api.schemas import NewMove
from games.core.errors import GameError
from games.live.actor import Events
from games.live.deferred import Deferred
from games.live.pace import MOVES
from games.play.consumer import GameConsumer

Headers = list[tuple[bytes, bytes]]
Answer = Callable[[int, Headers, bytes], None]  # status, headers, body

IS_NEW, WAS_THERE = b'{"new": true}', b'{"new": false}'
POLICY = (b"ratelimit-policy", BY_NAME[MOVES.name].policy.encode())


def take(*, token: str, uid: str, body: bytes, answer: Answer) -> bool:
    """Make the move in *body*, and *answer* once it is kept or refused.

    False, having done nothing, for what has to go the usual way.
    """
    connection = GameConsumer.of_programs.get((digest_of(token), uid))
    if connection is None or connection.room is None or connection.token is None:
        return False
    if not (connection.token.allows(Scope.PLAY) and not connection.token.is_expired):
        return False
    try:
        asked = NewMove.model_validate_json(body)
    # The usual way refuses it, in the words that the document promises.
    except ValidationError:
        return False
    key = (connection.user_id, uid)
    try:
        MOVES.enter(key)
        cell = asked.cell_on(connection.room.game.ruleset)
        played = connection.play_for_request(ply=asked.ply, cell=cell, id=asked.id)
    except GameError as error:
        _tell(answer, refused(error))
        return True

    def tell(played: Deferred[Events]) -> None:
        if isinstance(played.error, GameError):
            _tell(answer, refused(played.error))
        elif played.error:
            _tell(answer, by_status(503))
        else:
            limit = (b"ratelimit", standing(MOVES, key).encode())
            headers = [(b"content-type", b"application/json"), POLICY, limit]
            answer(200, headers, IS_NEW if played.result() else WAS_THERE)

    played.on_settled(tell)
    return True


def _tell(answer: Answer, problem: HttpResponse) -> None:
    named = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    answer(problem.status_code, named, problem.content)
