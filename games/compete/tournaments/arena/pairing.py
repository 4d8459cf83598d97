"""Who plays whom in an arena, without clock or database.

As many pairs as possible, and of all such matchings the one of most weight. A pair weighs less if
its round would not be rated, if the two are far apart or have met before, and more for each second
that they have waited.

Only the next few below somebody are considered as opponents, in groups. With all pairs of a
hundred it would take 1.2 s instead of 0.11 (`python -m bench.pairing`), and in that time nobody
else has the interpreter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

MAX_AT_ONCE = 100
GROUP = 50  # players who are matched together
NEAR = 8  # how many below each may be their opponent
WEIGHT = 1_000_000  # of a pair with nothing against it
# In points of rating: taken from WEIGHT for each place between the two, for each time they met, and
# if their round would not be rated, which outweighs NEAR places. Waiting adds to it.
PER_PLACE = 300
PER_MEETING = 600
IF_UNRATED = 5_000
PER_SECOND_WAITED = 100
MAX_WAIT = 60.0  # seconds of each that count

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Free:
    """Somebody who can be paired: *place* in the standing, *waited* in seconds."""

    user: int
    place: int
    rating: float = 1500.0
    waited: float = 0.0
    last_opponent: int | None = None


@dataclass(frozen=True, slots=True)
class Company:
    """What matters between those who are free.

    *met* counts their rounds, by pair with the lower key first; *apart* are the pairs that may not
    play, *unrated* those whose round would change no rating. Those *with_one* may play only one of
    all who are there, and so the same one again at once.
    """

    met: Counter[Pair]
    apart: frozenset[Pair] = frozenset()
    unrated: frozenset[Pair] = frozenset()
    with_one: frozenset[int] = frozenset()

    def may_play(self, one: Free, other: Free) -> bool:
        if pair_of(one.user, other.user) in self.apart:
            return False
        is_again = other.user == one.last_opponent or one.user == other.last_opponent
        return not is_again or not self.with_one.isdisjoint((one.user, other.user))


def pair_of(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


def pairs(free: Iterable[Free], company: Company) -> list[tuple[Free, Free]]:
    """Return the pairs that play now, of the MAX_AT_ONCE of *free* who have waited longest."""
    longest = sorted(free, key=lambda one: -one.waited)[:MAX_AT_ONCE]
    by_place = sorted(longest, key=lambda one: one.place)
    groups = (by_place[at : at + GROUP] for at in range(0, len(by_place), GROUP))
    return [pair for group in groups for pair in _matched(group, company)]


def _matched(group: Sequence[Free], company: Company) -> list[tuple[Free, Free]]:
    # Loading it takes 0.13 s and 24 MB, which a process without arenas need not spend.
    from networkx import Graph, max_weight_matching

    graph = Graph()
    for at, one in enumerate(group):
        for other in _next_below(one, group[at + 1 :], company.may_play):
            graph.add_edge(one, other, weight=weight(one, other, company))
    return list(max_weight_matching(graph, maxcardinality=True))


def _next_below(
    one: Free, below: Iterable[Free], may_play: Callable[[Free, Free], bool]
) -> list[Free]:
    found: list[Free] = []
    for other in below:
        if may_play(one, other):
            found.append(other)
            if len(found) == NEAR:
                break
    return found


def weight(one: Free, other: Free, company: Company) -> int:
    """Return how good the pair is, in points of rating above an arbitrary zero."""
    against = PER_PLACE * abs(one.place - other.place) + abs(one.rating - other.rating)
    pair = pair_of(one.user, other.user)
    against += PER_MEETING * company.met[pair] + IF_UNRATED * (pair in company.unrated)
    waited = min(one.waited, MAX_WAIT) + min(other.waited, MAX_WAIT)
    return WEIGHT + round(PER_SECOND_WAITED * waited - against)
