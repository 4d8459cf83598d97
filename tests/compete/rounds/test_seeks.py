"""Looking for an opponent: who meets whom, and who does not."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import relations
from accounts.models import User
from games.compete.ratings import levels
from games.compete.ratings.pools import USUAL
from games.compete.rounds import queries, seeks, services
from games.compete.rounds.seeks import WIDENS_AFTER, Wish, begin_against_level, distance
from games.compete.tournaments.robin.services import enter_level
from games.compete.tournaments.robin.showing import ShownRobin
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.live.limits import GAMES
from games.models import SEEKERS_STAY, Lock, Pool, Rating, Round, Seek
from games.play.notices.queries import round_invitations
from tests.compete.tournaments.making import end_round
from tests.compete.tournaments.robin.playing import robin
from tests.conftest import make_person

pytestmark = pytest.mark.django_db
NOW = timezone.now()
SIX = USUAL[Pool.FOURS]


@pytest.fixture
def guest():
    return User.objects.create_user("guest", kind=User.Kind.GUEST)


@pytest.fixture
def bot(charlie):
    return User.objects.create_user("walker", kind=User.Kind.BOT, owner=charlie)


def wish(**changes):
    return Wish(**{"ruleset": SIX.ruleset, "control": SIX.clock, **changes})


def seek(user, *, now=NOW, invited=None, **changes):
    return seeks.seek(user=user, wish=wish(**changes), invited=invited, now=now)


def rate(user, points, deviation=60.0):
    Rating.objects.create(
        user=user, pool=Pool.FOURS, rating=points, deviation=deviation, rounds=30, at=NOW
    )


def refused(code, verb, **arguments):
    with pytest.raises(GameError) as error:
        verb(**arguments)
    assert error.value.code == code


def test_of_two_who_come_the_second_meets_the_first(alice, bob):
    assert seek(alice).round_uid == ""
    found = seeks.seek(user=bob, wish=wish(), network="b" * 16, now=NOW)
    round = Round.objects.get(uid=found.round_uid)
    assert set(round.players) == {alice, bob}
    assert round.pool == Pool.FOURS
    networks = dict(zip(round.players, (round.first_network, round.second_network), strict=True))
    assert networks == {alice: "", bob: "b" * 16}
    assert seeks.look(user=alice, now=NOW).round_uid == round.uid
    assert queries.who_looks(None, NOW) == []


def test_other_terms_do_not_meet(alice, bob):
    seek(alice)
    assert not seek(bob, ruleset=Ruleset(5, 5, 4)).round_uid
    refused("no_pool", seek, user=bob, ruleset=Ruleset(3, 3, 3))
    refused("bad_reach", seek, user=bob, reach=150)


def test_whoever_has_left_is_met_again_when_they_are_back(alice, bob):
    seek(alice)
    later = NOW + SEEKERS_STAY
    assert not seek(bob, now=later).round_uid
    assert queries.who_looks(alice, later)[0].user == bob
    assert seeks.look(user=alice, now=later + timedelta(seconds=1)).round_uid
    assert seeks.look(user=bob, now=later).round_uid


def test_both_reaches_hold(alice, bob):
    rate(alice, 1500)
    rate(bob, 1650)
    seek(alice, reach=100)
    assert not seek(bob, reach=400).round_uid
    assert seek(alice, reach=200).round_uid


def test_a_reach_widens_if_its_player_allows_it(alice, bob):
    rate(alice, 1500)
    rate(bob, 1650)
    for widens in (False, True):
        seek(alice, reach=100, widens=widens)
        seek(bob)
        later = NOW + WIDENS_AFTER
        seeks.look(user=bob, now=later)
        assert bool(seeks.look(user=alice, now=later).round_uid) == widens
    Seek.objects.update(round_uid="")
    long_after = NOW + 9 * WIDENS_AFTER
    assert seeks.reach_of(Seek.objects.get(user=alice), long_after) == 0


def test_a_provisional_rating_may_be_anywhere_in_its_margin(alice, bob):
    rate(alice, 1900)
    seek(alice, reach=100)
    assert seek(bob, reach=100).round_uid  # of whom nothing is known
    rated, unknown = (queries.ratings_of([one], Pool.FOURS)[one.pk] for one in (alice, bob))
    assert distance(rated, unknown) == 0
    assert distance(rated, rated) == 0


def test_people_and_programs_do_not_meet(alice, bot):
    seek(alice)
    assert not seek(bot).round_uid
    assert not seeks.look(user=alice, now=NOW).round_uid


def test_who_accepts_looks_for_nobody_else(alice, bob):
    own = seek(alice)
    Seek.objects.filter(user=alice).update(m=7, n=7)
    assert not seek(bob).round_uid
    assert seeks.accept(uid=own.uid, user=bob, now=NOW).round_uid
    assert seeks.look(user=bob, now=NOW) is None


def test_who_begins_games_too_fast_accepts_none(alice, bob):
    own = seek(alice)
    for _ in range(GAMES.at_once):
        GAMES.take(bob.pk)
    refused("too_fast", seeks.accept, uid=own.uid, user=bob, now=NOW)
    assert not Round.objects.exists()


def test_people_who_have_blocked_each_other_do_not_meet(alice, bob):
    relations.block(owner=alice, other=bob)
    own = seek(alice)
    assert not seek(bob).round_uid
    assert [one.user for one in queries.who_looks(bob, NOW)] == [bob]
    refused("not_welcome", seeks.accept, uid=own.uid, user=bob, now=NOW)


def test_rounds_that_would_not_count_are_not_begun(alice, bob, monkeypatch):
    monkeypatch.setattr(seeks, "unrated_reason", lambda *players: "pair_limit")
    own = seek(alice)
    assert not seek(bob).round_uid
    refused("pair_limit", seeks.accept, uid=own.uid, user=bob, now=NOW)


def test_guests_and_the_banned_do_not_look(guest, alice, bob):
    refused("sign_up_first", seek, user=guest)
    seek(alice)
    User.objects.filter(pk=alice.pk).update(banned_at=NOW)
    alice.refresh_from_db()
    refused("banned", seek, user=alice)
    assert not seek(bob).round_uid


def test_whoever_plays_a_round_does_not_look_for_another(alice, bob, charlie):
    seek(alice)
    seek(bob)
    refused("in_a_round", seek, user=bob)
    own = seek(charlie)
    refused("in_a_round", seeks.accept, uid=own.uid, user=alice, now=NOW)


def test_what_is_listed_can_be_accepted_once(alice, bob, charlie):
    own = seek(alice, reach=100)
    assert seeks.accept(uid=own.uid, user=bob, now=NOW).round_uid
    refused("seek_gone", seeks.accept, uid=own.uid, user=charlie, now=NOW)
    refused("seek_gone", seeks.accept, uid="x" * 10, user=charlie, now=NOW)


def test_nobody_accepts_a_seek_whose_page_is_gone(alice, bob):
    own = seek(alice)
    refused("seek_gone", seeks.accept, uid=own.uid, user=bob, now=NOW + SEEKERS_STAY)


def test_nobody_accepts_the_seek_of_one_who_plays_a_round_by_now(alice, bob, charlie):
    own = seek(alice)
    # As an arena begins one, which knows nothing of seeks.
    services.begin(first=alice, second=charlie, ruleset=SIX.ruleset, control=SIX.clock)
    refused("seek_gone", seeks.accept, uid=own.uid, user=bob, now=NOW)


@pytest.mark.parametrize("who", ["upkeep", "own page"])
def test_nobody_who_plays_a_round_by_now_is_given_a_second(alice, bob, charlie, who):
    seek(alice)
    services.begin(first=alice, second=charlie, ruleset=SIX.ruleset, control=SIX.clock)
    seek(bob)
    if who == "upkeep":
        seeks.pair_waiting(now=NOW)
    else:
        seeks.look(user=alice, now=NOW)
    assert Round.objects.going().of(alice).count() == 1
    assert not Round.objects.of(bob).exists()


def test_reach_keeps_out_who_accepts_as_well(alice, bob):
    rate(alice, 1500)
    rate(bob, 1650)
    own = seek(alice, reach=100)
    refused("too_far_apart", seeks.accept, uid=own.uid, user=bob, now=NOW)


def test_an_invitation_is_for_one(alice, bob, charlie):
    own = seek(alice, invited=bob, now=timezone.now())  # by which what waits is listed
    assert not seek(charlie).round_uid
    assert [one.user for one in round_invitations(bob)] == [alice]
    assert [one.user for one in queries.who_looks(bob, NOW)] == [charlie]
    refused("not_invited", seeks.accept, uid=own.uid, user=charlie, now=NOW)
    refused("not_invited", seeks.decline, uid=own.uid, user=charlie)
    seeks.decline(uid=own.uid, user=bob)
    assert seeks.look(user=alice, now=NOW).declined_at
    assert round_invitations(bob) == []


def test_two_who_invite_each_other_play(alice, bob):
    seek(alice, invited=bob)
    assert seek(bob, invited=alice).round_uid


def test_nobody_invites_themselves_or_a_program(alice, bot):
    refused("cannot_challenge_self", seek, user=alice, invited=alice)
    refused("cannot_challenge", seek, user=alice, invited=bot)


def test_who_stops_looking_is_gone(alice, bob):
    seek(alice)
    seeks.cancel(user=alice)
    assert seeks.look(user=alice) is None
    assert not seek(bob).round_uid


def test_a_search_that_ends_while_its_page_asks_is_gone(alice, bob, monkeypatch):
    rate(alice, 1500)
    rate(bob, 1900)
    seek(alice, reach=100)
    seek(bob, reach=100)
    # Whoever holds the lock before is alice herself, who cancels.
    monkeypatch.setattr(Lock, "hold", lambda name: Seek.objects.filter(user=alice).delete())
    assert seeks.look(user=alice, now=NOW) is None


def test_a_search_that_ends_while_its_presence_is_noted_is_gone(alice, monkeypatch):
    seek(alice)
    waits = seeks._waits

    def end(own):
        Seek.objects.filter(user=alice).delete()
        return waits(own)

    monkeypatch.setattr(seeks, "_waits", end)
    assert seeks.look(user=alice, now=NOW + SEEKERS_STAY) is None


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_to_be_paired_holds_no_row_that_those_before_them_write(
    alice, bob, monkeypatch
):
    rate(alice, 1500)
    rate(bob, 1900)
    seek(alice, reach=100)
    seek(bob, reach=100)
    later = NOW + timedelta(seconds=5)
    seen: list[datetime] = []

    def look_from_elsewhere(name):
        with ThreadPoolExecutor(1) as thread:
            seen.append(thread.submit(seen_at).result())

    def seen_at():
        try:
            return Seek.objects.get(user=alice).seen_at
        finally:
            connection.close()

    monkeypatch.setattr(Lock, "hold", look_from_elsewhere)
    seeks.look(user=alice, now=later)
    assert seen == [later]


def test_a_search_that_ends_while_others_are_paired_holds_up_nobody(
    alice, bob, charlie, monkeypatch
):
    rate(alice, 1500)
    rate(bob, 1900)
    rate(charlie, 1700)
    for user in (alice, bob, charlie):
        seek(user, reach=100, widens=True)
    later = NOW + WIDENS_AFTER
    Seek.objects.update(seen_at=later)
    monkeypatch.setattr(Lock, "hold", lambda name: Seek.objects.filter(user=alice).delete())
    seeks.pair_waiting(now=later)
    assert set(Round.objects.get().players) == {bob, charlie}


def test_what_nobody_looks_at_is_forgotten(alice):
    seek(alice)
    assert seeks.forget_old(now=NOW + seeks.KEPT_FOR) == 0
    assert seeks.forget_old(now=NOW + seeks.KEPT_FOR + timedelta(seconds=1)) == 1


def test_a_level_is_played_at_once(alice):
    round = begin_against_level(user=alice, level="rules", pool=Pool.FOURS)
    assert {player.username for player in round.players} == {"alice", "Rules"}
    assert round.first_game.level == "rules"
    refused("in_a_round", begin_against_level, user=alice, level="rules", pool=Pool.FOURS)
    refused(
        "unknown_level", begin_against_level, user=make_person("alice2"), level="x", pool=Pool.FOURS
    )


def test_whoever_plays_a_round_pays_nothing_for_asking_for_a_level(alice, no_token_comes_back):
    for _ in range(GAMES.at_once - 1):
        GAMES.take(alice.pk)
    services.begin(first=alice, second=make_person("dora"), ruleset=SIX.ruleset, control=SIX.clock)
    for _ in range(2):
        refused("in_a_round", begin_against_level, user=alice, level="rules", pool=Pool.FOURS)


@pytest.fixture
def without_guard(monkeypatch):
    """The level Guard is new: how strong it is has not been measured."""
    marks = {pool: levels.level_marks(pool) for pool in Pool}
    monkeypatch.setattr(
        levels, "level_marks", lambda pool: tuple(m for m in marks[pool] if m.name != "guard")
    )


def test_a_level_that_was_not_measured_is_played_in_no_rated_round(alice, bob, without_guard):
    refused("level_unmeasured", begin_against_level, user=alice, level="guard", pool=Pool.FOURS)
    assert "guard" not in [level.name for level in queries.levels_of(Pool.FOURS)]
    rated = robin(alice, [bob], pool="fours")
    refused("level_unmeasured", enter_level, uid=rated.uid, user=alice, level="guard")
    assert "guard" not in dict(ShownRobin(rated, alice).levels)
    casual = robin(alice, [bob])
    assert "guard" in dict(ShownRobin(casual, alice).levels)
    enter_level(uid=casual.uid, user=alice, level="guard")
    assert begin_against_level(user=alice, level="rules", pool=Pool.FOURS)


def test_a_rated_round_with_it_that_has_begun_ends_without_counting(alice, request):
    round = begin_against_level(user=alice, level="guard", pool=Pool.FOURS)
    request.getfixturevalue("without_guard")
    assert queries.ratings_of(round.players, "fours")[round.opponent_of(alice).pk].is_provisional
    end_round(round)
    round.refresh_from_db()
    assert (round.state, round.unrated_because) == ("over", "level_unmeasured")
