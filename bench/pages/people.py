"""The users: a few of them play most of the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import accumulate
from random import Random

from accounts import names
from accounts.models import User
from games.engine import LEVELS

USERS_A_GAME = 0.1
MIN_USERS = 200
# The share of the games that the user in place i plays is proportional to 1 / (i + FLATNESS): of
# 50,000 users the first plays 1 in 85.
FLATNESS = 10
SYLLABLES = [first + second for first in "bdfgkptz" for second in "aeu"]


def user_rows(number: int, since: datetime) -> Iterator[dict[str, object]]:
    """Yield the columns of *number* users, the most active first."""
    for place in range(number):
        name = _name(place)
        yield {
            "username": name,
            "canonical": names.canonical(name),
            "skeleton": names.skeleton(name),
            "email": f"{name.lower()}@example.org" if place % 3 else "",
            "kind": User.Kind.GUEST if place % 4 == 3 else User.Kind.PERSON,
            "date_joined": since,
        }


def make_engines() -> dict[str, int]:
    """Create the accounts of the engine's levels; return their keys by the level's name."""
    return {
        name: User.objects.create_user(level.title, kind=User.Kind.ENGINE).pk
        for name, level in LEVELS.items()
    }


class Players:
    """Chooses who plays, by how active they are."""

    def __init__(self, users: Sequence[int], random: Random) -> None:
        self._users, self._random = users, random
        self._upto = list(accumulate(1 / (place + FLATNESS) for place in range(len(users))))

    def pairs(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield *number* pairs of different users."""
        chosen = self._random.choices(self._users, cum_weights=self._upto, k=2 * number)
        for one, other in zip(chosen[::2], chosen[1::2], strict=True):
            yield one, other if one != other else self._another(one)

    def _another(self, one: int) -> int:
        return self._users[0] if self._users[0] != one else self._users[1]


def _name(place: int) -> str:
    """Return a name for each place, none of which looks like another."""
    text = ""
    for _ in range(4):
        place, syllable = divmod(place, len(SYLLABLES))
        text += SYLLABLES[syllable]
    return text.capitalize()
