"""The public games that are being played now."""

from datetime import timedelta

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.compete.ratings.pools import USUAL
from games.compete.rounds.services import begin
from games.core.rules import Ruleset
from games.models import Move, Pool
from games.play.watch import queries
from games.play.watch.queries import live_games, live_games_json, live_games_of
from tests import stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_is_here")]


def move_now(*games, ago: timedelta = timedelta()) -> None:
    moves = Move.objects.filter(game__in=games) if games else Move.objects.all()
    moves.update(played_at=timezone.now() - ago)


def uids() -> list[str]:
    cache.clear()
    return [game.uid for game in live_games().games]


def test_games_with_a_late_move_are_listed_the_newest_first(alice, bob):
    first = stored.play(stored.new_game(alice, bob), (0, 1, 2))
    second = stored.play(stored.new_game(bob, alice), (0,))
    stale = stored.play(stored.new_game(bob, alice), (0,))
    move_now()
    move_now(stale, ago=queries.MAX_REST + timedelta(seconds=1))
    move_now(second, ago=queries.MAX_REST - timedelta(seconds=9))
    assert uids() == [second.uid, first.uid]


@pytest.mark.parametrize(
    ("control", "seconds"),
    [("none", 300), ("3d", 300), ("3600+0", 300), ("300+2", 152), ("180+0", 90), ("30+0", 60)],
)
def test_a_game_in_which_nobody_moves_for_half_of_its_clock_is_abandoned(
    alice, bob, control, seconds
):
    game = stored.play(stored.new_game(alice, bob, control=control), (0, 1))
    move_now(game, ago=timedelta(seconds=seconds + 1))
    assert uids() == []
    move_now(game, ago=timedelta(seconds=seconds - 9))
    assert uids() == [game.uid]


def test_only_public_games_that_are_being_played_are_listed(alice, bob):
    stored.new_game(alice, None)
    stored.new_game(alice, bob)
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    for opponent in ("friend", "device"):
        stored.play(stored.new_game(alice, bob, opponent=opponent), (0,))
    against_the_computer = stored.play(stored.new_game(alice, bob, opponent="computer"), (0,))
    move_now()
    assert uids() == [against_the_computer.uid]


def test_a_game_is_told_with_all_that_a_small_board_needs(alice, bob):
    game = stored.new_game(
        alice, bob, ruleset=Ruleset(5, 4, 4), control="60+2", x_symbol="A", o_colour="#0a6b44"
    )
    stored.play(game, (7, 3))
    move_now()
    (shown,) = live_games().games
    assert (shown.m, shown.n, shown.k, shown.control, shown.first) == (5, 4, 4, "60+2", "x")
    assert shown.moves == [7, 3]
    assert shown.seats["x"] == queries.LiveSeat("alice", "person", "A", "")
    assert shown.seats["o"] == queries.LiveSeat("bob", "person", "", "#0a6b44")


def test_games_of_rounds_say_so(alice, bob):
    terms = USUAL[Pool.FOURS]
    players = {"first": alice, "second": bob, "ruleset": terms.ruleset, "control": terms.clock}
    rated, casual = begin(**players, pool=Pool.FOURS), begin(**players)
    alone = stored.play(stored.new_game(alice, bob), (0,))
    for round in (rated, casual):
        free = next(cell for cell in range(36) if cell not in round.opening)
        stored.play(round.first_game, (free,))
    move_now()
    kinds = {game.uid: game.round_kind for game in live_games().games}
    assert kinds == {rated.uid: "rated", casual.uid: "casual", alone.uid: ""}


def test_no_more_than_fit_are_listed(alice, bob, monkeypatch):
    monkeypatch.setattr(queries, "MAX_SHOWN", 2)
    games = [stored.play(stored.new_game(alice, bob), (0,)) for _ in range(3)]
    move_now()
    assert uids() == [games[2].uid, games[1].uid]


