"""Whatever people do, and wherever a process dies, the standing is what the rounds come to."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.compete.rounds import services as rounds
from games.compete.tournaments import services as tournaments
from games.compete.tournaments import standings, upkeep
from games.compete.tournaments.arena import services
from games.core.errors import GameError
from games.models import Round, Tournament, TournamentEntry
from tests.compete.tournaments.making import end_game, new_arena
from tests.conftest import make_person

PEOPLE = 5
STEPS = st.one_of(
    st.tuples(
        st.sampled_from(["join", "pause", "back", "withdraw", "x", "o", "draw", "absent"]),
        st.integers(0, PEOPLE - 1),
    ),
    st.tuples(st.just("wait"), st.integers(1, 12)),
    st.tuples(st.just("dies"), st.integers(1, 3)),
    st.tuples(st.just("end"), st.just(0)),
)


class Killed(Exception):
    """As the end of a process, between two transactions or in the middle of one."""


def do(verb, arena, user):
    verbs = {
        "join": tournaments.join,
        "pause": tournaments.pause,
        "back": tournaments.come_back,
        "withdraw": tournaments.withdraw,
    }
    with suppress(GameError):  # not now
        verbs[verb](uid=arena.uid, user=user)


def pair_and_die(arena, now, rounds_before):
    """Pair, but end in the middle of the round of this number."""
    begin, left = rounds.begin, [rounds_before]

    def dying(**terms):
        left[0] -= 1
        if not left[0]:
            begin(**terms)
            raise Killed
        return begin(**terms)

    with mock.patch.object(services.rounds, "begin", dying), suppress(Killed):
        services.advance(uid=arena.uid, now=now)


def check(arena):
    assert standings.recount(arena) == standings.stored_scores(arena)
    going = arena.rounds.filter(state="going")
    playing = Counter(user for round in going for user in (round.first_id, round.second_id))
    assert set(playing.values()) <= {1}
    free = arena.entries.filter(free_since__isnull=False).values_list("user", flat=True)
    assert not set(free) & set(playing)
    points = sum(score.halves for score in standings.stored_scores(arena).values())
    counted = Round.objects.filter(standings.counting(arena)).count()
    assert points == 4 * counted


@pytest.mark.django_db
@settings(
    max_examples=15,  # each is a whole arena
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(STEPS, min_size=5, max_size=25))
def test_any_order_of_events_keeps_the_standing_right(db, steps):
    Round.objects.all().delete()
    Tournament.objects.all().delete()
    people = [
        User.objects.filter(username=f"mover{number}").first() or make_person(f"mover{number}")
        for number in range(PEOPLE)
    ]
    now = timezone.now()
    arena = new_arena(state="going", begun_at=now, starts_at=now, pool="", control="120+2")
    TournamentEntry.objects.bulk_create(
        TournamentEntry(tournament=arena, user=user, free_since=now, seen_at=now)
        for user in people[:4]
    )
    for what, number in steps:
        with mock.patch.object(timezone, "now", return_value=now):
            if what == "wait":
                now += timedelta(seconds=number)
                upkeep.note_seen(users=[user.pk for user in people], now=now)
                services.advance(uid=arena.uid, now=now)
            elif what == "dies":
                upkeep.note_seen(users=[user.pk for user in people], now=now)
                pair_and_die(arena, now, number)
            elif what == "end":
                services.end(uid=arena.uid, now=arena.ends_at)
            elif what in ("join", "pause", "back", "withdraw"):
                do(what, arena, people[number])
            elif going := list(arena.rounds.filter(state="going").order_by("pk")):
                outcome = "x" if what == "absent" else what
                ending = "abandoned" if what == "absent" else "line"
                end_game(going[number % len(going)], outcome, at=now, termination=ending)
        arena.refresh_from_db()
        check(arena)
