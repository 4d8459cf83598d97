"""/games/<uid>/game.txt and game.json"""

import pytest

from games.core.notation import parse_game
from games.core.rules import TIC_TAC_TOE
from tests import stored

pytestmark = pytest.mark.django_db
FORMS = ("txt", "json")


@pytest.fixture
def game(alice, bob):
    return stored.play(stored.new_game(alice, bob), stored.X_WINS)


def test_the_text_can_be_read_again(client, game):
    response = client.get(f"/games/{game.uid}/game.txt")
    parsed = parse_game(response.text)
    assert (parsed.ruleset, parsed.cells) == (TIC_TAC_TOE, stored.X_WINS)
    assert parsed.tags["X"] == "alice"
    assert parsed.tags["Outcome"] == "x"


def test_the_json_has_the_moves_with_their_times(client, game):
    data = client.get(f"/games/{game.uid}/game.json").json()
    assert (data["uid"], data["outcome"]) == (game.uid, "x")
    assert [move["cell"] for move in data["moves"]] == list(stored.X_WINS)
    assert data["moves"][1]["spent_ms"] == stored.SECOND


@pytest.mark.parametrize("form", FORMS)
def test_it_comes_as_a_file(client, game, form):
    response = client.get(f"/games/{game.uid}/game.{form}")
    expected = f'attachment; filename="tic-tac-toe-{game.uid}.{form}"'
    assert response["Content-Disposition"] == expected


def test_names_cannot_break_the_text(client, alice):
    game = stored.new_game(alice, alice, opponent="device", x_name='A"]\n[B', o_name="\\")
    text = client.get(f"/games/{stored.play(game, stored.X_WINS).uid}/game.txt").text
    assert parse_game(text).tags["O"] == "\\"


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_goes_on_is_no_file_yet(client, alice, bob, form):
    game = stored.new_game(alice, bob)
    assert client.get(f"/games/{game.uid}/game.{form}").status_code == 404


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_is_not_there_is_not_found(client, form):
    assert client.get(f"/games/0000000000/game.{form}").status_code == 404


@pytest.mark.parametrize("form", FORMS)
def test_it_is_only_read(client, game, form):
    assert client.post(f"/games/{game.uid}/game.{form}").status_code == 405
