"""Arenas begin, pair whoever is free, and end, from whatever step they are left at."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import relations
from accounts.programs.bots import make_bot
from games.compete.rounds.seeks import begin_against_level
from games.compete.tournaments import services as tournaments
from games.compete.tournaments import standings, upkeep
from games.compete.tournaments.arena import services
from games.compete.tournaments.arena.services import PATIENCE, PRESENT_FOR
from games.models import Event, Outage, Pool, Round, TournamentEntry
from games.play.game.bot_conditions import conditions_of
from tests.compete.tournaments.making import A_SECOND, end_game, end_round, going_arena, new_arena
from tests.conftest import make_person

pytestmark = pytest.mark.django_db
SOON = services.TIME_TO_MIX + A_SECOND


def entry(arena, user):
    return TournamentEntry.objects.get(tournament=arena, user=user)


def go_on(arena, now):
    """One step, with everybody there."""
    upkeep.note_seen(users=[one.user_id for one in arena.entries.all()], now=now)
    return services.advance(uid=arena.uid, now=now)


def test_it_begins_when_it_is_time_and_two_are_there(alice, bob):
    arena = new_arena()
    start = arena.starts_at
    for user in (alice, bob):
        tournaments.join(uid=arena.uid, user=user)
    assert not services.begin(uid=arena.uid, now=start - A_SECOND)
    assert not services.begin(uid=arena.uid, now=start)  # nobody is there
    upkeep.note_seen(users=[alice.pk], now=start)
    assert not services.begin(uid=arena.uid, now=start)
    upkeep.note_seen(users=[alice.pk, bob.pk], now=start)
    assert services.begin(uid=arena.uid, now=start + A_SECOND)
    assert services.begin(uid=arena.uid, now=start + SOON)
    arena.refresh_from_db()
    assert arena.begun_at == start + A_SECOND
    assert entry(arena, alice).free_since == start + A_SECOND


def test_it_is_called_off_if_nobody_comes(alice):
    arena = new_arena()
    tournaments.join(uid=arena.uid, user=alice)
    upkeep.advance_all(now=arena.starts_at + PATIENCE - A_SECOND)
    arena.refresh_from_db()
    assert arena.state == "announced"
    upkeep.advance_all(now=arena.starts_at + PATIENCE)
    arena.refresh_from_db()
    assert arena.state == "off"


def test_after_an_outage_there_is_time_to_come_before_it_is_called_off(alice, bob):
    arena = new_arena()
    for user in (alice, bob):
        tournaments.join(uid=arena.uid, user=user)
    back = arena.starts_at + PATIENCE
    Outage.objects.create(began_at=arena.starts_at, ended_at=back, healed_at=back)
    services.advance(uid=arena.uid, now=back)
    go_on(arena, back + A_SECOND)
    arena.refresh_from_db()
    assert arena.state == "going"


def test_whoever_joins_by_a_page_without_a_socket_is_paired_only_once_there_is_one(
    client, alice, bob
):
    arena = going_arena()
    for user in (alice, bob):
        client.force_login(user)
        client.post(f"/tournaments/{arena.uid}/join/")
        assert entry(arena, user).seen_at is None
    later = timezone.now() + SOON
    assert services.pair(uid=arena.uid, now=later) == []
    upkeep.note_seen(users=[alice.pk, bob.pk], now=later)
    assert len(services.pair(uid=arena.uid, now=later)) == 1


def test_those_who_are_free_are_paired_once(alice, bob):
    arena = going_arena(alice, bob)
    now = arena.begun_at
    assert go_on(arena, now) == []  # others may come
    [round] = go_on(arena, now + SOON)
    assert go_on(arena, now + 2 * SOON) == []
    assert {round.first, round.second} == {alice, bob}
    assert (round.tournament, round.pool, round.k) == (arena, "fours", 4)
    assert entry(arena, alice).free_since is None
    assert entry(arena, alice).last_opponent == bob


def test_a_round_gives_its_points_and_both_are_free_again(alice, bob):
    arena = going_arena(alice, bob)
    [round] = go_on(arena, arena.begun_at + SOON)
    end_game(round, "x")
    assert entry(arena, alice).rounds == 0  # only whole rounds count
    end_game(round, "draw")
    first, second = entry(arena, round.first), entry(arena, round.second)
    assert (first.halves, first.rounds, second.halves, second.rounds) == (3, 1, 1, 1)
    assert first.free_since
    assert second.free_since
    assert standings.recount(arena) == standings.stored_scores(arena)
    [again] = go_on(arena, timezone.now() + SOON)  # only these two are there
    assert again.first == round.second  # whoever had O in the first game of the last round


def test_counting_a_round_twice_counts_it_once(alice, bob):
    arena = going_arena(alice, bob)
    [round] = go_on(arena, arena.begun_at + SOON)
    over = end_round(round)
    before = list(arena.entries.values())
    standings.update_standings(over)
    assert list(arena.entries.values()) == before


def test_the_last_opponent_is_not_the_next_one_if_there_are_others(alice, bob, charlie):
    arena = going_arena(alice, bob, charlie)
    [round] = go_on(arena, arena.begun_at + SOON)
    [left] = {alice, bob, charlie} - {round.first, round.second}
    end_round(round)
    [second] = go_on(arena, timezone.now() + SOON)
    assert left in (second.first, second.second)


@pytest.mark.parametrize("why", ["away", "paused", "withdrawn", "elsewhere", "blocked"])
def test_some_are_not_paired(alice, bob, charlie, why):
    arena = going_arena(alice, bob)
    now = arena.begun_at + SOON
    upkeep.note_seen(users=[alice.pk, bob.pk], now=now)
    if why == "away":
        now += PRESENT_FOR
        upkeep.note_seen(users=[alice.pk], now=now)
    elif why == "paused":
        tournaments.pause(uid=arena.uid, user=bob)
    elif why == "withdrawn":
        tournaments.withdraw(uid=arena.uid, user=bob)
    elif why == "blocked":
        relations.block(owner=bob, other=alice)
    else:
        other = going_arena(bob, charlie)
        assert len(go_on(other, now)) == 1
    assert services.pair(uid=arena.uid, now=now) == []


@pytest.mark.parametrize(("pool", "avoids"), [("fours", True), ("", False)])
def test_those_who_cannot_be_rated_together_meet_others_first(alice, bob, charlie, pool, avoids):
    players = [alice, bob, charlie, make_person("dora")]
    arena = going_arena(*players, pool=pool)
    arena.entries.filter(user__in=players[:2]).update(network="one")
    arena.entries.filter(user__in=players[2:]).update(network="two")
    begun = go_on(arena, arena.begun_at + SOON)
    assert len(begun) == 2
    networks = {(round.first_network, round.second_network) for round in begun}
    assert all(one != other for one, other in networks) is avoids


def test_whoever_was_chosen_by_two_processes_plays_once(alice, bob, charlie, monkeypatch):
    """As if another process had begun a round between the choice and its round."""
    arena = going_arena(alice, bob, charlie)
    now = arena.begun_at + SOON
    upkeep.note_seen(users=[alice.pk, bob.pk, charlie.pk], now=now)
    choose = services.pairs

    def slowly(*described):
        found = choose(*described)
        monkeypatch.setattr(services, "pairs", choose)
        assert len(services.pair(uid=arena.uid, now=now)) == 1
        return found

    monkeypatch.setattr(services, "pairs", slowly)
    assert services.pair(uid=arena.uid, now=now) == []
    assert Round.objects.count() == 1


def test_whoever_does_not_come_twice_takes_a_break_until_they_are_back(alice, bob):
    arena = going_arena(alice, bob)
    for absences in (1, 2):
        now = timezone.now() + SOON
        [round] = go_on(arena, now)
        absent = "o" if round.first == alice else "x"  # bob's mark
        end_game(round, {"x": "o", "o": "x"}[absent], termination="abandoned")
        assert entry(arena, bob).absences == absences
    assert entry(arena, bob).paused_at
    assert entry(arena, alice).halves == 8
    assert go_on(arena, timezone.now() + SOON) == []
    assert tournaments.come_back(uid=arena.uid, user=bob).free_since
    assert len(go_on(arena, timezone.now() + SOON)) == 1


def test_whoever_calls_two_rounds_off_takes_a_break(alice, bob):
    arena = going_arena(alice, bob)
    for absences in (1, 2):
        [round] = go_on(arena, timezone.now() + SOON)
        now = timezone.now()
        Event.objects.create(game=round.first_game, version=9, kind="ended", actor=bob, at=now)
        assert end_game(round, "", termination="abort").state == "off"
        assert (entry(arena, bob).absences, entry(arena, bob).rounds) == (absences, 0)
    assert entry(arena, bob).paused_at
    assert not entry(arena, alice).paused_at
    assert standings.recount(arena) == standings.stored_scores(arena)


def test_whoever_begins_a_round_elsewhere_while_pairs_are_chosen_plays_that_one(
    alice, bob, monkeypatch
):
    arena = going_arena(alice, bob)
    now = arena.begun_at + SOON
    upkeep.note_seen(users=[alice.pk, bob.pk], now=now)
    choose = services.pairs

    def slowly(*described):
        begin_against_level(user=alice, level="rules", pool=Pool.FOURS)
        return choose(*described)

    monkeypatch.setattr(services, "pairs", slowly)
    assert services.pair(uid=arena.uid, now=now) == []
    assert Round.objects.going().of(alice).count() == 1
    assert entry(arena, bob).free_since == arena.begun_at


@pytest.mark.parametrize("away", [tournaments.pause, tournaments.withdraw])
def test_whoever_is_back_as_their_round_ends_keeps_its_points_and_is_free(
    alice, bob, monkeypatch, away
):
    arena = going_arena(alice, bob)
    [round] = go_on(arena, timezone.now() + SOON)
    away(uid=arena.uid, user=alice)
    is_free = tournaments._is_free

    def end_meanwhile(entry):
        found = is_free(entry)
        end_round(round)  # as by another process, which does not wait for the tournament's row
        return found

    monkeypatch.setattr(tournaments, "_is_free", end_meanwhile)
    back = tournaments.come_back if away is tournaments.pause else tournaments.join
    back(uid=arena.uid, user=alice)
    assert (entry(arena, alice).halves, entry(arena, alice).rounds) == (2, 1)
    assert entry(arena, alice).free_since
    assert standings.recount(arena) == standings.stored_scores(arena)


def test_no_round_begins_near_the_end_and_late_ones_do_not_count(alice, bob):
    arena = going_arena(alice, bob)
    late = arena.last_pairing_at
    [round] = go_on(arena, late - A_SECOND)
    assert go_on(arena, late) == []
    assert go_on(arena, arena.ends_at - A_SECOND) == []
    go_on(arena, arena.ends_at)
    go_on(arena, arena.ends_at + SOON)
    arena.refresh_from_db()
    assert (arena.state, arena.over_at) == ("over", arena.ends_at)
    over = end_round(round, at=arena.ends_at + A_SECOND)
    assert over.rated_at
    assert {score.rounds for score in standings.stored_scores(arena).values()} == {0}
    assert standings.recount(arena) == standings.stored_scores(arena)


def test_a_bot_that_plays_as_much_as_it_may_is_not_paired(alice, charlie):
    bot = make_bot(owner=charlie, name="line")
    conditions = conditions_of(bot)
    conditions.at_once = 1
    conditions.save()
    arena = going_arena(alice, bot, admits="all")
    other = make_person("daniel")
    elsewhere = going_arena(bot, other, admits="all")
    now = arena.begun_at + SOON
    assert len(go_on(elsewhere, now)) == 1
    assert go_on(arena, now) == []


def test_bots_of_one_owner_do_not_meet(charlie):
    bots = [make_bot(owner=charlie, name=name) for name in ("line", "dot")]
    arena = going_arena(*bots, admits="bots")
    assert go_on(arena, arena.begun_at + SOON) == []


def test_whoever_may_meet_only_one_of_those_who_are_there_plays_them_again(alice, charlie):
    bots = [make_bot(owner=charlie, name=name) for name in ("line", "dot")]
    arena = going_arena(alice, *bots, admits="all")
    for _ in range(4):
        [round] = go_on(arena, timezone.now() + SOON)
        assert alice in round.players
        end_round(round)
    assert [entry(arena, bot).rounds for bot in bots] == [2, 2]


def test_one_that_fails_does_not_hold_up_the_others(alice, bob, monkeypatch, caplog):
    broken, arena = going_arena(), going_arena(alice, bob)
    now = timezone.now() + SOON
    upkeep.note_seen(users=[alice.pk, bob.pk], now=now)
    step = services.pair

    def fail(*, uid, now):
        if uid == broken.uid:
            raise ValueError
        return step(uid=uid, now=now)

    monkeypatch.setattr(services, "pair", fail)
    assert len(upkeep.advance_all(now=now)) == 1
    assert broken.uid in caplog.text
    assert arena.rounds.count() == 1


def test_who_is_not_in_time_is_not_seen(alice):
    arena = going_arena(alice)
    later = timezone.now() + timedelta(minutes=1)
    upkeep.note_seen(users=[], now=later)
    assert entry(arena, alice).seen_at < later
    upkeep.note_seen(users=[alice.pk], now=later)
    assert entry(arena, alice).seen_at == later