def test_what_is_best_to_watch_is_among_people_under_way_and_recent(alice, bob):
    engine = User.objects.create_user("Perfect", kind=User.Kind.ENGINE)
    people = [stored.play(stored.new_game(alice, bob), moves) for moves in ((0, 1), (0, 1), (0,))]
    machine = stored.play(stored.new_game(alice, engine, opponent="computer"), (0, 1, 2))
    move_now()
    move_now(people[1], ago=timedelta(seconds=9))
    found = live_games()
    assert found.best == [game.uid for game in people]
    assert [game.uid for game in found.best_games] == found.best
    assert machine.uid in [game.uid for game in found.games]


def test_a_few_are_the_best(alice, bob, monkeypatch):
    monkeypatch.setattr(queries, "MAX_BEST", 2)
    for _ in range(3):
        stored.play(stored.new_game(alice, bob), (0, 1))
    move_now()
    assert len(live_games().best) == 2


def test_where_nobody_plays_the_list_is_empty(db):
    assert live_games() == queries.LiveGames([], [])


def test_many_who_ask_cost_four_queries_a_second(alice, bob, django_assert_num_queries):
    for _ in range(5):
        stored.play(stored.new_game(alice, bob), (0, 1))
    move_now()
    live_games()
    with django_assert_num_queries(4):
        for _ in range(50):
            live_games_json()
    cache.delete(queries.REFRESH_LOCK)  # a second later
    with django_assert_num_queries(4):
        for _ in range(50):
            live_games_json()


def test_what_is_kept_is_what_was_read(alice, bob):
    stored.play(stored.new_game(alice, bob), (4,))
    move_now()
    first = live_games_json()
    assert msgspec.json.decode(first) == msgspec.json.decode(live_games_json())


def test_every_query_goes_by_an_index(alice, bob, django_assert_num_queries):
    stored.play(stored.new_game(alice, bob), (0,))
    move_now()
    with django_assert_num_queries(4) as asked:
        live_games()
    if connection.vendor != "sqlite":
        return
    for query in asked.captured_queries:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = [row[3] for row in cursor.fetchall()]
        # One look at the newest move (U0), and the tail is read along the primary key from there.
        looked = ("SEARCH", "SCALAR SUBQUERY", "SCAN U0")
        assert all(step.startswith(looked) for step in plan), plan
        assert "TEMP B-TREE" not in " ".join(plan)


def test_each_of_those_followed_is_shown_in_the_newest_game(alice, bob, charlie):
    stored.play(stored.new_game(alice, bob), (0,))
    newest = stored.play(stored.new_game(bob, charlie), (0,))
    move_now()
    playing = live_games_of([bob, User.objects.create_user("dora")])
    assert playing == {bob.pk: newest}
    assert live_games_of([]) == {}


def test_only_games_of_people_who_are_here_are_listed(alice, bob, charlie, monkeypatch):
    with_bob, with_charlie, with_days = (
        stored.play(stored.new_game(alice, other, control=control), (0, 1))
        for other, control in ((bob, "60+2"), (charlie, "60+2"), (charlie, "3d"))
    )
    move_now()
    monkeypatch.setattr(queries, "people_here", lambda: frozenset({alice.pk, bob.pk}))
    assert with_charlie.uid not in uids()
    assert {with_bob.uid, with_days.uid} <= set(uids())
    assert set(live_games().best) == {with_bob.uid, with_days.uid}
    monkeypatch.setattr(queries, "people_here", frozenset)
    assert uids() == [with_days.uid]


def test_games_that_were_left_take_no_places_of_those_to_watch(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(queries, "MAX_SHOWN", 1)
    watched = stored.play(stored.new_game(alice, bob), (0, 1))
    stored.play(stored.new_game(alice, charlie), (0, 1))
    move_now()
    monkeypatch.setattr(queries, "people_here", lambda: frozenset({alice.pk, bob.pk}))
    assert uids() == [watched.uid]
