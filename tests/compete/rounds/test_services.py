"""Rounds go on by themselves from the first game to the second, and are settled once."""

from datetime import timedelta
from time import monotonic

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.compete.rounds import services
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import Ruleset
from games.live.cluster import processes
from games.live.cluster.processes import SILENCE, Sighting
from games.live.rooms import rooms
from games.live.storage import downtime
from games.live.storage.verification import faults_of
from games.models import Game, Heartbeat, Outage, RatingChange, Round
from games.people.moderation.staff import adjudicate
from games.play.game.services import abort, leave, offer, play, resign
from games.play.game.watching import look
from tests.admin.conftest import make_staff
from tests.plans import plans_of

pytestmark = pytest.mark.django_db(transaction=True)
CONTROL = parse_time_control("120+2")
begin = sync_to_async(services.begin)


async def stored(round: Round) -> Round:
    return await Round.objects.with_players_and_games().aget(uid=round.uid)


async def begun(first, second, *, pool="fours") -> Round:
    ruleset = Ruleset(6, 6, 4) if pool else Ruleset(4, 3, 4)  # which has no book
    return await begin(first=first, second=second, ruleset=ruleset, control=CONTROL, pool=pool)


async def test_two_games_begin_from_one_opening_with_changed_seats(alice, bob):
    round = await begun(alice, bob)
    assert (round.first_game.x_player, round.first_game.o_player) == (alice, bob)
    await resign(uid=round.first_game.uid, player=alice)
    round = await stored(round)
    second = round.second_game
    assert (second.x_player_id, second.o_player_id) == (bob.pk, alice.pk)
    openings = [[move.cell async for move in game.moves.order_by("ply")] for game in round.games]
    assert openings == [round.opening] * 2
    assert len(round.opening) == 3
    assert round.first_game.next_uid == second.uid
    assert (await look(uid=second.uid, viewer=alice)).score.o == 0
    await resign(uid=second.uid, player=bob)
    round = await stored(round)
    assert (round.state, round.halves) == ("over", 2)
    assert round.rated_at
    assert not round.unrated_because


async def play_some(game: Game) -> None:
    """Make the first moves of *game*, after which it may be lost."""
    await make_moves(game, 4)


async def make_moves(game: Game, number: int) -> None:
    game = await Game.objects.select_related("x_player", "o_player").aget(pk=game.pk)
    players = {"x": game.x_player, "o": game.o_player}
    for ply in range(game.setup, game.setup + number):
        async with rooms().enter(game.uid) as room:
            mark, position = room.match.turn, room.match.position
        cell = min(position.legal_moves())
        await play(uid=game.uid, player=players[mark], ply=ply, cell=cell)


async def test_whoever_wins_both_games_gains_what_the_other_loses(alice, bob):
    round = await begun(alice, bob)
    await play_some(round.first_game)
    await resign(uid=round.first_game.uid, player=bob)
    round = await stored(round)
    await play_some(round.second_game)
    await resign(uid=round.second_game.uid, player=bob)
    changes = {change.user_id: change async for change in RatingChange.objects.all()}
    assert changes[alice.pk].score == 1.0
    assert changes[bob.pk].score == 0.0
    assert changes[alice.pk].points > 0 > changes[bob.pk].points
    assert (await stored(round)).halves == 4


async def test_a_first_move_that_does_not_come_loses_the_round(alice, bob):
    round = await begun(alice, bob)
    now = timezone.now()
    await services.forfeit_unbegun(now=now)
    assert (await stored(round)).state == "going"
    later = now + services.TIME_TO_BEGIN + timedelta(seconds=1)
    await services.forfeit_unbegun(now=later)
    await services.go_on_with_all()
    round = await stored(round)
    absent = round.first_game.o_player_id  # after three given marks it is O's move
    assert round.first_game.termination == "abandoned"
    assert (round.left_by_id, round.halves_of(absent), round.second_game) == (absent, 0, None)
    game = round.first_game
    moves = [move async for move in game.moves.order_by("ply")]
    assert faults_of(game, moves, [one async for one in game.events.order_by("version")]) == []


async def test_a_game_that_cannot_be_read_holds_up_no_other(alice, bob, caplog):
    broken, round = await begun(alice, bob), await begun(alice, bob)
    await Game.objects.filter(uid=broken.uid).aupdate(first="?")
    later = timezone.now() + services.TIME_TO_BEGIN + timedelta(seconds=1)
    await services.forfeit_unbegun(now=later)
    assert (await stored(round)).first_game.termination == "abandoned"
    assert (await stored(broken)).state == "going"
    assert broken.uid in caplog.text


