"""Ratings and leaderboards for programs."""

import pytest

from tests.compete.ratings.stored import make_puzzle_rating, make_rating
from tests.programs.api.problems import code_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_user_is_told_with_all_their_ratings(program, alice, bot):
    make_rating(alice, 1700.4, 50.0)
    make_puzzle_rating(alice, 1650.0, 120.0)
    found = program.get("users/ALICE").json()
    assert (found["name"], found["kind"], found["owner"]) == ("alice", "person", None)
    assert found["ratings"] == [
        {"pool": "fours", "rating": 1700, "margin": 100, "provisional": False, "rounds": 20},
        {"pool": "puzzles", "rating": 1650, "margin": 240, "provisional": True, "rounds": 20},
    ]
    found = program.get(f"users/{bot.username}").json()
    assert (found["owner"], found["ratings"]) == ("alice", [])
    assert code_of(program.get("users/nobody")) == "no_such_player"


def test_the_leaderboards_are_those_of_the_pages(program, alice, bob, bot):
    make_rating(alice, 1700.0)
    make_rating(bob, 1800.0)
    make_rating(bot, 1500.0)
    board = program.get("ratings/fours").json()
    assert [(row["place"], row["name"]) for row in board["entries"]] == [(1, "bob"), (2, "alice")]
    assert (board["total"], board["since"]) == (2, "")
    assert {"number", "name", "rating", "margin"} == board["levels"][0].keys()
    board = program.get("ratings/fours", since="alice").json()
    assert [row["place"] for row in board["entries"]] == [2]
    board = program.get("ratings/fours", bots="true").json()
    assert [row["name"] for row in board["entries"]] == [bot.username]
    assert program.get("ratings/puzzles").json()["levels"] == []


def test_no_bot_is_among_those_who_solve_puzzles(program, alice):
    make_puzzle_rating(alice)
    board = program.get("ratings/puzzles", bots="true").json()
    assert (board["entries"], board["total"]) == ([], 0)


def test_a_pool_that_there_is_not_is_refused(program):
    assert program.get("ratings/threes").status_code == 422
