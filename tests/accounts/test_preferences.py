"""Preferences of visitors with and without an account."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from accounts import preferences
from accounts.models import Preferences, User
from accounts.preferences import (
    FIELDS,
    from_text,
    hand_over,
    keep_preferences,
    preferences_of,
    to_text,
)

OWN = Preferences(
    theme="dark",
    sound=False,
    chat=False,
    x_symbol="★",
    o_colour="#c0561a",
    zen=True,
    volume=35,
)


def values(of: Preferences) -> dict[str, object]:
    return {name: getattr(of, name) for name in FIELDS}


def request_of(user: object, cookie: str = "") -> HttpRequest:
    request = HttpRequest()
    request.user = user
    request.COOKIES["prefs"] = cookie
    return request


def test_everybody_starts_with_the_same() -> None:
    assert to_text(preferences_of(request_of(AnonymousUser()))) == ""


@pytest.mark.parametrize("own", [OWN, Preferences(volume=0), Preferences(volume=1)], ids=to_text)
def test_text_and_preferences_are_the_same_thing(own: Preferences) -> None:
    assert values(from_text(to_text(own))) == values(own)


@pytest.mark.parametrize(
    "text",
    [
        "theme=pink",
        "sound=perhaps",
        "zen=1",
        "vibration=2",
        "board=marble",
        "volume=101",
        "volume=loud",
        "chat=perhaps",
        "x_symbol=abc",
        "x_colour=red",
        "x_colour=%23ffffff",
        "x_symbol=O",
        "user=1",
        "pk=1",
        "__class__=x",
        "nonsense",
        "x_symbol=%00",
        "theme=dark%00",
        "\x00",
    ],
)
def test_what_a_cookie_says_wrong_is_left_at_the_default(text: str) -> None:
    assert values(from_text(text)) == values(Preferences())


def test_one_wrong_value_does_not_spoil_the_others() -> None:
    assert values(from_text("theme=pink&sound=off")) == values(Preferences(sound=False))


@given(st.text())
def test_no_cookie_makes_it_fail(text: str) -> None:
    read = from_text(text)
    assert values(from_text(to_text(read))) == values(read)


def test_the_longest_cookie_is_read_wholly() -> None:
    longest = Preferences(
        theme="system",
        sound=False,
        volume=100,
        vibration=False,
        confirm="two_step",
        premove=False,
        zen=True,
        board="blackboard",
        coordinates=False,
        x_symbol="\U0001f600\ufe0f",
        o_symbol="\U0001f601\ufe0f",
        x_colour="#c0561a",
        o_colour="#c0561b",
    )
    assert len(to_text(longest)) < preferences.MAX_COOKIE_LENGTH
    assert values(from_text(to_text(longest))) == values(longest)


def test_the_account_knows_better_than_the_cookie(alice: User) -> None:
    Preferences.objects.create(user=alice, theme="light")
    assert preferences_of(request_of(alice, "theme=dark")).theme == "light"


def test_the_cookie_counts_where_the_account_has_nothing(alice: User) -> None:
    assert preferences_of(request_of(alice, "theme=dark")).theme == "dark"


def test_the_account_is_asked_once_a_request(alice: User, django_assert_num_queries) -> None:
    request = request_of(alice)
    with django_assert_num_queries(1):
        assert preferences_of(request) is preferences_of(request)


def test_a_database_that_is_away_leaves_the_cookie(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(user: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("accounts.preferences._stored", away)
    assert preferences_of(request_of(alice, "theme=dark")).theme == "dark"


def test_preferences_of_nobody_are_kept_in_the_browser_only() -> None:
    response = HttpResponse()
    keep_preferences(request_of(AnonymousUser()), response, from_text("theme=dark"))
    cookie = response.cookies["prefs"]
    assert cookie.value == "theme=dark"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_preferences_of_a_user_are_kept_in_the_account_too(alice: User) -> None:
    response = HttpResponse()
    for theme in ("dark", "light"):
        keep_preferences(request_of(alice), response, Preferences(theme=theme))
    assert Preferences.objects.get(user=alice).theme == "light"
    assert response.cookies["prefs"].value == "theme=light"


def test_defaults_are_not_handed_over(alice: User) -> None:
    hand_over(Preferences(), alice)
    assert not Preferences.objects.exists()


def test_what_differs_is_handed_over_unless_the_account_has_its_own(alice: User) -> None:
    hand_over(Preferences(theme="dark"), alice)
    hand_over(Preferences(theme="light"), alice)
    assert Preferences.objects.get(user=alice).theme == "dark"