async def test_a_round_that_cannot_go_on_holds_up_no_other(alice, bob, caplog):
    broken, round = await begun(alice, bob), await begun(alice, bob)
    first_games = Game.objects.filter(uid__in=[broken.uid, round.uid])
    await first_games.aupdate(
        status="finished", outcome="x", termination="resignation", ended_at=timezone.now()
    )
    await Game.objects.filter(uid=broken.uid).aupdate(first="?")
    await services.go_on_with_all()
    assert (await stored(round)).first_game.next_uid == (await stored(round)).second_game.uid
    assert f"the round {broken.uid} does not go on" in caplog.text


async def test_after_an_outage_everybody_has_the_whole_time_for_a_first_move(alice, bob):
    round = await begun(alice, bob)
    back = timezone.now() + timedelta(seconds=10)
    await Outage.objects.acreate(began_at=timezone.now(), ended_at=back, healed_at=back)
    await services.forfeit_unbegun(now=back + services.TIME_TO_BEGIN - timedelta(seconds=1))
    assert (await stored(round)).first_game.status == "ongoing"
    await services.forfeit_unbegun(now=back + services.TIME_TO_BEGIN)
    assert (await stored(round)).first_game.termination == "abandoned"


async def test_a_server_that_is_back_finds_its_outage_before_anybody_loses_a_round(alice, bob):
    round = await begun(alice, bob)
    began_at = timezone.now() - services.TIME_TO_BEGIN - timedelta(seconds=5)
    await Game.objects.aupdate(started_at=began_at)
    await Heartbeat.objects.acreate(pk=downtime.HEARTBEAT_ROW, at=began_at)
    downtime.become_server()  # its heartbeats begin at the same moment as this
    await services.forfeit_unbegun(now=timezone.now())
    assert (await stored(round)).first_game.status == "ongoing"


async def test_nobody_loses_a_round_while_a_process_that_may_have_it_is_silent(
    alice, bob, monkeypatch
):
    round = await begun(alice, bob)
    later = timezone.now() + services.TIME_TO_BEGIN + timedelta(seconds=1)
    hanging = Sighting(timezone.now(), monotonic() - 2 * SILENCE.total_seconds())
    monkeypatch.setattr(processes.here, "others", {99: hanging})
    await services.forfeit_unbegun(now=later)
    assert (await stored(round)).first_game.status == "ongoing"
    monkeypatch.setattr(processes.here, "others", {})
    await services.forfeit_unbegun(now=later)
    assert (await stored(round)).first_game.termination == "abandoned"


async def test_a_first_move_that_has_come_meanwhile_is_in_time(alice, bob, monkeypatch):
    round = await begun(alice, bob)
    await make_moves(round.first_game, 1)
    # As found by a process that read the database before the move.
    monkeypatch.setattr(services, "_unbegun", lambda now: [round.uid])
    await services.forfeit_unbegun(now=timezone.now() + timedelta(seconds=10))
    assert (await stored(round)).first_game.status == "ongoing"


async def test_both_have_to_make_a_first_move(alice, bob):
    round = await begun(alice, bob)
    await make_moves(round.first_game, 1)
    later = timezone.now() + services.TIME_TO_BEGIN + timedelta(seconds=1)
    await services.forfeit_unbegun(now=later)
    await services.go_on_with_all()
    # After three given marks O has moved, and X has not.
    assert (await stored(round)).left_by_id == round.first_game.x_player_id


async def test_a_round_whose_first_game_is_annulled_while_the_second_goes_on_is_called_off(
    alice, bob
):
    staff = await sync_to_async(make_staff)("stella")
    round = await begun(alice, bob)
    await resign(uid=round.first_game.uid, player=alice)
    await adjudicate(uid=round.uid, staff=staff, outcome="", reason="Both agreed.")
    second = (await stored(round)).second_game
    await resign(uid=second.uid, player=bob)
    round = await stored(round)
    assert (round.state, round.halves, round.rated_at) == ("off", None, None)
    assert round.left_by_id is None  # neither by whoever gave up the first game, nor the second


async def test_a_first_game_that_is_aborted_ends_the_round_and_rates_nobody(alice, bob):
    round = await begun(alice, bob)
    await abort(uid=round.first_game.uid, player=alice)
    round = await stored(round)
    assert (round.state, round.second_game, round.rated_at) == ("off", None, None)
    assert round.left_by_id == alice.pk
    assert not await RatingChange.objects.aexists()


