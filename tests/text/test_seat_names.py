"""Seats are called by their players; the computer's by their level as well."""

import pytest
from django.utils.translation import override

from games.engine import LEVELS
from games.text.seat_names import (
    level_choice,
    level_description,
    level_name,
    level_number,
    level_of,
    level_text,
    seat_name,
    stored_level,
)
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
    assert (names[0], names[-1]) == ("1 · Beginner", f"{len(LEVELS)} · Perfect")
    assert len(set(names)) == len(LEVELS)


def test_a_level_is_described_in_the_readers_language():
    with override("de"):
        texts = [(level_name(level), level_description(level)) for level in LEVELS.values()]
    english = [(level.label, level.description) for level in LEVELS.values()]
    assert all(text not in one for one, pair in zip(english, texts, strict=True) for text in pair)


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_stored_by_its_name_in_a_game_played_offline(name, alice):
    level = LEVELS[name]
    game = new_game(alice, alice, opponent="device", o_name=stored_level(level))
    assert game.seat_label("o") == f"Computer, {name}"
    assert seat_name(game, "o") == level_text(level) == f"Computer, level {level.number}"
    assert level_number(game, "o") == level.number


# The levels as they were numbered then.
NUMBERED = ["random", "weights", "rules", "guard", "heuristic", "searcher", "expert", "perfect"]


@pytest.mark.parametrize(("number", "name"), list(enumerate(NUMBERED, start=1)))
def test_a_game_that_was_stored_by_a_number_keeps_its_level(number, name, alice):
    game = new_game(alice, alice, opponent="device", o_name=f"Computer, level {number}")
    assert level_number(game, "o") == LEVELS[name].number
