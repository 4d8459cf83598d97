"""In which language somebody is answered, and written to."""

import re

import pytest
from django.conf import settings
from django.test import Client

from accounts.language import language_of
from accounts.models import Preferences, User
from accounts.preferences import FIELDS

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
SWITCH = "/me/preferences/quick/"


def language_at(client: Client, address: str = "/rules/", **headers: str) -> str:
    """The language that the page says it is in."""
    text = client.get(address, headers=headers).text
    return text.partition('<html lang="')[2].partition('"')[0]


def test_a_stranger_is_answered_as_the_browser_asks(client: Client) -> None:
    assert language_at(client) == "en"
    assert language_at(client, **GERMAN) == "de"
    assert language_at(client, **{"Accept-Language": "zh-CN"}) == "zh-hans"
    assert language_at(client, **{"Accept-Language": "tlh, *"}) == "en"


def test_the_switch_is_kept_in_the_browser(client: Client) -> None:
    answer = client.post(SWITCH, {"language": "cs", "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert language_at(client, **GERMAN) == "cs"


def test_an_accounts_choice_comes_before_the_browsers(alice: User) -> None:
    at_home, elsewhere = Client(), Client()
    at_home.force_login(alice)
    at_home.post(SWITCH, {"language": "ja"})
    elsewhere.post(SWITCH, {"language": "es"})
    elsewhere.force_login(alice)
    assert language_at(elsewhere) == "ja"
    del elsewhere.cookies["sessionid"]
    assert language_at(elsewhere) == "es"


def test_an_account_without_a_choice_keeps_the_browsers(client: Client, alice: User) -> None:
    Preferences.objects.create(user=alice, theme="dark")
    client.post(SWITCH, {"language": "es"})
    client.force_login(alice)
    assert language_at(client) == "es"


def test_a_language_that_the_site_does_not_speak_is_refused(client: Client) -> None:
    assert client.post(SWITCH, {"language": "tlh"}).status_code == 400
    client.cookies["prefs"] = "language=tlh"
    assert language_at(client) == "en"


def test_caches_are_told_what_a_page_depends_on(client: Client) -> None:
    answer = client.get("/rules/", headers=GERMAN)
    assert answer["Content-Language"] == "de"
    named = {name.strip() for name in answer["Vary"].split(",")}
    assert {"Accept-Language", "Cookie"} <= named


def test_a_page_offers_all_languages_by_their_own_names(client: Client) -> None:
    text = client.get("/rules/", headers=GERMAN).text
    buttons = re.findall(r'name="language" value="([^"]*)"[^>]*>([^<]*)<', text)
    assert set(buttons) == set(settings.LANGUAGES)
    assert re.findall(r'lang="(\S+)"\s+aria-current="true"', text) == ["de"]


@pytest.mark.parametrize("address", ["/api/v1/games/nothing", "/admin/", "/robots.txt"])
def test_programs_and_staff_are_answered_in_english(
    client: Client, alice: User, address: str
) -> None:
    client.force_login(alice)
    answer = client.get(address, headers=GERMAN)
    assert answer.text == client.get(address).text
    assert "Accept-Language" not in answer.get("Vary", "")


def test_the_preferences_have_it_too(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/me/preferences/")
    form = {name: field.value() for name, field in zip(FIELDS, page.context["form"], strict=True)}
    client.post("/me/preferences/", form | {"language": "cs"})
    assert language_at(client, "/me/preferences/") == "cs"


def test_who_signs_up_in_german_is_written_to_in_german(client: Client) -> None:
    form = {"username": "dora", "password1": "a-long-password", "password2": "a-long-password"}
    client.post("/accounts/signup/", form, headers=GERMAN)
    assert language_of(User.objects.get(username="dora")) == "de"


def test_who_signs_up_in_english_is_written_to_in_english(client: Client) -> None:
    form = {"username": "dora", "password1": "a-long-password", "password2": "a-long-password"}
    client.post("/accounts/signup/", form)
    dora = User.objects.get(username="dora")
    assert language_of(dora) == "en"
    assert not Preferences.objects.filter(user=dora).exists()
