"""Games as lists show them."""

import pytest

from games.models import Game
from games.play.game.queries import listed
from tests import stored

pytestmark = pytest.mark.django_db


def test_each_game_has_its_moves_in_order_and_its_players(alice, bob, django_assert_num_queries):
    won, fresh = stored.play(stored.new_game(alice, bob), (4, 0, 8)), stored.new_game(bob, None)
    with django_assert_num_queries(2):
        first, second = listed(Game.objects.order_by("pk"))
        assert (first, first.cells, first.o_player.username) == (won, (4, 0, 8), "bob")
        assert (second, second.cells, second.o_player) == (fresh, (), None)


def test_no_games_are_no_moves(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert listed(Game.objects.all()) == []
