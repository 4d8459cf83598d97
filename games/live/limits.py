"""How often people and programs may do what costs others something in games, a line for each limit.

docs/security.md says where the limits of accounts, chat, sockets and workshops' clients
stand.
"""

from __future__ import annotations

import math
from typing import Protocol

from django.conf import settings

from games.core.errors import TooFast
from tictactoe_site.common.limiters import LimitKey
from tictactoe_site.common.limiters.in_cache import CachedBuckets
from tictactoe_site.common.limiters.in_memory import TokenBuckets


class Buckets(Protocol):
    """A limit: a bucket of tokens for each key, wherever that is."""

    @property
    def name(self) -> str: ...

    def take(self, key: LimitKey, /) -> float: ...

    def give_back(self, key: LimitKey, /) -> None: ...


def enter(*times: tuple[Buckets, LimitKey]) -> None:
    """Count one use of each limit in *times* under its key. Raises TooFast, counting nothing."""
    waits = [(limit.take(key), limit.name) for limit, key in times]
    wait, name = max(waits)
    if wait:
        # Whoever is refused by one limit must not pay for the others.
        for (refused, _), (limit, key) in zip(waits, times, strict=True):
            if not refused:
                limit.give_back(key)
        raise TooFast(math.ceil(wait), name)


def enter_game(player: int, address: str, *limits: Buckets) -> None:
    """Count a game that *player* makes from *address* ("" if that is not known).

    It counts for the player's *limits* as well. Raises TooFast, counting nothing.
    """
    by_address = [(GAMES_OF_ADDRESS, address)] if address else []
    enter((GAMES, player), *by_address, *((limit, player) for limit in limits))


def enter_asker(asker: str, address: str, *, each: Buckets, of_address: Buckets) -> None:
    """Count what *asker*, a user or an address, has the engine do.

    It counts as well for *address*, from which a user comes: "" if *asker* is an address itself.
    Raises TooFast, counting nothing.
    """
    enter((each, asker), *([(of_address, address)] if address else []))


# ---- in this process ----------------------------------------------------------------------------

# By the id of whoever does it. Duels and searches for a round count as games.
GAMES = TokenBuckets(at_once=30, seconds=4, name="games")  # made, also as the next of a series
# Also by the address, because somebody who keeps coming as a new guest would have no limit. A class
# of 60 shares one, and begins two games a second if each takes half a minute.
GAMES_OF_ADDRESS = TokenBuckets(at_once=300, seconds=0.5, name="games-of-address")
# Brought from a device on which they were played without a network: it keeps the last 20.
OFFLINE_GAMES = TokenBuckets(at_once=60, seconds=30, name="offline-games")
# By the workshop's id. Programs are faster: two that play at once are done within a second.
GAMES_OF_WORKSHOP = TokenBuckets(at_once=300, seconds=0.5, name="games-of-workshop")
# Devices that are told of what waits: switched on or renewed, and tried.
PUSH_DEVICES = TokenBuckets(at_once=20, seconds=60, name="push-devices")
PUSH_TESTS = TokenBuckets(at_once=5, seconds=20, name="push-tests")
CHALLENGES = TokenBuckets(at_once=5, seconds=20, name="challenges")
# Of draws, takebacks and rematches; withdrawing is free.
OFFERS = TokenBuckets(at_once=20, seconds=3, name="offers")
# Challenges by bots count here, too: to people (20 a day), to other bots (100).
CHALLENGES_TO_PEOPLE = TokenBuckets(at_once=20, seconds=4_320, name="challenges-to-people")
CHALLENGES_TO_BOTS = TokenBuckets(at_once=100, seconds=864, name="challenges-to-bots")
# By the id of the receiver; what comes faster is not shown at once, but found on the next page.
NOTICES = TokenBuckets(at_once=20, seconds=2, name="notices")
# By the game's id: reads of its version, because a client says that it is newer than the room's.
LOOKS = TokenBuckets(at_once=1, seconds=2, name="looks")
LAB_RUNS = TokenBuckets(at_once=20, seconds=4_320, name="lab-runs")  # by the id of the bot's owner
REQUESTS = TokenBuckets(at_once=60, seconds=0.5, name="requests")  # of the API, by the bot
# By the bot and the game, as much as a socket may say.
MOVES = TokenBuckets(
    at_once=2 * settings.SOCKET_MESSAGES_A_SECOND,
    seconds=1 / settings.SOCKET_MESSAGES_A_SECOND,
    name="moves",
)
CARDS = TokenBuckets(at_once=60, seconds=2, name="cards")  # pictures drawn, by the address
PUZZLE_FILES = TokenBuckets(at_once=20, seconds=30, name="puzzle-files")  # by the address
WORKSHOP_FILES = TokenBuckets(at_once=6, seconds=20, name="workshop-files")  # by the owner's id
BAD_TOKENS = TokenBuckets(at_once=20, seconds=3, name="bad-tokens")  # by the address

# ---- in all processes ---------------------------------------------------------------------------

# By who asks, a user or an address; and by the address that users come from.
REVIEWS = CachedBuckets("review", at_once=20, seconds=5, longest=120)
EXPLANATIONS = CachedBuckets("explain", at_once=60, seconds=2, longest=60)
EXPLANATIONS_OF_ADDRESS = CachedBuckets("explain-address", at_once=120, seconds=2, longest=60)
POSITIONS = CachedBuckets("position", at_once=60, seconds=2, longest=60)
POSITIONS_OF_ADDRESS = CachedBuckets("position-address", at_once=120, seconds=2, longest=60)
WALKS = CachedBuckets("walk", at_once=60, seconds=2, longest=60)
WALKS_OF_ADDRESS = CachedBuckets("walk-address", at_once=120, seconds=2, longest=60)
# Moves judged in puzzles of all kinds: by the user, and by the address, which is the only limit for
# visitors without an account.
ANSWERS = CachedBuckets("puzzle", at_once=1200, seconds=1, longest=30)
ANSWERS_OF_ADDRESS = CachedBuckets("puzzle-address", at_once=6000, seconds=1, longest=30)
# Those on larger boards, where a move may cost a search.
SEARCHED_ANSWERS = CachedBuckets("puzzle-search", at_once=120, seconds=2, longest=60)
SEARCHED_ANSWERS_OF_ADDRESS = CachedBuckets(
    "puzzle-search-address", at_once=400, seconds=2, longest=60
)
# By the address, which a whole class may share.
WRONG_CODES = CachedBuckets("workshop-codes", at_once=60, seconds=2, longest=300)
