"""`python -m bench.pairing`: how long it takes to choose who plays whom in an arena.

The figures are the median of five, in seconds of a processor. So many players are free, and each
may be paired with so many of those below them in the standing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import combinations
from statistics import median
from unittest import mock

from games.compete.tournaments.arena import pairing
from games.compete.tournaments.arena.pairing import Company, Free, Pair

TIMES = 5
NETWORKS = 5
SIZES = ((50, 8), (50, 50), (100, 6), (100, 8), (100, 12), (100, 100))


def main() -> None:
    median_seconds([free(4, 0)], near=4)  # loads networkx
    for count, near in SIZES:
        seconds = median_seconds([free(count, seed) for seed in range(TIMES)], near)
        print(f"{count:4} free, each joined with {near:3}: {seconds * 1000:6.0f} ms in one group")
    usual = median(timed(free(100, seed)) for seed in range(TIMES))
    print(f" 100 free, as the arena does it:    {usual * 1000:6.0f} ms")
    classes = median(timed(free(100, seed), at_home(100)) for seed in range(TIMES))
    print(f" 100 free, from {NETWORKS} networks:       {classes * 1000:6.0f} ms")


def free(count: int, seed: int) -> list[Free]:
    chance = random.Random(seed)
    return [Free(user, user, chance.gauss(1500, 300), chance.random()) for user in range(count)]


def median_seconds(groups: list[list[Free]], near: int) -> float:
    with mock.patch.multiple(pairing, NEAR=near, GROUP=len(groups[0])):
        return median(map(timed, groups))


def at_home(count: int) -> frozenset[Pair]:
    """Return the pairs from one network, whose rounds are not rated."""
    homes = (range(at, count, NETWORKS) for at in range(NETWORKS))
    return frozenset(pair for home in homes for pair in combinations(home, 2))


def timed(group: list[Free], unrated: frozenset[Pair] = frozenset()) -> float:
    began = time.process_time()
    pairing.pairs(group, Company(Counter(), unrated=unrated))
    return time.process_time() - began


if __name__ == "__main__":
    main()
