"""/me/preferences/ and /me/preferences/quick/"""

import pytest
from django.test import Client

from accounts.backends import SignInBackend
from accounts.models import Preferences, User
from accounts.views.preferences import quick_preference
from tests.stored import new_game

pytestmark = pytest.mark.django_db
URL = "/me/preferences/"
QUICK = "/me/preferences/quick/"
FORM = {
    "theme": "dark",
    "sound": "",
    "volume": "40",
    "premove": "on",
    "board": "pastel",
    "confirm": "always",
    "coordinates": "on",
    "x_symbol": " ★ ",
    "o_symbol": "",
    "x_colour": "#C0561A",
    "o_colour": "",
}


def test_preferences_are_stored_with_the_account(alice: User, as_user) -> None:
    client = as_user(alice)
    response = client.post(URL, FORM)
    assert (response.status_code, response["Location"]) == (302, URL)
    stored = Preferences.objects.get(user=alice)
    assert (stored.theme, stored.sound, stored.confirm) == ("dark", False, "always")
    assert (stored.x_symbol, stored.x_colour) == ("★", "#c0561a")
    assert (stored.volume, stored.premove, stored.zen) == (40, True, False)
    assert (stored.board, stored.vibration) == ("pastel", False)
    page = client.get(URL).content.decode()
    assert 'data-theme="dark"' in page
    assert 'data-board="pastel"' in page


def test_preferences_can_be_changed_again(alice: User, as_user) -> None:
    client = as_user(alice)
    for theme in ("dark", "light"):
        client.post(URL, FORM | {"theme": theme})
    assert Preferences.objects.get(user=alice).theme == "light"


def test_what_is_said_of_a_new_language_is_in_that_language(client: Client) -> None:
    page = client.post(URL, FORM | {"language": "de"}, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "Deine Einstellungen sind gespeichert."
    ]


def test_a_stranger_has_them_in_the_browser(client: Client) -> None:
    client.post(URL, FORM)
    assert not Preferences.objects.exists()
    page = client.get(URL).content.decode()
    assert 'data-theme="dark"' in page
    assert 'value="★"' in page


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"theme": "pink"}, "theme", "valid choice"),
        ({"confirm": ""}, "confirm", "required"),
        ({"board": "marble"}, "board", "valid choice"),
        ({"volume": "101"}, "volume", "100"),
        ({"volume": "-1"}, "volume", "0"),
        ({"volume": "loud"}, "volume", "whole number"),
        ({"x_symbol": "abc"}, "x_symbol", "one letter"),
        ({"x_symbol": "a" * 1000}, "x_symbol", "one letter"),
        ({"x_symbol": "\x00"}, "x_symbol", "one letter"),
        ({"x_symbol": "o"}, "o_symbol", "look alike"),
        ({"x_symbol": "A", "o_symbol": "a"}, "o_symbol", "look alike"),
        ({"x_colour": "red"}, "x_colour", "six digits"),
        ({"x_colour": "#ffffff"}, "x_colour", "Too faint"),
        ({"x_colour": "#000000"}, "x_colour", "Too faint"),
        ({"o_colour": "#c0561a"}, "o_colour", "the same"),
    ],
)
def test_bad_input_gets_the_form_again_with_a_message(
    alice: User, as_user, fields: dict[str, str], field: str, words: str
) -> None:
    response = as_user(alice).post(URL, FORM | fields)
    assert response.status_code == 200
    assert words in str(response.context["form"].errors[field])
    assert not Preferences.objects.exists()


def test_an_empty_post_gets_the_form_again(client: Client) -> None:
    response = client.post(URL, {})
    assert response.status_code == 200
    assert response.context["form"].errors


def test_what_is_refused_does_not_change_the_page(alice: User, as_user) -> None:
    response = as_user(alice).post(URL, FORM | {"x_colour": "red"})
    assert 'data-theme="system"' in response.content.decode()


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)(URL).status_code == 405


# ---- the switches of the header ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"theme": "dark"}, "theme", "dark"),
        ({"theme": "system"}, "theme", "system"),
        ({"sound": "off"}, "sound", False),
        ({"sound": "on"}, "sound", True),
        ({"zen": "on"}, "zen", True),
        ({"zen": "off"}, "zen", False),
        ({"chat": "off"}, "chat", False),
    ],
)
def test_a_switch_is_stored(
    alice: User, as_user, fields: dict[str, str], name: str, value: object
) -> None:
    as_user(alice).post(QUICK, fields)
    assert getattr(Preferences.objects.get(user=alice), name) == value


def test_a_switch_leaves_the_others_alone(client: Client) -> None:
    client.post(QUICK, {"theme": "dark"})
    client.post(QUICK, {"sound": "off"})
    assert client.cookies["prefs"].value == "theme=dark&sound=off"


def test_of_two_switches_at_once_both_are_stored(alice: User, rf) -> None:
    Preferences.objects.create(user=alice)
    requests = [rf.post(QUICK, fields) for fields in ({"theme": "dark"}, {"sound": "off"})]
    for request in requests:
        request.user = SignInBackend().get_user(alice.pk)
    for request in requests:
        assert quick_preference(request).status_code == 302
    stored = Preferences.objects.get(user=alice)
    assert (stored.theme, stored.sound) == ("dark", False)


def test_a_script_is_answered_with_nothing(client: Client) -> None:
    response = client.post(QUICK, {"theme": "dark"}, headers={"Sec-Fetch-Dest": "empty"})
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize(
    ("back", "location"),
    [
        ("/me/games/?page=2", "/me/games/?page=2"),
        ("", "/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_a_form_is_sent_back_to_its_page(client: Client, back: str, location: str) -> None:
    assert client.post(QUICK, {"sound": "off", "next": back})["Location"] == location


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"theme": "pink"},
        {"sound": "loud"},
        {"zen": ""},
        {"premove": "on"},
        {"x_colour": "#c0561a"},
    ],
)
def test_another_switch_is_refused(client: Client, fields: dict[str, str]) -> None:
    assert client.post(QUICK, fields).status_code == 400


def test_the_switches_are_not_looked_at(client: Client) -> None:
    assert client.get(QUICK).status_code == 405


@pytest.mark.django_db(transaction=True)
def test_a_switch_on_an_answer_to_a_form_leads_to_a_page(alice: User, bob: User, as_user) -> None:
    client = as_user(alice)
    game = new_game(alice, bob)
    refused = client.post(f"/games/{game.uid}/say/", {"text": "x" * 200})
    asked = f"/games/{game.uid}/say/"
    assert f'name="next" value="{asked}"' in refused.content.decode()
    back = client.post(QUICK, {"theme": "dark", "next": asked})
    assert back["Location"] == f"/games/{game.uid}/"
    assert client.get(back["Location"]).status_code == 200
