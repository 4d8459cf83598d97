"""One game, move by move."""

import pytest

from games.core.rules import Mark, Ruleset
from games.learn.review.queries import game_of, review_of
from tests import stored

pytestmark = pytest.mark.django_db


def test_steps_name_the_moves_in_order(alice, bob):
    game = stored.new_game(alice, bob, first="o", ruleset=Ruleset(4, 3, 3))
    stored.play(game, (0, 5))
    first, second = review_of(game.uid).steps
    assert (first.number, first.mark, first.cell_name) == (1, Mark.O, "a3")
    assert (second.number, second.mark, second.cell_name) == (2, Mark.X, "b2")
    assert second.spent_ms == stored.SECOND


def test_the_line_that_won_is_found(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert review_of(game.uid).line == (0, 1, 2)


def test_a_game_without_a_line_has_none(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.DRAWN)
    assert review_of(game.uid).line == ()


def test_a_game_that_is_not_there_is_nothing(db):
    assert review_of("0000000000") is None
    assert game_of("0000000000") is None


def test_a_review_is_two_queries_and_a_game_one(alice, bob, django_assert_num_queries):
    game = stored.play(stored.new_game(alice, bob), stored.DRAWN)
    with django_assert_num_queries(2):
        review = review_of(game.uid)
        assert (review.game.x_player, len(review.steps)) == (alice, 9)
    with django_assert_num_queries(1):
        assert game_of(game.uid).o_player == bob
