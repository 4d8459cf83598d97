"""The pages of tournaments."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.services import delete_account
from games.compete.rounds import services as rounds
from games.compete.tournaments import services
from games.compete.tournaments.forms import STARTS
from games.compete.tournaments.services import LATEST
from games.compete.tournaments.staff import remove
from games.core.clock import parse_time_control
from games.models import Tournament, TournamentEntry
from tests.compete.tournaments.making import going_arena, new_arena

pytestmark = pytest.mark.django_db


def robin_of_nobody() -> Tournament:
    """A round robin for people, which nobody has joined."""
    return new_arena(kind="robin", minutes=0)


def test_an_arena_is_made_with_a_form_and_its_maker_takes_part(client, alice):
    client.force_login(alice)
    assert client.get("/tournaments/new/").status_code == 200
    asked = {
        "title": "Noon fives",
        "m": 15,
        "n": 15,
        "k": 5,
        "control": "180+2",
        "is_rated": "on",
        "minutes": 30,
        "starts_in": 5,
        "admits": "people",
        "is_listed": "on",
    }
    made = client.post("/tournaments/new/", asked)
    arena = Tournament.objects.get()
    assert made.headers["Location"] == arena.get_absolute_url()
    assert arena.entries.get().user == alice
    refused = client.post("/tournaments/new/", {**asked, "m": 3, "n": 3, "k": 3})
    assert refused.status_code == 422
    assert "can’t be rated" in refused.content.decode()


def test_whoever_meets_bots_is_asked_first(client, alice):
    arena = new_arena(admits="all")
    client.force_login(alice)
    path = f"/tournaments/{arena.uid}/join/"
    asked = client.post(path)
    assert "Bots play here too" in asked.content.decode()
    assert not arena.entries.exists()
    client.post(path, {"bots": "1"})
    assert arena.entries.get().user == alice


def test_a_deleted_account_keeps_its_place_without_a_link(client, alice, bob):
    arena = going_arena(alice, bob)
    delete_account(user=bob)
    page = client.get(arena.get_absolute_url()).content.decode()
    assert f">{bob.username}</a>" in page
    assert 'href="/@alice/"' in page
    assert "/@deleted-" not in page


def test_a_page_shows_the_standing_and_ones_own_row_on_every_page(client, alice, bob):
    arena = new_arena(state="going", begun_at=timezone.now())
    people = [alice, bob]
    from tests.conftest import make_person

    people += [make_person(f"person{number}") for number in range(11)]
    for number, user in enumerate(people):
        TournamentEntry.objects.create(tournament=arena, user=user, halves=30 - number, rounds=9)
    client.force_login(alice)
    page = client.get(f"{arena.get_absolute_url()}?page=2").content.decode()
    assert "11–13 of 13" in page
    assert "person10" in page
    assert "person5" not in page
    assert page.count('class="is-own"') == 1
    assert "Pause" in page
    assert "9 rounds" not in page


def test_buttons_do_what_they_say(client, alice):
    arena = new_arena(state="going", begun_at=timezone.now())
    client.force_login(alice)
    for verb, state in (("join", False), ("pause", True), ("back", False)):
        client.post(f"/tournaments/{arena.uid}/{verb}/")
        assert bool(arena.entries.get().paused_at) is state
    client.post(f"/tournaments/{arena.uid}/withdraw/")
    assert arena.entries.get().withdrawn_at


JOIN = ">Join</button>"


@pytest.mark.parametrize("make", [new_arena, going_arena, robin_of_nobody])
def test_whom_staff_have_removed_is_told_so_instead_of_asked_to_join(as_user, alice, staff, make):
    tournament, page = make(), as_user(alice)
    assert JOIN in page.get(tournament.get_absolute_url()).text
    entry = services.join(uid=tournament.uid, user=alice)
    remove(entry=entry, staff=staff, reason="Stalls in every game.")
    text = page.get(tournament.get_absolute_url()).text
    assert "Staff have removed you from this tournament." in text
    assert JOIN not in text


def test_people_are_not_asked_to_join_where_bots_play_or_all_places_are_taken(
    as_user, alice, bob, monkeypatch
):
    among_bots = new_arena(admits="bots").get_absolute_url()
    full = robin_of_nobody()
    monkeypatch.setitem(services.MAX_ENTRIES, "robin", 1)
    services.join(uid=full.uid, user=bob)
    page = as_user(alice)
    assert "This tournament is for bots." in page.get(among_bots).text
    text = page.get(full.get_absolute_url()).text
    assert "This tournament is full." in text
    assert JOIN not in text
    assert JOIN in Client().get(among_bots).text  # and asked to sign up


def test_the_list_goes_on_with_older_ones(client, alice):
    for number in range(25):
        over = new_arena(title=f"Old {number}", state="over")
        TournamentEntry.objects.create(tournament=over, user=alice, halves=4, rounds=1)
    new_arena(title="Coming")
    first = client.get("/tournaments/").content.decode()
    assert "Coming" in first
    assert "Won by <b>alice</b>" in first
    assert "Old 24" in first
    assert "Old 4<" not in first
    before = Tournament.objects.get(title="Old 5").pk
    assert f"?before={before}" in first
    assert "Old 4<" in client.get(f"/tournaments/?before={before}").content.decode()
    assert client.get("/tournaments/?before=x").status_code == 200


def test_ones_own_round_stands_before_everything_else(client, alice, bob):
    arena = going_arena(alice, bob)
    TournamentEntry.objects.filter(user=bob).update(halves=3)
    rounds.begin(
        first=alice,
        second=bob,
        ruleset=arena.ruleset,
        control=parse_time_control(arena.control),
        tournament=arena,
    )
    client.force_login(alice)
    text = client.get(arena.get_absolute_url()).text
    card = " ".join(strip_tags(text[text.index('id="next"') :].split("</section>")[0]).split())
    assert "Your round has started. Make your first move within" in card
    assert "alice 1500? · place 2 0 points plays bob 1500? · place 1 1½ points" in card
    assert "You have X now, and O in the other game." in card


@pytest.mark.parametrize(("absences", "is_told"), [(1, False), (2, True)])
def test_whoever_takes_a_break_is_told_of_two_missed_rounds_if_there_were(
    client, alice, absences, is_told
):
    arena = going_arena(alice)
    TournamentEntry.objects.update(absences=absences, paused_at=timezone.now())
    client.force_login(alice)
    text = client.get(arena.get_absolute_url()).text
    assert ("because you missed two rounds" in text) is is_told
    assert ("No round starts until you press" in text) is not is_told


def test_an_arena_that_is_over_has_a_podium(client, alice, bob):
    arena = new_arena(state="over", begun_at=timezone.now(), over_at=timezone.now())
    for number, user in enumerate((alice, bob)):
        TournamentEntry.objects.create(tournament=arena, user=user, halves=7 - number, rounds=2)
    page = client.get(arena.get_absolute_url()).content.decode()
    assert "3½ points in 2 rounds" in page
    assert "Join" not in page


def test_a_page_says_when_it_starts_that_it_is_over_or_was_called_off(client):
    at = datetime(2030, 5, 4, 18, 30, tzinfo=UTC)
    pages = {
        state: client.get(new_arena(state=state, starts_at=at).get_absolute_url()).text
        for state in ("announced", "over", "off")
    }
    assert "Starts on 4 May 2030 at 18:30 UTC." in pages["announced"]
    assert "one point a win" not in pages["announced"]
    assert "No round begins after" in pages["announced"]
    assert "No round begins after" not in pages["over"]
    assert "Played on 4 May 2030." in pages["over"]
    assert "1–0 of 0" not in pages["over"]
    assert "This arena was cancelled." in pages["off"]
    assert "took part" not in pages["off"]
    assert 'id="standing"' not in pages["off"].replace('id="standing-title"', "")


def test_there_is_no_page_of_no_tournament(client):
    assert client.get("/tournaments/0000000000/").status_code == 404


@pytest.mark.parametrize(
    ("offset", "hour"),
    [("540", 3), ("-180", 15), ("", 12)],
    ids=["ahead of UTC", "behind it", "without scripts"],
)
def test_an_arena_begins_at_a_time_of_ones_own_clock(client, alice, offset, hour):
    client.force_login(alice)
    day = timezone.now().date() + timedelta(days=3)
    asked = {"title": "Class 7b", "m": 6, "n": 6, "k": 4, "control": "120+2", "minutes": 10}
    asked |= {"starts_in": 30, "starts_at": f"{day}T12:00", "offset": offset, "admits": "people"}
    client.post("/tournaments/new/", asked)
    arena = Tournament.objects.get()
    assert arena.starts_at == datetime.combine(day, time(hour), UTC)
    assert arena.code in client.get(arena.get_absolute_url()).text
    assert "Class 7b" not in client.get("/tournaments/").text


def test_the_longest_choice_is_the_latest_start_that_is_allowed(client, alice):
    client.force_login(alice)
    asked = {"title": "Class 7b", "m": 6, "n": 6, "k": 4, "control": "120+2", "minutes": 10}
    asked |= {"starts_in": STARTS[-1][0], "admits": "people"}
    before = timezone.now()
    client.post("/tournaments/new/", asked)
    assert before + LATEST <= Tournament.objects.get().starts_at <= timezone.now() + LATEST


def test_a_clock_that_is_a_day_ahead_is_refused(client, alice):
    client.force_login(alice)
    asked = {"title": "Class 7b", "m": 6, "n": 6, "k": 4, "control": "120+2", "minutes": 10}
    asked |= {"starts_in": 30, "offset": 24 * 60, "admits": "people"}
    assert client.post("/tournaments/new/", asked).status_code == 422
