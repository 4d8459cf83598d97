"""A round robin goes on by itself, from whatever is stored, and ends when all is decided."""

import random
from contextlib import suppress
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.compete.round_robin.chart import LEFT_UNTIL_WITHDRAWN, MAX_AT_ONCE
from games.compete.rounds import services as rounds
from games.compete.rounds.staff import annul
from games.compete.tournaments import upkeep
from games.compete.tournaments.queries import finished
from games.compete.tournaments.robin import running, services
from games.compete.tournaments.robin.queries import chart_of, rounds_that_count
from games.compete.tournaments.robin.table import table_of
from games.compete.tournaments.services import pause as take_a_break
from games.compete.tournaments.staff import end_now
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.engine.arena.elo import ratings
from games.live.storage import downtime
from games.models import (
    HALVES,
    BotConditions,
    Heartbeat,
    Lock,
    Outage,
    Round,
    Tournament,
)
from games.play.game.creation import create_between
from games.play.game.services import abort
from games.play.game.terms import Terms
from tests.compete.tournaments.robin.playing import come, finish, going, leave, robin, step

pytestmark = pytest.mark.django_db(transaction=True)
A_SECOND = timedelta(seconds=1)


def test_it_begins_at_its_time_and_is_called_off_if_nobody_can_meet(alice, people):
    soon = timezone.now() + timedelta(hours=1, minutes=5)
    assert step(robin(alice, people)).state == "announced"
    assert step(robin(alice, people), soon).state == "going"
    assert step(robin(alice, people[:1]), soon).state == "off"


def test_so_many_rounds_go_on_as_there_are_places_and_again_nothing_begins(alice, people, begun):
    more = [User.objects.create_user(f"late-{number}") for number in range(6)]
    for user in more:
        begun.entries.create(user=user, seen_at=timezone.now())
    step(begun)
    step(begun)
    assert len(going(begun)) == MAX_AT_ONCE
    assert [round.pool for round in going(begun)] == [""] * MAX_AT_ONCE


def test_nobody_is_paired_who_is_away_or_plays_elsewhere(begun, people, alice, bob):
    away, elsewhere, *_ = people
    begun.entries.filter(user=away).update(seen_at=timezone.now() - timedelta(minutes=1))
    other = robin(alice, [elsewhere, bob])
    services.begin(uid=other.uid, user=alice)
    step(other)
    step(begun)
    busy = {player.pk for round in going(begun) for player in round.players}
    assert busy == {one.pk for one in people[2:]}


def test_nobody_waits_for_a_bot_that_plays_as_many_games_as_it_may(alice, people, bot):
    first, second, opponent, *_ = people
    BotConditions.objects.create(bot=bot, at_once=1)
    create_between(bot, opponent, Terms())
    # In the table's order the bot meets them both before they meet each other.
    tournament = robin(alice, [first, bot, second])
    services.begin(uid=tournament.uid, user=alice)
    step(tournament)
    (round,) = going(tournament)
    assert set(round.players) == {first, second}


def test_nobody_is_paired_who_begins_a_round_elsewhere_at_the_same_moment(
    begun, people, bob, monkeypatch
):
    elsewhere = people[0]
    control = parse_time_control(begun.control)

    def begin_elsewhere(name):
        rounds.begin(first=elsewhere, second=bob, ruleset=begun.ruleset, control=control)

    # Whoever holds the lock before has accepted a seek.
    monkeypatch.setattr(Lock, "hold", begin_elsewhere)
    step(begun)
    assert set(Round.objects.going().of(elsewhere).get().players) == {elsewhere, bob}
    assert len(going(begun)) == 2


def test_to_remove_somebody_again_changes_nothing(alice, people, begun):
    versions = [begun.version]
    for _ in range(2):
        services.remove(uid=begun.uid, user=alice, name="person-0")
        begun.refresh_from_db()
        versions.append(begun.version)
    assert versions[0] < versions[1] == versions[2]


def test_whoever_leaves_three_rounds_is_withdrawn_and_plays_no_further(begun, people):
    leaver = people[0]
    for _ in range(LEFT_UNTIL_WITHDRAWN):
        come(begun)
        step(begun)
        mine = next(one for one in going(begun) if leaver in one.players)
        leave(mine, leaver)
        for other in going(begun):
            finish(other, other.first, other.first)
    come(begun)
    step(begun)
    assert begun.entries.get(user=leaver).withdrawn_at
    assert all(leaver not in one.players for one in going(begun))
    table = table_of(begun)
    assert [user.pk for user in table.struck] == [leaver.pk]
    assert leaver.username not in {one.name for one in table.cross.entrants}


