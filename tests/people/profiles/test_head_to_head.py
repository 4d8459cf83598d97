"""How two users stand against each other."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from games.core.rules import Mark, Ruleset
from games.models import Game
from games.people.profiles.queries import BoardResults, Results, head_to_head
from tests import stored

pytestmark = pytest.mark.django_db


def test_both_marks_and_all_kinds_of_games_count(alice, bob, charlie):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    stored.resign(stored.new_game(bob, alice, opponent="friend"), Mark.X)
    stored.play(stored.new_game(bob, alice), stored.DRAWN)
    stored.play(stored.new_game(alice, charlie), stored.X_WINS)
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    assert head_to_head(alice, bob).results == Results(won=2, lost=1, drawn=1)
    assert head_to_head(bob, alice).results == Results(won=1, lost=2, drawn=1)


def test_the_score_names_its_boards_and_the_last_game(alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    last = stored.resign(stored.new_game(bob, alice, ruleset=Ruleset(5, 4, 4)), Mark.O)
    stored.new_game(alice, bob)
    score = head_to_head(alice, bob)
    assert score.last == last
    assert score.boards == (
        BoardResults(3, 3, Results(won=1)),
        BoardResults(5, 4, Results(lost=1)),
    )


def test_boards_of_a_pool_are_told_together(alice, bob):
    stored.resign(stored.new_game(alice, bob, ruleset=Ruleset(6, 6, 4)), Mark.O)
    stored.resign(stored.new_game(bob, alice, ruleset=Ruleset(6, 6, 4), best_of=2), Mark.O)
    stored.resign(stored.new_game(bob, alice, ruleset=Ruleset(15, 15, 5)), Mark.X)
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    score = head_to_head(alice, bob)
    assert score.pools == (("fives", Results(won=1)), ("fours", Results(won=1, lost=1)))
    assert score.boards == (BoardResults(3, 3, Results(won=1)),)
    assert score.results == Results(won=3, lost=1)


def test_games_from_a_position_are_not_counted(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    Game.objects.filter(pk=game.pk).update(setup=2)
    assert head_to_head(alice, bob) is None


def test_without_a_result_there_is_no_score(alice, bob):
    stored.play(stored.new_game(alice, bob), (0, 1))
    game = stored.new_game(alice, bob)
    stored.carry_out(game, lambda match, now: match.abort(now=now), alice)
    assert head_to_head(alice, bob) is None


def test_nobody_plays_against_oneself_or_as_nobody(alice, django_assert_num_queries):
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    with django_assert_num_queries(0):
        assert head_to_head(alice, alice) is None
        assert head_to_head(AnonymousUser(), alice) is None


def test_the_score_is_found_by_index(alice, bob, django_assert_num_queries):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    with django_assert_num_queries(2) as asked:
        head_to_head(alice, bob)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[0]['sql']}")
            plan = " ".join(row[3] for row in cursor.fetchall())
        assert "SCAN" not in plan, plan
    assert Game.objects.count() == 1
