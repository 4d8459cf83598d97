"""Games as plain data."""

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from games.compete.ratings.services import annul
from games.people.profiles import export
from games.people.profiles.export import changes_data, chat_data, games_data, ratings_data
from tests import stored
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db


def test_a_game_is_told_with_its_seats_and_moves(alice, bob):
    game = stored.play(stored.new_game(alice, bob, x_symbol="★"), stored.X_WINS)
    (data,) = games_data(alice)
    assert data["uid"] == game.uid
    assert data["x"] == {"player": "alice", "label": "alice", "symbol": "★", "colour": ""}
    assert (data["you"], data["outcome"], data["termination"]) == (["x"], "x", "line")
    assert [move["name"] for move in data["moves"]] == ["a3", "a2", "b3", "b2", "c3"]
    assert DjangoJSONEncoder().encode(data)


def test_only_own_games_are_told_and_a_free_seat_is_none(alice, bob, charlie):
    stored.new_game(bob, charlie)
    stored.new_game(alice, None)
    (data,) = games_data(alice)
    assert data["o"] is None


def test_the_oldest_come_first_whatever_the_seat(alice, bob, monkeypatch):
    monkeypatch.setattr(export, "CHUNK", 2)
    seats = [(alice, bob), (bob, alice), (bob, alice), (alice, alice), (bob, alice), (alice, bob)]
    games = [stored.new_game(*pair) for pair in seats]
    told = [(data["uid"], data["you"]) for data in games_data(alice)]
    marks = [["x"], ["o"], ["o"], ["x", "o"], ["o"], ["x"]]
    assert told == list(zip([game.uid for game in games], marks, strict=True))


def test_the_queries_do_not_grow_with_the_games_of_a_chunk(alice, bob, django_assert_num_queries):
    for _ in range(5):
        stored.play(stored.new_game(alice, bob), (0, 1))
    with django_assert_num_queries(6):  # of each seat the keys, twice; the games, their moves
        assert len(list(games_data(alice))) == 5


def test_lines_come_in_chunks_too(alice, bob, monkeypatch):
    monkeypatch.setattr(export, "LINES", 2)
    game = stored.new_game(alice, bob)
    for text in "abcde":
        game.lines.create(room="players", author=alice, text=text, at=game.created_at)
    assert [line["text"] for line in chat_data(alice)] == [*"abcde"]


def test_ratings_come_with_every_change_that_stands(alice, bob, monkeypatch):
    monkeypatch.setattr(export, "LINES", 1)
    one, other, third = (
        rated_round(alice, bob, 4, at=timezone.now(), moves=((cell, 1, 2, 3), (cell, 1, 2, 4)))
        for cell in (0, 9, 14)
    )
    annul(uid=other.uid, by=bob, reason="Arranged.")
    (rating,) = ratings_data(alice)
    assert (rating["pool"], rating["rounds"], rating["opponents"]) == ("fours", 2, 1)
    first, last = changes_data(alice)
    assert (first["round"], first["opponent"], first["score"]) == (one.uid, "bob", 1.0)
    assert (first["before"], last["round"]) == (1500.0, third.uid)
    assert first["before"] < first["after"] == last["before"] < last["after"] == rating["rating"]
    assert DjangoJSONEncoder().encode(last)
