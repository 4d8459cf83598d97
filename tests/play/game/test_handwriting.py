"""The reader's own hand on the boards of pages, which nobody else sees."""

import re

import pytest

from accounts.models import Preferences
from games.board.looks import looks_for, own_looks
from games.protocol.messages import MarkLook
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)
CROSS = [[[21, 22], [81, 82]], [[83, 23], [24, 84]]]
PATH = "M21 22L81 82"


@pytest.fixture
def alice_draws(alice):
    Preferences.objects.create(user=alice, handwriting={"x": CROSS})


@pytest.mark.usefixtures("alice_draws")
def test_a_game_is_in_the_hand_of_who_looks_at_it_alone(client, as_user, alice, bob):
    game = stored.play(stored.new_game(alice, bob), (4, 0))
    own = as_user(alice).get(game.get_absolute_url())
    strokes = (PATH, "M83 23L24 84")
    assert own.context["state_data"]["marks"]["x"]["strokes"] == strokes
    assert "strokes" not in own.context["state_data"]["marks"]["o"]
    assert f'<path d="{PATH}"/>' in own.text  # of the board without scripts
    for reader in (client, as_user(bob)):
        assert PATH not in reader.get(game.get_absolute_url()).text


@pytest.mark.usefixtures("alice_draws")
def test_the_home_page_and_the_review_are_in_it_too(client, as_user, alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    for path in ("/", f"/games/{game.uid}/review/"):
        assert PATH in as_user(alice).get(path).text
        assert PATH not in as_user(bob).get(path).text
        assert PATH not in client.get(path).text


@pytest.mark.usefixtures("alice_draws")
def test_nobody_reads_it_on_a_profile(as_user, alice, bob):
    profile = as_user(bob).get(f"/@{alice.username}/")
    assert profile.status_code == 200
    assert not re.search(r"21, ?22|21 22", profile.text)


def test_symbols_that_a_game_was_made_with_stay():
    reader = Preferences(handwriting={"x": CROSS, "o": CROSS})
    looks = looks_for(reader, {"x": MarkLook("★", ""), "o": MarkLook("", "#c0561a")})
    assert looks["x"] == MarkLook("★", "")
    assert (looks["o"].colour, looks["o"].strokes[0]) == ("#c0561a", PATH)


def test_an_own_symbol_counts_more_than_the_hand():
    reader = Preferences(x_symbol="★", handwriting={"x": CROSS})
    assert own_looks(reader)["x"] == MarkLook("★", "")
