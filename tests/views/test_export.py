"""/me/export/"""

import pytest

from tests import stored

pytestmark = pytest.mark.django_db
URL = "/me/export/"


def test_the_account_and_all_own_games_come_as_a_file(as_user, alice, bob, charlie):
    stored.new_game(bob, charlie)
    game = stored.play(stored.new_game(bob, alice), stored.X_WINS)
    response = as_user(alice).get(URL)
    data = response.json()
    assert data["account"]["name"] == "alice"
    assert [one["uid"] for one in data["games"]] == [game.uid]
    assert len(data["games"][0]["moves"]) == 5
    assert data["chat"] == data["reports"] == []
    assert response["Content-Disposition"].startswith("attachment; filename=")
    assert "no-store" in response["Cache-Control"]


def test_whoever_is_not_signed_in_is_asked_to(client):
    response = client.get(URL)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_it_is_only_read(as_user, alice):
    assert as_user(alice).post(URL).status_code == 405
