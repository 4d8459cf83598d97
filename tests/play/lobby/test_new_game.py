"""/games/new/"""

import pytest
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import Game
from games.play.game.creation import OPEN_GAMES_A_USER
from tests import stored

pytestmark = pytest.mark.django_db(transaction=True)
URL = "/games/new/"
TERMS = {
    "m": "5",
    "n": "4",
    "k": "4",
    "opponent": "anyone",
    "side": "x",
    "first": "x",
    "control": "180+2",
}


def test_the_form_starts_with_tic_tac_toe(client):
    response = client.get(URL)
    assert response.status_code == 200
    assert response.context["form"]["m"].value() == 3
    assert "With perfect play this is always a draw." in response.text


def test_the_form_starts_with_what_the_address_asks_for(client):
    query = {"opponent": "computer", "m": "6", "n": "5", "k": "4", "level": "searcher"}
    form = client.get(URL, query).context["form"]
    assert {name: str(form[name].value()) for name in query} == query
    assert "the first player always wins" in form.known_text


def test_the_address_can_ask_for_rarer_terms(client):
    query = {"m": "6", "n": "5", "k": "4", "takebacks": "0", "best_of": "5", "swap": "1"}
    form = client.get(URL, query).context["form"]
    names = ("allow_takebacks", "takebacks", "best_of", "swap")
    assert [form[name].value() for name in names] == ["off", 3, 5, True]
    assert form.opens_more


@pytest.mark.parametrize(
    ("opponent", "clock"), [("anyone", "180+2"), ("computer", "none"), ("device", "none")]
)
def test_the_clock_starts_as_is_usual_for_the_opponent(client, opponent, clock):
    form = client.get(URL, {"opponent": opponent}).context["form"]
    assert form["control"].value() == clock


@pytest.mark.parametrize("query", ["m=99", "opponent=god", "m=", "k=x", "control=%01", "level=9"])
def test_what_the_address_asks_wrongly_is_as_if_not_asked(client, query):
    response = client.get(f"{URL}?{query}")
    assert response.status_code == 200
    assert "Nobody knows" not in response.context["form"].known_text


def test_the_form_starts_with_ones_own_marks(as_user, alice):
    Preferences.objects.create(user=alice, x_symbol="★", o_colour="#b0457e")
    text = as_user(alice).get(URL).text
    assert 'value="★"' in text
    assert 'value="#b0457e"' in text


def test_a_good_form_makes_a_game_and_leads_to_it(as_user, alice):
    marks = {"x_symbol": "★", "o_symbol": "♥", "x_colour": "#2f7d6b"}
    response = as_user(alice).post(URL, TERMS | marks)
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert (game.m, game.n, game.k, game.control) == (5, 4, 4, "180+2")
    assert (game.creator, game.x_player, game.status) == (alice, alice, "open")
    assert (game.x_symbol, game.o_symbol, game.x_colour, game.o_colour) == (
        "★",
        "♥",
        "#2f7d6b",
        "",
    )


def test_rarer_terms_are_kept(as_user, alice):
    more = {"allow_takebacks": "on", "takebacks": "1", "best_of": "5", "swap": "on"}
    as_user(alice).post(URL, TERMS | {"m": "6", "n": "5"} | more)
    game = Game.objects.get()
    assert (game.takebacks, game.best_of, game.swap) == (1, 5, True)


def test_whoever_is_nobody_yet_plays_as_a_guest(client):
    client.post(URL, TERMS)
    assert Game.objects.get().creator.kind == User.Kind.GUEST


def test_a_game_on_one_device_is_begun_at_once(as_user, alice):
    as_user(alice).post(URL, TERMS | {"opponent": "device", "x_name": "Ann", "o_name": "Ben"})
    game = Game.objects.get()
    assert (game.status, game.x_player, game.o_player) == ("ongoing", alice, alice)
    assert (game.x_name, game.o_name) == ("Ann", "Ben")


def test_a_game_against_a_level_is_begun_at_once(as_user, alice):
    as_user(alice).post(URL, TERMS | {"opponent": "computer", "level": "rules"})
    game = Game.objects.get()
    assert (game.status, game.level, game.o_player.username) == ("ongoing", "rules", "Rules")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"m": "2"}, "m"),
        ({"k": "6"}, "k"),
        ({"control": "soon"}, "control"),
        ({"opponent": "computer", "level": "nobody"}, "level"),
        ({"takebacks": "100"}, "takebacks"),
        ({"best_of": "2"}, "best_of"),
        ({"m": "4", "n": "4", "swap": "on"}, "swap"),
        ({"x_symbol": "ab"}, "x_symbol"),
        ({"x_colour": "#ffffff"}, "x_colour"),
        ({"opponent": "device", "x_name": "Ann", "o_name": "ann"}, "o_name"),
    ],
)
def test_a_bad_form_comes_back_with_a_message_and_what_was_filled_in(client, change, field):
    response = client.post(URL, TERMS | change)
    form = response.context["form"]
    assert response.status_code == 422
    assert list(form.errors) == [field]
    assert str(form.errors[field][0]) in response.text.replace("&#x27;", "'")
    assert 'value="4"' in response.text
    assert not Game.objects.exists()
    assert not User.objects.exists()  # nobody became a guest for it


def test_a_refusal_of_the_service_is_said_above_the_form(as_user, alice):
    for _ in range(OPEN_GAMES_A_USER):
        stored.new_game(alice, None)
    response = as_user(alice).post(URL, TERMS)
    assert response.status_code == 422
    assert "You have too many open games" in response.text


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client, method):
    assert getattr(client, method)(URL).status_code == 405


def test_nobody_is_led_to_challenge_somebody_who_is_banned(as_user, alice, bob):
    page = as_user(bob).get("/@alice/").text
    assert 'href="/@alice/challenge/"' in page
    User.objects.filter(pk=alice.pk).update(banned_at=timezone.now())
    page = as_user(bob).get("/@alice/").text
    assert "challenge/" not in page
    assert "?invite=alice" not in page
    assert "Banned" in page
    assert as_user(bob).get("/compete/?invite=alice").context["invited"] is None
    answer = as_user(bob).post("/@alice/challenge/", TERMS, follow=True)
    assert answer.redirect_chain[-1][0] == "/@alice/"
    assert "This player can’t be challenged." in answer.text
    assert not Game.objects.exists()
