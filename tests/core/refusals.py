"""What a call answers with when the rules refuse it."""

from collections.abc import Callable

from games.core.errors import GameError


def code_of_refusal(call: Callable[[], object]) -> str | None:
    """The code of the GameError that *call* raises, None if it succeeds; other errors go on."""
    try:
        call()
    except GameError as error:
        return error.code
    return None
