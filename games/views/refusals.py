"""What a page says when a service refuses."""

from __future__ import annotations

from games.core.errors import GameError
from games.protocol import refusal
from games.services import Unavailable


def words_of(error: GameError) -> str:
    """The sentence for *error*. A database that is away is no refusal: that error goes on."""
    if isinstance(error, Unavailable):
        raise error.__cause__ or error
    return refusal(error.code)
