"""Who plays whom, as values."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.compete.tournaments.arena.pairing import MAX_AT_ONCE, Company, Free, pair_of, pairs

NOBODY = Company(Counter())


def users_of(found):
    return sorted(pair_of(one.user, other.user) for one, other in found)


def test_those_who_stand_alike_play_each_other():
    free = [Free(user, place) for place, user in enumerate((10, 20, 30, 40), 1)]
    random.Random(1).shuffle(free)
    assert users_of(pairs(free, NOBODY)) == [(10, 20), (30, 40)]


def test_nobody_plays_the_same_opponent_twice_in_a_row():
    free = [
        Free(1, 1, last_opponent=2),
        Free(2, 2, last_opponent=1),
        Free(3, 3, last_opponent=4),
        Free(4, 4, last_opponent=3),
    ]
    assert len(pairs(free, NOBODY)) == 2
    assert not {(1, 2), (3, 4)} & set(users_of(pairs(free, NOBODY)))


def test_two_who_are_alone_play_again():
    two = [Free(1, 1, last_opponent=2), Free(2, 2, last_opponent=1)]
    assert pairs(two, NOBODY) == []
    assert users_of(pairs(two, Company(Counter(), with_one=frozenset({1, 2})))) == [(1, 2)]


def test_those_who_are_kept_apart_never_meet():
    two = [Free(1, 1), Free(2, 2)]
    apart = frozenset({(1, 2)})
    assert pairs(two, Company(Counter(), apart)) == []
    assert pairs(two, Company(Counter(), apart, with_one=frozenset({1, 2}))) == []


def test_those_who_met_often_meet_less_often():
    free = [Free(user, 1) for user in (1, 2, 3, 4)]
    met = Counter({(1, 2): 3, (3, 4): 3, (1, 4): 2, (2, 3): 2})
    assert users_of(pairs(free, Company(met))) == [(1, 3), (2, 4)]


def test_those_who_can_be_rated_together_are_preferred():
    free = [Free(user, user) for user in (1, 2, 3, 4)]
    unrated = frozenset({(1, 2), (3, 4)})
    assert not unrated & set(users_of(pairs(free, Company(Counter(), unrated=unrated))))


def test_who_cannot_be_rated_plays_rather_than_waits():
    free = [Free(user, user) for user in (1, 2, 3, 4)]
    unrated = frozenset({(1, 2), (1, 3), (1, 4)})
    assert len(pairs(free, Company(Counter(), unrated=unrated))) == 2


def test_whoever_has_waited_longest_is_not_left_out():
    free = [Free(1, 1), Free(2, 2), Free(3, 3, waited=15)]
    assert 3 in {player.user for pair in pairs(free, NOBODY) for player in pair}


@given(st.integers(0, 130), st.integers(0, 1_000_000))
def test_as_many_play_as_can(count, seed):
    chance = random.Random(seed)
    free = [Free(user, user, chance.gauss(1500, 300), chance.random()) for user in range(count)]
    found = [player.user for pair in pairs(free, NOBODY) for player in pair]
    assert len(found) == len(set(found)) == min(count, MAX_AT_ONCE) // 2 * 2