def test_after_a_round_that_was_left_one_has_to_be_seen_again(begun, people):
    step(begun)
    first = going(begun)[0]
    leave(first, first.second)
    step(begun)
    assert all(first.second not in one.players for one in going(begun))


def test_whoever_calls_rounds_off_as_they_begin_is_withdrawn_too(begun, people):
    quitter = people[0]
    for _ in range(LEFT_UNTIL_WITHDRAWN):
        come(begun)
        step(begun)
        mine = next(one for one in going(begun) if quitter in one.players)
        async_to_sync(abort)(uid=mine.uid, player=quitter)
    step(begun)
    assert begun.entries.get(user=quitter).withdrawn_at


def test_whoever_is_away_for_long_is_withdrawn_but_not_after_a_pause_or_an_outage(
    begun, people, alice
):
    away = people[0]
    begun.entries.filter(user=away).update(seen_at=None)
    late = timezone.now() + running.MAX_ABSENCE + A_SECOND
    others = people[1:]
    come(begun, late, others)
    outage = Outage.objects.create(began_at=late - timedelta(minutes=5), ended_at=late)
    step(begun, late)
    assert not begun.entries.get(user=away).withdrawn_at
    outage.delete()
    services.pause(uid=begun.uid, user=alice)
    step(begun, late)
    assert not begun.entries.get(user=away).withdrawn_at
    begun.refresh_from_db()
    begun.paused_at = None
    begun.save()
    step(begun, late)
    assert begun.entries.get(user=away).withdrawn_at


def test_whoever_makes_too_long_a_break_is_withdrawn_though_they_are_here(begun, people):
    resting = people[0]
    take_a_break(uid=begun.uid, user=resting)
    late = timezone.now() + running.MAX_ABSENCE - A_SECOND
    come(begun, late)
    step(begun, late)
    assert not begun.entries.get(user=resting).withdrawn_at
    late += 2 * A_SECOND
    come(begun, late)
    step(begun, late)
    assert begun.entries.get(user=resting).withdrawn_at


def test_a_server_that_is_back_finds_its_outage_before_anybody_is_withdrawn(begun):
    long_ago = timezone.now() - running.MAX_ABSENCE - A_SECOND
    Tournament.objects.update(begun_at=long_ago)
    begun.entries.update(seen_at=long_ago, free_since=long_ago)
    Heartbeat.objects.create(pk=downtime.HEARTBEAT_ROW, at=long_ago)
    downtime.become_server()  # its heartbeats begin at the same moment as this
    async_to_sync(upkeep.advance_and_tell)()
    assert not begun.entries.exclude(withdrawn_at=None).exists()


def test_whoever_had_nothing_left_to_play_has_time_to_come_to_a_round_played_again(
    begun, people, alice
):
    step(begun)
    round = going(begun)[0]
    finish(round, round.first, round.second)
    # As for those who played their last round long ago, and closed the page.
    long_ago = timezone.now() - running.MAX_ABSENCE - A_SECOND
    Tournament.objects.update(begun_at=long_ago)
    entries = begun.entries.filter(user__in=round.players)
    entries.update(seen_at=long_ago, free_since=long_ago)
    services.replay(uid=begun.uid, user=alice, round=round.uid)
    step(begun)
    assert not entries.exclude(withdrawn_at=None).exists()


def kept(tournament):
    """What each entry keeps: half points, rounds and the place."""
    entries = tournament.entries.order_by("user")
    return [(entry.halves, entry.rounds, entry.place) for entry in entries]


def test_one_that_staff_end_has_a_winner_and_counts_the_rounds_that_go_on(
    alice, bob, charlie, staff
):
    tournament = robin(alice, [alice, bob, charlie])
    services.begin(uid=tournament.uid, user=alice)
    step(tournament)
    (first,) = going(tournament)
    finish(first, charlie, charlie)
    come(tournament)
    step(tournament)
    (second,) = going(tournament)
    end_now(uid=tournament.uid, staff=staff, reason="The room closes.")
    assert kept(tournament) == [(0, 0, 2), (4, 1, 1), (0, 1, 2)]
    assert [one.winner for one in finished(None)[0]] == [bob]
    finish(second, alice, bob)
    assert kept(tournament) == [(2, 1, 2), (6, 2, 1), (0, 1, 3)]


