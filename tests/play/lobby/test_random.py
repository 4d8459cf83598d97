"""/games/random/"""

import pytest

from accounts.models import User
from games.models import Game
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/random/"


def test_somebody_elses_open_game_is_joined(as_user, alice, bob):
    game = stored.new_game(alice, None)
    response = as_user(bob).post(URL)
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    game.refresh_from_db()
    assert (game.status, game.o_player) == ("ongoing", bob)


def test_whoever_is_nobody_yet_plays_as_a_guest(client, alice):
    game = stored.new_game(alice, None)
    client.post(URL)
    game.refresh_from_db()
    assert game.o_player.kind == User.Kind.GUEST


def test_an_own_game_is_never_joined(as_user, alice):
    stored.new_game(alice, None)
    response = as_user(alice).post(URL, follow=True)
    assert response.redirect_chain == [("/", 302)]
    (message,) = response.context["messages"]
    assert "No open games right now" in str(message)


def test_a_friends_invitation_is_not_for_strangers(as_user, alice, bob):
    game = stored.new_game(alice, None, opponent="friend")
    as_user(bob).post(URL)
    assert Game.objects.get(pk=game.pk).status == "open"


def test_an_address_that_was_opened_leads_to_the_lobby(client):
    assert client.get(URL)["Location"] == "/"
    assert client.put(URL).status_code == 405
    assert not Game.objects.exists()