async def test_nobody_gets_out_of_the_second_game_without_a_result(alice, bob):
    round = await begun(alice, bob)
    await resign(uid=round.first_game.uid, player=alice)
    second = (await stored(round)).second_game
    with pytest.raises(GameError, match="part_of_round"):
        await abort(uid=second.uid, player=bob)
    await leave(uid=second.uid, player=bob)
    assert (await stored(round)).halves == 2


async def test_what_a_process_left_behind_is_caught_up_with_from_any_step(alice, bob):
    """As if the process had been killed after each game: only what is stored is left."""
    round = await begun(alice, bob)
    game = round.first_game
    await Game.objects.filter(pk=game.pk).aupdate(
        status="finished", outcome="x", termination="resignation", ended_at=timezone.now()
    )
    await services.go_on_with_all()
    await services.go_on_with_all()
    round = await stored(round)
    assert await Game.objects.filter(series=round.uid).acount() == 2
    # Killed between creating the second game and naming it in the first.
    await Game.objects.filter(pk=game.pk).aupdate(next_uid="")
    await services.go_on_with_all()
    assert (await stored(round)).first_game.next_uid == round.second_game.uid


async def test_a_round_ends_with_its_second_game(alice, bob):
    round = await begun(alice, bob)
    await resign(uid=round.first_game.uid, player=alice)
    second = (await stored(round)).second_game
    await resign(uid=second.uid, player=bob)
    with pytest.raises(GameError, match="part_of_round"):
        await offer(uid=second.uid, player=alice, what="rematch")


async def test_a_casual_round_is_played_and_rates_nobody(alice, bob):
    round = await begun(alice, bob, pool="")
    for game in ("first_game", "second_game"):
        round = await stored(round)
        players = [round.first, round.second]
        if game == "second_game":
            players.reverse()
        for ply, cell in enumerate([0, 4, 1, 5, 2, 6, 3]):
            uid = getattr(round, game).uid
            await play(uid=uid, player=players[ply % 2], ply=ply, cell=cell)
    assert (await stored(round)).halves == 2
    assert not await RatingChange.objects.aexists()


@pytest.mark.embedded
def test_what_upkeep_asks_each_second_reads_no_rounds_that_are_over(db):
    asked = plans_of(lambda: (services._behind(), services._unbegun(timezone.now())))
    assert asked.count("round_going") == 2
    assert "round_behind" in asked


async def test_whoever_gives_both_games_up_at_once_loses_and_nobody_gains(alice, bob):
    round = await begun(alice, bob)
    await resign(uid=round.first_game.uid, player=bob)
    await resign(uid=(await stored(round)).second_game.uid, player=bob)
    changes = {change.user_id: change async for change in RatingChange.objects.all()}
    assert (changes[alice.pk].points, changes[alice.pk].weight) == (0, 0.0)
    assert changes[bob.pk].points < 0


async def test_the_game_says_what_its_round_is_and_what_became_of_it(alice, bob):
    round = await begun(alice, bob)
    state = (await look(uid=round.uid, viewer=alice)).round
    assert (state.number, state.pool, state.state) == (1, "fours", "going")
    assert state.ratings == {"x": "1500?", "o": "1500?"}
    assert 0 < state.begin_ms <= 30_000
    await resign(uid=round.first_game.uid, player=bob)
    second = (await stored(round)).second_game
    async with rooms().enter(second.uid) as room:  # as if somebody had the page open
        assert room.round.state == "going"
        await resign(uid=second.uid, player=bob)
        await room.notices_sent()
        state = room.state(()).round
    assert (state.number, state.state, state.begin_ms) == (2, "over", None)
    assert state.halves == {"x": 0, "o": 4}
    assert state.changes["x"].before == 1500 > state.changes["x"].after


async def test_a_round_that_fails_does_not_hold_up_the_others(alice, bob, charlie, monkeypatch):
    broken, other = await begun(alice, bob), await begun(alice, charlie)
    for round in (broken, other):
        await Game.objects.filter(pk=round.first_game_id).aupdate(
            status="finished", outcome="x", termination="resignation", ended_at=timezone.now()
        )
    advance = services.advance

    def fail(uid: str) -> Round:
        assert uid != broken.uid, "as one of a level that is gone"
        return advance(uid)

    monkeypatch.setattr(services, "advance", fail)
    await services.go_on_with_all()
    assert (await stored(other)).second_game
