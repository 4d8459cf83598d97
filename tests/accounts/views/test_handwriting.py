"""/me/preferences/handwriting/"""

import json

import pytest
from django.test import Client

from accounts.guests import claim_guest, make_guest
from accounts.models import Preferences, User
from accounts.services import account_data

pytestmark = pytest.mark.django_db
URL = "/me/preferences/handwriting/"
CROSS = [[[20, 20], [80, 80]], [[80, 20], [20, 80]]]
RING = [[[50, 20], [80, 50], [50, 80], [20, 50], [50, 20]]]
DRAWN = {"x": json.dumps(CROSS), "o": json.dumps(RING)}


def kept_by(user: User) -> object:
    return Preferences.objects.get(user=user).handwriting


def test_both_marks_are_kept_with_the_account(alice: User, as_user) -> None:
    client = as_user(alice)
    response = client.post(URL, DRAWN)
    assert (response.status_code, response["Location"]) == (302, URL)
    assert kept_by(alice) == {"x": CROSS, "o": RING}
    assert "Use the printed marks again" in client.get(URL).text


def test_one_mark_may_be_drawn_alone(alice: User, as_user) -> None:
    as_user(alice).post(URL, {"x": "", "o": DRAWN["o"]})
    assert kept_by(alice) == {"o": RING}


def test_a_visitor_becomes_a_guest_and_keeps_the_preferences(client: Client) -> None:
    client.post("/me/preferences/quick/", {"theme": "dark"})
    client.post(URL, DRAWN)
    (stored,) = Preferences.objects.all()
    assert stored.user.is_guest
    assert (stored.theme, stored.handwriting) == ("dark", {"x": CROSS, "o": RING})


def test_the_printed_marks_come_back(alice: User, as_user) -> None:
    client = as_user(alice)
    client.post(URL, DRAWN)
    client.post(URL, DRAWN | {"printed": "1"})
    assert kept_by(alice) == {}
    assert "Use the printed marks again" not in client.get(URL).text


def test_asking_for_the_printed_marks_makes_no_guest(client: Client) -> None:
    assert client.post(URL, {"printed": "1"}).status_code == 302
    assert not User.objects.exists()


def test_what_is_drawn_takes_the_place_of_an_own_symbol(alice: User, as_user) -> None:
    Preferences.objects.create(user=alice, x_symbol="★", o_symbol="♞", x_colour="#c0561a")
    as_user(alice).post(URL, {"x": DRAWN["x"]})
    stored = Preferences.objects.get(user=alice)
    assert (stored.x_symbol, stored.o_symbol, stored.x_colour) == ("", "♞", "#c0561a")


def test_a_symbol_goes_that_looks_like_the_mark_that_is_drawn(alice: User, as_user) -> None:
    Preferences.objects.create(user=alice, x_symbol="O", o_symbol="X")
    client = as_user(alice)
    client.post(URL, {"x": DRAWN["x"]})
    client.post(URL, {"printed": "1"})
    stored = Preferences.objects.get(user=alice)
    assert (stored.x_symbol, stored.o_symbol) == ("", "")


def test_other_preferences_leave_it_alone(alice: User, as_user) -> None:
    client = as_user(alice)
    client.post(URL, DRAWN)
    client.post("/me/preferences/quick/", {"theme": "dark"})
    form = {"theme": "light", "volume": "40", "board": "pastel", "confirm": "always"}
    assert client.post("/me/preferences/", form).status_code == 302
    assert kept_by(alice) == {"x": CROSS, "o": RING}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"x": "nonsense"}, "can’t be read"),
        ({"o": "[[[1,101]]]"}, "can’t be read"),
        ({"x": json.dumps([[[1, 2]]] * 5)}, "four strokes at most"),
        ({"x": json.dumps([[[1, 2]] * 65])}, "too detailed"),
        ({"x": "[" * 100_000}, "too detailed"),
        ({"x": "\x00"}, "Null characters"),
        ({"x": "", "o": ""}, "Nothing is drawn yet"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(
    alice: User, as_user, fields: dict[str, str], words: str
) -> None:
    response = as_user(alice).post(URL, fields)
    assert response.status_code == 200
    assert words in response.text
    assert not Preferences.objects.exists()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)(URL).status_code == 405


def test_it_is_taken_over_from_a_guest_and_handed_out_as_own_data(alice: User) -> None:
    guest = make_guest()
    Preferences.objects.create(user=guest, handwriting={"x": CROSS})
    claim_guest(guest=guest, user=alice)
    assert kept_by(alice) == {"x": CROSS}
    assert account_data(alice)["preferences"]["handwriting"] == {"x": CROSS}
