"""Games as plain data."""

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from games import selectors
from tests import stored

pytestmark = pytest.mark.django_db


def test_a_game_is_told_with_its_seats_and_moves(alice, bob):
    game = stored.play(stored.new_game(alice, bob, x_symbol="★"), stored.X_WINS)
    (data,) = selectors.games_data(alice)
    assert data["uid"] == game.uid
    assert data["x"] == {"player": "alice", "label": "alice", "symbol": "★", "colour": ""}
    assert (data["you"], data["outcome"], data["termination"]) == (["x"], "x", "line")
    assert [move["name"] for move in data["moves"]] == ["a3", "a2", "b3", "b2", "c3"]
    assert DjangoJSONEncoder().encode(data)


def test_only_own_games_are_told_and_a_free_seat_is_none(alice, bob, charlie):
    stored.new_game(bob, charlie)
    stored.new_game(alice, None)
    (data,) = selectors.games_data(alice)
    assert data["o"] is None


def test_any_number_of_games_is_two_queries(alice, bob, django_assert_num_queries):
    for _ in range(5):
        stored.play(stored.new_game(alice, bob), (0, 1))
    with django_assert_num_queries(2):
        assert len(selectors.games_data(alice)) == 5
