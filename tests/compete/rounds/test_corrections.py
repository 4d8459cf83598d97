"""Whatever staff make of a game, and wherever that is cut off, its round comes to the same."""

from unittest import mock

import pytest
from asgiref.sync import sync_to_async

from games.compete.ratings import services as ratings
from games.compete.ratings.verification import differences
from games.compete.rounds import services
from games.compete.rounds.staff import annul, restore
from games.compete.tournaments import standings
from games.core.clock import parse_time_control
from games.core.rating import START
from games.core.rules import Mark
from games.live.room import Room
from games.live.rooms import Rooms, rooms
from games.models import Game, Rating, Round, TournamentEntry
from games.people.moderation import staff as moderation
from games.people.moderation.staff import adjudicate
from games.play.game.watching import look
from games.text.game_round import round_texts
from tests.admin.conftest import make_staff
from tests.compete.tournaments.making import end_game, going_arena
from tests.play.game.test_consumer import Client, connected

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(Exception):
    """As the end of a process in the middle of a transaction."""


def after_the_correction():
    """Nothing is done any more of what a room does once a game is decided."""
    return mock.patch.object(Room, "start_notice", lambda room, work: work.close())


def while_ratings_change():
    return mock.patch.object(ratings, "replay", side_effect=Killed)


def while_points_change():
    return mock.patch.object(standings, "update_standings", side_effect=Killed)


@sync_to_async
def played(one, other, *outcomes, termination="line") -> Round:
    """A round of an arena in which the first games have these *outcomes*."""
    arena = going_arena(one, other)
    round = services.begin(
        first=one,
        second=other,
        ruleset=arena.ruleset,
        control=parse_time_control(arena.control),
        pool=arena.pool,
        tournament=arena,
    )
    for outcome in outcomes:
        round = end_game(round, outcome, termination=termination)
    return round


@sync_to_async
def standing(round: Round) -> tuple[int | None, bool, int]:
    """The round's half points, whether it counts, and what it gave its first player."""
    found = Round.objects.get(pk=round.pk)
    assert not found.is_behind
    assert not list(differences("fours"))
    assert standings.recount(round.tournament) == standings.stored_scores(round.tournament)
    entry = TournamentEntry.objects.get(user=round.first)
    return found.halves, found.annulled_at is None, entry.halves


@pytest.mark.parametrize("dying", [after_the_correction, while_ratings_change, while_points_change])
async def test_a_correction_that_is_cut_off_is_followed_by_upkeep(alice, bob, dying):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o")
    for outcome, comes_to in [
        ("o", (2, True, 2)),
        ("", (2, False, 0)),
        ("draw", (3, True, 3)),
        ("x", (4, True, 4)),
    ]:
        with dying():
            await adjudicate(uid=round.uid, staff=staff, outcome=outcome, reason="Both agreed.")
        assert await Round.objects.filter(is_behind=True).aexists()
        await services.go_on_with_all()
        assert await standing(round) == comes_to


async def test_what_staff_annulled_does_not_count_again_by_a_correction_of_its_games(alice, bob):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o")
    annul = sync_to_async(ratings.annul)
    await annul(uid=round.uid, by=staff, reason="Both accounts are of one person.")
    await adjudicate(uid=round.uid, staff=staff, outcome="o", reason="Both agreed.")
    await services.go_on_with_all()
    assert await standing(round) == (2, False, 0)


async def test_a_game_given_up_at_once_raises_ratings_once_staff_have_decided_it(alice, bob):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o", termination="resignation")
    assert (await Rating.objects.aget(user=alice)).rating == START
    await adjudicate(uid=round.uid, staff=staff, outcome="x", reason="It was lost.")
    assert await standing(round) == (4, True, 4)
    assert (await Rating.objects.aget(user=alice)).rating > START


async def test_a_correction_while_the_round_goes_on_leaves_nothing_behind(alice, bob):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x")
    with after_the_correction():
        await adjudicate(uid=round.uid, staff=staff, outcome="o", reason="Both agreed.")
    await services.go_on_with_all()
    found = await Round.objects.aget(pk=round.pk)
    assert (found.state, found.is_behind) == ("going", False)


async def test_the_page_of_a_game_says_that_its_round_counts_no_more(alice, bob):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o")
    uid = (await Round.objects.with_players_and_games().aget(pk=round.pk)).second_game.uid
    async with rooms().enter(uid) as room:  # which somebody has open
        assert said_of(room)["round_result"] == "You win the round, 2–0."
        await sync_to_async(annul)(uid=round.uid, staff=staff, reason="Both agreed.")
        said = said_of(room)
        assert said["round_result"] == "The staff annulled the round. It counts for nothing."
        assert said["round_rating"] == ""
        await sync_to_async(restore)(uid=round.uid, staff=staff, reason="They did not.")
        assert said_of(room)["round_result"] == "You win the round, 2–0."
        await adjudicate(uid=round.uid, staff=staff, outcome="", reason="Both agreed.")
    assert (await look(uid=round.uid, viewer=alice)).round.state == "annulled"


async def test_the_page_of_a_game_says_what_a_correction_makes_of_its_round(alice, bob):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o")
    uid = (await Round.objects.with_players_and_games().aget(pk=round.pk)).second_game.uid
    async with rooms().enter(uid) as room:  # which somebody has open
        assert said_of(room)["round_result"] == "You win the round, 2–0."
        for outcome, said in [
            ("o", "The round is drawn, 1–1."),
            ("", "The staff annulled the round. It counts for nothing."),
            ("x", "You win the round, 2–0."),
        ]:
            await adjudicate(uid=round.uid, staff=staff, outcome=outcome, reason="Both agreed.")
            assert said_of(room)["round_result"] == said


async def test_a_correction_in_another_process_reaches_the_pages_of_both_games(
    alice, bob, monkeypatch
):
    staff = await sync_to_async(make_staff)("stella")
    round = await played(alice, bob, "x", "o")
    first, last = (await Round.objects.with_players_and_games().aget(pk=round.pk)).games
    await Game.objects.filter(pk=first.pk).aupdate(next_uid=last.uid)
    async with (
        connected(f"/ws/games/{first.uid}/", bob) as of_first,
        connected(f"/ws/games/{last.uid}/", bob) as of_last,
    ):
        assert (await of_first.hear("game"))["round"]["halves"] == {"x": 4, "o": 0}
        assert (await of_last.hear("game"))["round"]["halves"] == {"x": 0, "o": 4}
        elsewhere = Rooms()
        for module in (services, moderation):
            monkeypatch.setattr(module, "rooms", lambda: elsewhere)
        await adjudicate(uid=first.uid, staff=staff, outcome="o", reason="Both agreed.")
        await next_with(of_last, {"x": 2, "o": 2})
        await adjudicate(uid=last.uid, staff=staff, outcome="x", reason="Both agreed.")
        await next_with(of_first, {"x": 0, "o": 4})


async def next_with(page: Client, halves: dict[str, int]) -> None:
    """Wait until *page* is told that its round has come to these half points."""
    while (await page.hear("game"))["round"]["halves"] != halves:
        pass


def said_of(room: Room) -> dict[str, str]:
    """What the page of the second game, in which alice has O, says of the round."""
    return round_texts(room.state((Mark.O,)))
