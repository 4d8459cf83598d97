"""How two users stand against each other."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from games import selectors
from games.core.rules import Mark
from games.models import Game
from games.selectors import HeadToHead
from tests import stored

pytestmark = pytest.mark.django_db


def test_both_marks_and_all_kinds_of_games_count(alice, bob, charlie):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    stored.resign(stored.new_game(bob, alice, opponent="friend"), Mark.X)
    stored.play(stored.new_game(bob, alice), stored.DRAWN)
    stored.play(stored.new_game(alice, charlie), stored.X_WINS)
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    assert selectors.head_to_head(alice, bob) == HeadToHead(won=2, lost=1, drawn=1)
    assert selectors.head_to_head(bob, alice) == HeadToHead(won=1, lost=2, drawn=1)


def test_without_a_result_there_is_no_score(alice, bob):
    stored.play(stored.new_game(alice, bob), (0, 1))
    game = stored.new_game(alice, bob)
    stored.carry_out(game, lambda match, now: match.abort(now=now), alice)
    assert selectors.head_to_head(alice, bob) is None


def test_nobody_plays_against_oneself_or_as_nobody(alice, django_assert_num_queries):
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    with django_assert_num_queries(0):
        assert selectors.head_to_head(alice, alice) is None
        assert selectors.head_to_head(AnonymousUser(), alice) is None


def test_the_score_is_one_query_by_index(alice, bob, django_assert_num_queries):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    with django_assert_num_queries(1) as asked:
        selectors.head_to_head(alice, bob)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[0]['sql']}")
            plan = " ".join(row[3] for row in cursor.fetchall())
        assert "SCAN" not in plan, plan
    assert Game.objects.count() == 1
