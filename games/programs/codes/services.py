"""Finds what a code opens: a workshop, or a tournament that is not listed."""

from __future__ import annotations

from collections.abc import Callable

from games.compete.tournaments.queries import address_of_tournament
from games.core.errors import GameError
from games.live.limits import WRONG_CODES, enter
from games.programs.workshops.queries import address_of_code

# Each returns the address of what *code*, in capitals, opens. In the order in which they are asked.
FINDERS: tuple[Callable[[str], str | None], ...] = (address_of_code, address_of_tournament)


def find(code: str, *, address: str) -> str:
    """Return the address that *code* leads to, asked for from *address*.

    Raises GameError: no_such_code; TooFast to an address that tries many codes.
    """
    enter((WRONG_CODES, address))
    for find_address in FINDERS:
        if found := find_address(code.upper()):
            WRONG_CODES.give_back(address)
            return found
    raise GameError("no_such_code")