def test_a_round_that_is_annulled_after_the_end_counts_no_more(alice, bob, staff):
    tournament = robin(alice, [alice, bob])
    services.begin(uid=tournament.uid, user=alice)
    step(tournament)
    (round,) = going(tournament)
    finish(round, bob, bob)
    assert step(tournament).is_over
    assert kept(tournament) == [(4, 1, 1), (0, 1, 2)]
    annul(uid=round.uid, staff=staff, reason="Arranged.")
    assert kept(tournament) == [(0, 0, 1), (0, 0, 1)]


def test_whoever_was_banned_as_it_ended_has_their_place_once_the_ban_is_lifted(
    alice, bob, charlie, staff
):
    tournament = robin(charlie, [alice, bob])
    services.begin(uid=tournament.uid, user=charlie)
    step(tournament)
    (round,) = going(tournament)
    finish(round, bob, bob)
    accounts.ban(user=alice, staff=staff, reason="Used a program.")
    assert step(tournament).is_over
    assert kept(tournament) == [(4, 1, None), (0, 1, 1)]
    accounts.unban(user=alice, staff=staff, reason="A mistake.")
    assert [one.winner for one in finished(None)[0]] == [alice]
    assert kept(tournament) == [(4, 1, 1), (0, 1, 2)]


@pytest.mark.parametrize("seed", range(4))
def test_it_ends_with_every_pair_played_once_or_decided_and_the_table_is_what_they_come_to(
    seed, alice, people
):
    """Absences, withdrawals, annulled rounds and steps at any moment, as chance has it."""
    chance = random.Random(seed)
    tournament = robin(alice, people[: chance.randint(3, 6)])
    services.enter_level(uid=tournament.uid, user=alice, level="guard")
    services.begin(uid=tournament.uid, user=alice)
    players = list(tournament.entries.values_list("user__username", flat=True))
    for _ in range(60):
        if step(tournament).is_over:
            break
        act(chance, tournament, alice, players)
        assert len(going(tournament)) <= MAX_AT_ONCE
    while not step(tournament).is_over:
        come(tournament)
        for round in going(tournament):
            finish(round, round.first, round.first)
    require_whole(tournament)


def act(chance, tournament, creator, players):
    """One thing that may happen between two steps."""
    rounds = going(tournament)
    match chance.choice(("play", "play", "play", "leave", "half", "come", "away", "again", "out")):
        case "play" if rounds:
            round = chance.choice(rounds)
            finish(round, *chance.choices(round.players, k=2 - bool(round.second_game)))
        case "half" if rounds and not rounds[0].second_game:
            finish(rounds[0], rounds[0].first)
        case "leave" if rounds:
            round = chance.choice(rounds)
            human = next(one for one in round.players if not one.is_engine)
            leave(round, human)
        case "away":
            tournament.entries.filter(user__username=chance.choice(players)).update(seen_at=None)
        case "again" if over := rounds_that_count(tournament).filter(state="over"):
            with suppress(GameError):  # a player of it has withdrawn
                services.replay(uid=tournament.uid, user=creator, round=chance.choice(over).uid)
        case "out" if chance.random() < 0.2:
            services.remove(uid=tournament.uid, user=creator, name=chance.choice(players))
        case _:
            come(tournament)


def require_whole(tournament):
    """What is shown is what the rounds come to, counted by hand."""
    chart, table = chart_of(tournament), table_of(tournament)
    assert chart.done == len(chart.meetings)
    counting = list(rounds_that_count(tournament).with_players_and_games())
    pairs = [frozenset((one.first_id, one.second_id)) for one in counting]
    assert len(pairs) == len(set(pairs))
    shown = {row.entrant.key: row for row in table.cross.rows}
    points = dict.fromkeys(shown, 0)
    met = {pair: one for pair, one in zip(pairs, counting, strict=True) if pair <= set(shown)}
    for one in met.values():
        for player in one.players:
            points[player.pk] += one.halves_of(player)
    for meeting in chart.meetings:
        if meeting.pair <= set(shown) and meeting.pair not in met:
            stayed = meeting.pair - chart.withdrawn
            for key in stayed:
                points[key] += HALVES
    assert {key: row.halves for key, row in shown.items()} == points
    games = [
        (str(game.x_player_id), str(game.o_player_id), {"x": 1, "draw": 0.5, "o": 0}[game.outcome])
        for one in met.values()
        for game in one.games
        if game.ply >= game.setup + 2
    ]
    expected = ratings(games)
    for key, row in shown.items():
        if row.rating:
            assert row.rating.elo == pytest.approx(expected[str(key)].elo)
    assert not Round.objects.filter(tournament=tournament).going().exists()
