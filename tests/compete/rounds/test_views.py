"""The pages of competing."""

import pytest
from django.utils import timezone

from games.compete.ratings.pools import USUAL
from games.compete.rounds import seeks
from games.compete.rounds.forms import SeekForm
from games.core.clock import time_control_text
from games.models import Round, Seek
from games.play.lobby.views import TILES
from games.play.notices.queries import uids_waiting_for
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db(transaction=True)
WANTED = {"board": "6,6,4", "control": "120+2", "reach": "200"}


@pytest.fixture
def as_bob(bob):
    from django.test import Client

    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def begun_games(monkeypatch):
    """Who is led to which game against whom."""
    begun_games: list[tuple[str, str, str]] = []

    async def note(game, player, opponent):
        begun_games.append((player.username, game.get_absolute_url(), opponent.username))

    monkeypatch.setattr("games.compete.rounds.services.tell_begun", note)
    return begun_games


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def test_strangers_are_told_what_it_is_and_how_to_take_part(client):
    page = client.get("/compete/").text
    assert "a round is two games" in page
    assert "You need an account to keep a rating" in page
    assert 'href="/tournaments/"' in page  # although none is announced
    assert client.post("/rounds/seek/", WANTED).url.startswith("/accounts/login/")
    assert not Seek.objects.exists()


def test_a_search_waits_on_its_page_until_somebody_comes(as_alice, as_bob):
    assert as_alice.post("/rounds/seek/", WANTED).url == "/rounds/seek/"
    page = as_alice.get("/rounds/seek/").text
    assert "Looking for an opponent" in page
    assert 'http-equiv="refresh"' in page
    assert as_alice.get("/rounds/seek.json").json() == {"next": "", "reach": 200}
    assert "alice" in as_bob.get("/compete/").text
    game = as_bob.post("/rounds/seek/", WANTED).url
    assert game == f"/games/{Round.objects.get().uid}/"
    assert as_alice.get("/rounds/seek.json").json()["next"] == game
    assert as_alice.get("/rounds/seek/").url == game
    assert "You are playing a round." in as_bob.get("/compete/").text
    assert as_bob.post("/rounds/seek/", WANTED).url == game


def test_who_looks_may_play_the_computer_and_end_the_search_there(
    as_alice, as_bob, alice, begun_games
):
    as_alice.post("/rounds/seek/", WANTED)
    page = as_alice.get("/rounds/seek/").text
    assert 'id="meanwhile" hidden' in page  # without scripts nobody would hear of the round
    assert 'id="waited"' in page
    computers = as_alice.post("/games/meanwhile/", {"m": "6", "n": "6", "k": "4"})["Location"]
    page = as_alice.get(computers).text
    assert 'id="looking"' in page
    assert 'href="/rounds/seek/"' in page
    assert 'id="looking"' not in as_bob.get(computers).text
    assert as_alice.post("/rounds/seek/cancel/", {"next": computers}).url == computers
    assert not Seek.objects.exists()
    as_alice.post("/rounds/seek/", WANTED)
    game = as_bob.post("/rounds/seek/", WANTED).url
    assert begun_games == [("alice", game, "bob")]  # bob is there
    assert uids_waiting_for(alice.pk) == [Round.objects.get().uid]  # whoever moves first


def test_who_is_listed_can_be_played(as_alice, as_bob):
    as_alice.post("/rounds/seek/", WANTED)
    uid = Seek.objects.get().uid
    assert f"/rounds/seek/{uid}/accept/" in as_bob.get("/compete/").text
    assert as_bob.post(f"/rounds/seek/{uid}/accept/").url.startswith("/games/")
    assert as_bob.post(f"/rounds/seek/{uid}/accept/").url.startswith("/games/")  # goes on
    assert Round.objects.count() == 1


def test_a_search_ends_by_its_button(as_alice):
    as_alice.post("/rounds/seek/", WANTED)
    assert as_alice.post("/rounds/seek/cancel/").url == "/compete/"
    assert as_alice.get("/rounds/seek/").url == "/compete/"
    assert as_alice.get("/rounds/seek.json").json()["next"] == "/rounds/seek/"


