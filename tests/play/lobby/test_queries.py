"""What the home page and the lobby's sockets read."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.core.rules import Ruleset
from games.models import Game
from games.play.lobby import queries as lobby_queries
from games.play.lobby.queries import open_games_rows, own_games
from tests import stored
from tests.plans import plans_of

pytestmark = pytest.mark.django_db


def test_only_games_for_anyone_are_listed_the_newest_first(alice, bob):
    old = stored.new_game(alice, None)
    stored.new_game(alice, None, opponent="friend")
    stored.new_game(alice, bob)
    new = stored.new_game(None, bob, ruleset=Ruleset(5, 4, 4), control="3d")
    rows = open_games_rows()
    assert [row.uid for row in rows] == [new.uid, old.uid]
    assert (rows[0].name, rows[0].kind, rows[0].seat, rows[0].control) == (
        "bob",
        "person",
        "x",
        "3d",
    )


def test_a_game_that_waits_for_a_day_is_not_listed_any_more(alice):
    game = stored.new_game(alice, None)
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - lobby_queries.OPEN_FOR)
    assert open_games_rows() == []


def test_many_open_games_are_one_query(alice, django_assert_num_queries):
    for _ in range(5):
        stored.new_game(alice, None)
    with django_assert_num_queries(1):
        assert len(open_games_rows()) == 5


def test_own_games_are_those_one_plays_or_waits_in(alice, bob, charlie):
    waiting = stored.new_game(alice, None)
    played = stored.new_game(bob, alice)
    stored.new_game(bob, charlie)
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert list(own_games(alice).shown) == [played, waiting]


def test_a_creator_without_a_seat_yet_sees_the_game(alice):
    game = stored.new_game(alice, None)
    Game.objects.filter(pk=game.pk).update(x_player=None)
    assert list(own_games(alice).shown) == [game]


def test_own_turns_come_first_by_their_deadlines_and_four_are_shown(alice, bob):
    now = timezone.now()
    theirs = [stored.new_game(bob, alice) for _ in range(3)]
    own = [stored.new_game(alice, bob) for _ in range(4)]
    for game, days in ((own[1], 3), (own[3], 1)):
        Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(days=days))
    games = own_games(alice)
    assert (games.count, games.turns) == (7, 4)
    assert set(games.shown) == set(own)
    assert games.shown[:2] == (own[3], own[1])
    stored.play(own[3], (0,))
    assert own_games(alice).shown[-1] == own[3]
    assert own_games(bob).turns == len(theirs) + 1


def test_a_game_on_one_device_is_counted_once_and_always_ones_own_turn(alice):
    stored.play(stored.new_game(alice, alice, opponent="device"), (4,))
    games = own_games(alice)
    assert (len(games.shown), games.count, games.turns) == (1, 1, 1)


def test_own_games_are_three_queries(alice, bob, django_assert_num_queries):
    for _ in range(4):
        stored.play(stored.new_game(alice, bob), (0, 1))
    with django_assert_num_queries(3):
        games = own_games(alice).shown
        assert {len(game.cells) for game in games} == {2}
        assert {game.x_player.username for game in games} == {"alice"}


@pytest.mark.embedded
def test_own_games_are_found_by_small_indexes(alice):
    plans = plans_of(lambda: own_games(alice))
    for index in ("game_played_by_x", "game_played_by_o", "game_offered_by"):
        assert index in plans
    assert "SCAN games_game" not in plans


@pytest.mark.embedded
def test_open_games_are_read_by_status(alice):
    plan = plans_of(open_games_rows)
    assert "INDEX game_by_status (status=?)" in plan
    assert "TEMP B-TREE" not in plan
