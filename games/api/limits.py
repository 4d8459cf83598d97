"""What a program may do how often: one table, which the API shows and its answers tell."""

from __future__ import annotations

from accounts.models import User
from games.live import pace
from games.live.pace import Pace

# With what each counts, in the order in which they are shown.
SHOWN: dict[Pace, str] = {
    pace.REQUESTS: "Requests of the API.",
    pace.GAMES: "Games made, also as the next of a series.",
    pace.CHALLENGES: "Challenges sent.",
    pace.CHALLENGES_TO_PEOPLE: "Challenges sent to people.",
    pace.CHALLENGES_TO_BOTS: "Challenges sent to bots.",
    pace.OFFERS: "Offers of draws, takebacks and rematches.",
    pace.LAB_RUNS: "Runs of the lab, of all bots of the owner together.",
}
OF_THE_OWNER = {pace.LAB_RUNS}  # the others count by the bot
BY_NAME = {limit.name: limit for limit in SHOWN}


def left(limit: Pace, bot: User) -> int:
    """How many times of *limit* are left to *bot* now."""
    return limit.left(bot.owner_id if limit in OF_THE_OWNER else bot.pk)


def policy(limit: Pace) -> str:
    """The value of RateLimit-Policy: so many times in the seconds after which all are there again.

    As draft-ietf-httpapi-ratelimit-headers writes it.
    """
    return f'"{limit.name}";q={limit.at_once};w={round(limit.at_once * limit.seconds)}'


def standing(limit: Pace, bot: int) -> str:
    """The value of RateLimit: how many times are left, and the seconds until there are more."""
    left = limit.left(bot)
    seconds = 0 if left else max(1, round(limit.owed(bot)))
    return f'"{limit.name}";r={left};t={seconds}'
