"""Seats are called by their players; the computer's by their level as well."""

import pytest

from games.engine import LEVELS
from games.text.seat_names import level_choice, level_description, level_of, seat_name
from tests.stored import new_game


def test_people_are_called_by_their_names(alice):
    game = new_game(alice, None)
    assert (seat_name(game, "x"), seat_name(game, "o")) == ("alice", "")


def test_the_computer_is_called_by_its_level(alice, engine):
    game = new_game(alice, engine, opponent="computer", level="perfect")
    assert seat_name(game, "o") == "Computer, level 8"


def test_whoever_shares_a_device_has_the_name_they_gave(alice):
    game = new_game(alice, alice, opponent="device", x_name="Ann")
    assert (seat_name(game, "x"), seat_name(game, "o")) == ("Ann", "O")


@pytest.mark.django_db
def test_only_the_sites_own_players_have_a_level(alice, engine):
    assert level_of(alice) is None
    assert level_of(engine).name == "perfect"


def test_a_level_is_chosen_by_a_word_that_people_know():
    names = [level_choice(level) for level in LEVELS.values()]
    assert names[0] == "1 · Beginner"
    assert names[-1] == "8 · Perfect"
    assert len(set(names)) == len(names) == 8


def test_levels_are_described_as_programs_are_told():
    assert [level_description(one) for one in LEVELS.values()] == [
        one.description for one in LEVELS.values()
    ]
