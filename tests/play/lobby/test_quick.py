"""/games/quick/"""

import pytest
from django.core.exceptions import NON_FIELD_ERRORS

from games.live.limits import GAMES
from games.models import Game
from games.play.lobby.views import TILES
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/quick/"
TERMS = {"m": "3", "n": "3", "k": "3", "control": "60+2"}


def test_a_fitting_open_game_is_joined(as_user, alice, bob):
    game = stored.new_game(alice, None, control="60+2", x_ms=60_000, o_ms=60_000)
    response = as_user(bob).post(URL, TERMS)
    assert response["Location"] == game.get_absolute_url()
    assert Game.objects.get(pk=game.pk).o_player == bob


def test_where_none_fits_a_new_one_waits(as_user, alice, bob):
    other = stored.new_game(alice, None)  # without a clock
    response = as_user(bob).post(URL, TERMS)
    game = Game.objects.exclude(pk=other.pk).get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.status, game.control, game.creator) == ("open", "60+2", bob)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: f"{tile.ruleset.m}x{tile.ruleset.n}")
def test_every_tile_makes_a_game(client, tile):
    ruleset = tile.ruleset
    fields = {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k, "control": tile.control}
    assert client.post(URL, fields)["Location"].startswith("/games/")
    assert Game.objects.get().ruleset == ruleset


@pytest.mark.parametrize(
    "fields", [{}, TERMS | {"k": "4"}, TERMS | {"m": "x"}, TERMS | {"control": "?"}]
)
def test_terms_that_make_no_game_are_told_at_home(client, fields):
    response = client.post(URL, fields, follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert len(response.context["messages"]) == 1
    assert not Game.objects.exists()


@pytest.mark.usefixtures("no_token_comes_back")
def test_whoever_goes_too_fast_gets_the_form_with_what_was_asked_for(as_user, alice):
    for _ in range(GAMES.at_once):
        GAMES.take(alice.pk)
    response = as_user(alice).post(URL, TERMS | {"m": "7", "n": "6", "k": "5"})
    assert (response.status_code, response["Retry-After"]) == (429, "4")
    form = response.context["form"]
    assert list(form.errors) == [NON_FIELD_ERRORS]
    asked = {"m": 7, "n": 6, "k": 5, "control": "60+2", "side": "either", "opponent": "anyone"}
    assert {name: form[name].value() for name in asked} == asked


def test_an_address_that_was_opened_leads_to_the_lobby(client):
    assert client.get(URL)["Location"] == "/"
    assert client.put(URL).status_code == 405
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_side_that_is_drawn_later_is_nobodys_free_seat(client):
    page = client.post(
        "/games/quick/", {"m": "3", "n": "3", "k": "3", "control": "60+2"}, follow=True
    )
    assert page.text.count("Not decided yet</span>") == 2
    assert "<span>Free seat</span>" not in page.text
