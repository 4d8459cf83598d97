"""How often a program may do what: one table, which the API shows and its answers refer to."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.conf import settings

from accounts.models import User
from games.compete.rounds import leaving
from games.core import chat
from games.core.clock import SECOND
from games.live import limits
from games.programs.lab import services as lab
from tictactoe_site.common.limiters import LimitKey
from tictactoe_site.common.limiters.in_memory import TokenBuckets

SECONDS_OF_AN_EXPORT = 20  # a bot has one export at a time
SECONDS_OF_A_DEAD_STREAM = 7  # a stream may be counted for so long after its client has gone
SECONDS_OF_HANDSHAKES = 30  # after which an address may begin to open all of them again


@dataclass(frozen=True, slots=True)
class RequestLimit:
    """A limit: *at_once* times at once, then once in so many *seconds*.

    *seconds* is 0 if only the number is limited. *buckets* count by the bot or by its owner, and
    are None where the limit is counted in another way.
    """

    name: str
    what: str
    at_once: int
    seconds: float = 0
    buckets: TokenBuckets | None = None
    is_of_owner: bool = False

    @property
    def policy(self) -> str:
        """The value of RateLimit-Policy, after draft-ietf-httpapi-ratelimit-headers: how many
        times (q), and, if time limits it, the seconds after which all are there again (w)."""
        window = f";w={math.ceil(self.at_once * self.seconds)}" if self.seconds else ""
        return f'"{self.name}";q={self.at_once}{window}'

    def left(self, bot: User) -> int | None:
        """Return how many times *bot* may do it now, if that is counted."""
        if self.buckets is None:
            return None
        key = bot.owner_id if self.is_of_owner else bot.pk
        assert key  # every bot has an owner
        return self.buckets.left(key)


def _paced(buckets: TokenBuckets, what: str, *, is_of_owner: bool = False) -> RequestLimit:
    return RequestLimit(buckets.name, what, buckets.at_once, buckets.seconds, buckets, is_of_owner)


def _by_something_else(buckets: TokenBuckets, what: str) -> RequestLimit:
    return RequestLimit(buckets.name, what, buckets.at_once, buckets.seconds)


TABLE = (
    _paced(limits.REQUESTS, "Requests, but for those moves that are counted below."),
    _by_something_else(
        limits.MOVES,
        "Moves in one game, by a program that has the game’s stream or socket open.",
    ),
    RequestLimit("streams", "Streams and sockets, open at once.", settings.SOCKETS_PER_BOT),
    _paced(limits.CHALLENGES, "Challenges sent."),
    _paced(limits.CHALLENGES_TO_PEOPLE, "Challenges sent to people."),
    _paced(limits.CHALLENGES_TO_BOTS, "Challenges sent to bots."),
    _paced(
        limits.GAMES, "Games made, also as the next of a series, and searches for rated rounds."
    ),
    RequestLimit(
        leaving.LIMIT, "Rounds left within a day, before the next one waits.", leaving.FREE
    ),
    _paced(limits.OFFERS, "Offers of draws, takebacks and rematches."),
    _paced(limits.LAB_RUNS, "Runs of the lab, of all bots of the owner.", is_of_owner=True),
    RequestLimit("lab-runs-at-once", "Runs of the lab that a bot has under way.", 1),
    RequestLimit("lab-questions", "Questions of one run of the lab.", lab.MAX_QUESTIONS),
    RequestLimit(
        "lab-answers",
        "Answers that are waited for: the seconds for each question that was sent.",
        1,
        lab.AN_ANSWER.total_seconds(),
    ),
    RequestLimit(
        "lab-time",
        "Runs of the lab by the clock: the seconds that one has.",
        1,
        lab.A_RUN.total_seconds(),
    ),
    RequestLimit("chat", "Lines of chat.", chat.BURST, chat.BURST_LASTS / SECOND / chat.BURST),
    RequestLimit("exports", "Exports under way.", 1),
    _by_something_else(limits.GAMES_OF_ADDRESS, "Games made from one address."),
    _by_something_else(limits.PUZZLE_FILES, "Files of all puzzles, sent to one address."),
    _by_something_else(limits.BAD_TOKENS, "Requests with a token that is none, of one address."),
    RequestLimit(
        "streams-of-address",
        "Streams and sockets of one address, open at once.",
        settings.SOCKETS_PER_ADDRESS,
    ),
    RequestLimit(
        "connections-of-address",
        "Streams and sockets that one address begins to open.",
        settings.HANDSHAKES_PER_ADDRESS,
        SECONDS_OF_HANDSHAKES / settings.HANDSHAKES_PER_ADDRESS,
    ),
)
BY_NAME = {limit.name: limit for limit in TABLE}


def standing(buckets: TokenBuckets, key: LimitKey) -> str:
    """Return the value of RateLimit: how many times are left, and the seconds until there
    are more.
    """
    left = buckets.left(key)
    seconds = 0 if left else math.ceil(buckets.wait(key))
    return f'"{buckets.name}";r={left};t={seconds}'
