"""/games/first/"""

import pytest

from games.models import Game

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/first/"


def test_a_press_on_the_empty_board_begins_a_game_with_that_mark(client):
    response = client.post(URL, {"cell": "4"})
    game = Game.objects.get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.opponent, game.status, game.x_player.kind) == ("computer", "ongoing", "guest")
    assert game.cells[0] == 4


@pytest.mark.parametrize("fields", [{}, {"cell": "9"}, {"cell": "b2"}, {"cell": "\u0661"}])
def test_without_a_cell_of_the_board_the_game_waits_for_the_first_mark(client, fields):
    client.post(URL, fields)
    assert Game.objects.get().cells == ()


def test_whoever_has_an_account_plays_with_it(as_user, alice):
    as_user(alice).post(URL, {"cell": "0"})
    assert Game.objects.get().x_player == alice


def test_an_address_that_was_opened_leads_to_the_lobby(client):
    assert client.get(URL)["Location"] == "/"
    assert client.put(URL).status_code == 405
    assert not Game.objects.exists()
