"""/rules/, /help/, /privacy/ and /contact/, and the links to them"""

import pytest

from games.core.rules import Position
from games.engine import LEVELS
from games.people.help.views import EXAMPLES
from tests import stored

PAGES = ("/rules/", "/help/", "/privacy/", "/contact/")

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", PAGES)
def test_everybody_can_read_it(client, as_user, alice, page):
    for visitor in (client, as_user(alice)):
        answer = visitor.get(page)
        assert answer.status_code == 200
        assert answer.text.count("<h1>") == 1


@pytest.mark.parametrize("page", PAGES)
def test_it_is_only_read(client, page):
    assert client.post(page).status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_every_footer_leads_there(client, page):
    assert f'href="{page}"' in client.get("/").text


@pytest.mark.django_db(transaction=True)
def test_a_game_leads_to_the_rules(client, alice, bob):
    text = client.get(stored.new_game(alice, bob).get_absolute_url()).text
    assert text.count('href="/rules/"') == 3  # menu, beside the board, footer


@pytest.mark.parametrize(
    ("name", "is_won", "is_over"),
    [("classic", True, True), ("draw", False, True), ("four", True, True), ("five", True, True)],
)
def test_the_examples_show_what_they_say(name, is_won, is_over):
    example = EXAMPLES[name]
    position = Position.after(example.ruleset, example.cells)
    assert (position.is_won, position.is_over) == (is_won, is_over)


def test_the_fork_has_two_threats():
    example = EXAMPLES["fork"]
    position = Position.after(example.ruleset, example.cells)
    threats = Position(example.ruleset, own=position.opposing, opposing=position.own)
    assert [cell for cell in threats.legal_moves() if threats.wins_at(cell)] == [5, 7]


def test_help_lists_every_level(client):
    text = client.get("/help/").text
    assert all(f"<b>{level.title}</b> {level.description}" in text for level in LEVELS.values())


def test_privacy_names_every_cookie_that_a_browser_gets(client, alice):
    client.post("/accounts/login/", {"login": "alice", "password": "alice-password"})
    client.post("/me/preferences/quick/", {"theme": "dark", "next": "/"})
    client.get("/accounts/signup/")
    text = client.get("/privacy/").text
    assert {"sessionid", "csrftoken", "device"} <= set(client.cookies)
    assert all(f"<dt>{name}</dt>" in text for name in client.cookies)
    assert "90 days" in text


def test_privacy_names_what_the_offline_page_keeps_and_asks(client):
    text = " ".join(client.get("/privacy/").text.split())
    assert "A service worker keeps" in text
    assert "(IndexedDB) keeps your last 20 offline games" in text
    assert "<code>/offline/account/</code>" in text


def test_a_contact_is_shown_as_people_write_it(client, settings):
    settings.CONTACT, settings.SECURITY_CONTACT = "mailto:us@play.example", "https://play.example/s"
    text = client.get("/contact/").text
    assert '<a class="btn btn--ink" href="mailto:us@play.example">us@play.example</a>' in text
    assert 'href="https://play.example/s"' in text


def test_without_a_contact_the_page_says_so(client, settings):
    settings.CONTACT = settings.SECURITY_CONTACT = ""
    text = client.get("/contact/").text
    assert "have not published an address" in text
    assert "Report a security problem" not in text
    assert "Report a player" in text


def test_the_source_is_linked_if_it_is_known(client, settings):
    assert ">Source<" not in client.get("/help/").text
    settings.SOURCE_URL = "https://code.example/ttt"
    assert '<a href="https://code.example/ttt">Source</a>' in client.get("/help/").text