@pytest.mark.parametrize("back", ["games", "seek.json", "games:none", "\\games", "?x", "#"])
def test_a_search_ends_whatever_the_form_names(as_alice, back):
    as_alice.post("/rounds/seek/", WANTED)
    assert as_alice.post("/rounds/seek/cancel/", {"next": back}).url == "/compete/"


def test_an_invitation_is_answered(as_alice, as_bob):
    as_alice.post("/rounds/seek/", {**WANTED, "invited": "bob"})
    assert "Waiting for bob" in as_alice.get("/rounds/seek/").text
    waiting = as_bob.get("/me/waiting/").text
    uid = Seek.objects.get().uid
    assert f"/rounds/seek/{uid}/accept/" in waiting
    as_bob.post(f"/rounds/seek/{uid}/decline/")
    assert "bob would rather not play now" in as_alice.get("/rounds/seek/").text


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"board": "3,3,3"}, "Select a valid choice"),
        ({"control": "none"}, "Select a valid choice"),
        ({"reach": "-1"}, "Select a valid choice"),
        ({"invited": "nobody"}, "can’t be challenged"),
        ({"invited": "alice"}, "To play on your own"),
    ],
)
def test_what_cannot_be_wished_for_is_refused_with_a_reason(as_alice, changes, reason):
    assert reason in as_alice.post("/rounds/seek/", {**WANTED, **changes}, follow=True).text
    assert not Seek.objects.exists()


def test_a_level_is_played_at_once(as_alice):
    game = as_alice.post("/rounds/level/", {"pool": "fours", "level": "rules"})
    assert game.url == f"/games/{Round.objects.get().uid}/"
    for bad in ({"pool": "x", "level": "rules"}, {"pool": "fours", "level": "x"}):
        assert as_alice.post("/rounds/level/", bad).url in ("/compete/", game.url)
    assert Round.objects.count() == 1


def test_the_form_offers_every_reach_and_clock_that_there_is():
    form = SeekForm(None)
    assert len(list(form.fields["reach"].choices)) == len(seeks.REACHES)
    assert {"15,15,5", "6,6,4"} <= {value for value, _ in form.fields["board"].choices}


def test_quick_matches_are_rated_for_who_has_signed_up(as_alice):
    from django.test import Client

    rated = {(tile.ruleset, tile.control) for tile in TILES if tile.is_rated}
    usual = {(terms.ruleset, time_control_text(terms.clock)) for terms in USUAL.values()}
    assert rated == usual
    assert as_alice.get("/").text.count('action="/rounds/seek/"') == len(USUAL)
    assert 'action="/rounds/seek/"' not in Client().get("/").text


def test_both_pages_of_a_round_say_what_it_is_about(as_alice, as_bob):
    as_alice.post("/rounds/seek/", WANTED)
    game = as_bob.post("/rounds/seek/", WANTED).url
    for page in (as_alice.get(game).text, as_bob.get(game).text):
        assert "Rated round, game 1 of 2" in page
        assert page.count("1500?") >= 2
        assert "first move" in page
        assert 'id="offer-takeback"' not in page
        assert "once on each side" in page


def test_a_profile_leads_to_a_rated_round_with_its_owner(as_alice, bob):
    assert 'href="/compete/?invite=bob"' in as_alice.get("/@bob/").text
    page = as_alice.get("/compete/?invite=bob").text
    assert page.count('name="invited" value="bob"') == len(USUAL)
    assert 'name="invited"' not in as_alice.get("/compete/?invite=alice").text


def test_who_has_played_rounds_need_not_read_again_what_they_are(as_alice, alice, bob):
    how = '<details class="card compete__how" open>'
    assert how in as_alice.get("/compete/").text
    rated_round(alice, bob, 4, at=timezone.now())
    assert how not in as_alice.get("/compete/").text


def test_somebody_who_looks_stands_before_the_forms(as_alice, as_bob):
    page = as_bob.get("/compete/").text
    assert page.index("Find an opponent") < page.index("Looking for an opponent now")
    as_alice.post("/rounds/seek/", WANTED)
    page = as_bob.get("/compete/").text
    assert page.index("Looking for an opponent now") < page.index("Find an opponent")


def test_an_invitation_is_withdrawn_and_not_looked_for(as_alice, bob):
    as_alice.post("/rounds/seek/", {**WANTED, "invited": "bob"})
    assert "Withdraw the invitation" in as_alice.get("/rounds/seek/").text
