"""The pages of workshops."""

import io
import zipfile
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.guests import make_guest
from games.live.limits import WRONG_CODES
from games.models import Workshop, WorkshopGame, WorkshopPlayer
from games.models import workshop as workshop_models
from games.programs.workshops.kits import KITS
from games.programs.workshops.services import MAX_WORKSHOPS, make_workshop
from tests.programs.workshops.played import played
from tictactoe_site.common import uids
from tictactoe_site.common.links import public_host

pytestmark = pytest.mark.django_db(transaction=True)


# ---- making one -------------------------------------------------------------------------------


def test_no_two_workshops_have_the_same_code(alice, monkeypatch):
    monkeypatch.setattr(uids, "CODE_ALPHABET", "234")
    monkeypatch.setattr(workshop_models, "CODE_LENGTH", 1)
    made = [make_workshop(owner=alice, title="Minimax afternoon", hours=1) for _ in range(3)]
    assert sorted(each.code for each in made) == ["2", "3", "4"]


def test_a_person_makes_a_workshop(client, alice):
    client.force_login(alice)
    made = client.post("/workshops/", {"title": "Minimax afternoon", "hours": 2})
    workshop = Workshop.objects.get()
    assert made["Location"] == f"/workshops/{workshop.code}/"
    assert round((workshop.ends_at - workshop.created_at).total_seconds() / 3600) == 2
    assert "Minimax afternoon" in client.get("/workshops/").text


@pytest.mark.parametrize("hours", ["0", "169", "x", ""])
def test_a_workshop_has_an_end(client, alice, hours):
    client.force_login(alice)
    assert client.post("/workshops/", {"title": "x", "hours": hours}).status_code == 422
    assert not Workshop.objects.exists()


def test_an_owner_has_so_many_workshops(client, alice):
    client.force_login(alice)
    for _ in range(MAX_WORKSHOPS):
        make_workshop(owner=alice, title="x", hours=1)
    refused = client.post("/workshops/", {"title": "x", "hours": 1})
    assert refused.status_code == 422
    assert "maximum number of open workshops" in refused.text
    Workshop.objects.update(closed_at="2020-01-01T00:00Z")
    assert client.post("/workshops/", {"title": "x", "hours": 1}).status_code == 302


def test_guests_make_none(client):
    client.force_login(make_guest())
    assert client.post("/workshops/", {"title": "x", "hours": 1}).status_code == 302
    assert not Workshop.objects.exists()


def test_a_code_is_no_word():
    codes = [Workshop().code for _ in range(200)]
    assert all(any(letter.isdigit() for letter in code) for code in codes)
    assert len(set(codes)) == 200


# ---- the teacher's page -----------------------------------------------------------------------


def test_the_teacher_sees_the_code_and_who_plays(client, alice, workshop, page, players):
    played(workshop, players[0], players[1], 0, 3, 1, 4, 2, paired=False)
    played(workshop, players[1], players[2], 0, paired=False)
    client.force_login(alice)
    shown = client.get(page)
    assert shown["Referrer-Policy"] == "strict-origin"
    assert f"base: '{public_host()}/{workshop.code}'" in unescape(shown.text)
    assert shown.text.count("bobby") >= 2
    assert "Watch bobby against charly" in shown.text
    assert [(row.player.name, row.text) for row in shown.context["scores"]] == [
        ("ally", "1"),
        ("bobby", "0"),
    ]


def test_whoever_else_has_the_code_is_led_to_the_start(client, bob, workshop, page):
    for user in (None, bob):
        if user:
            client.force_login(user)
        assert client.get(page)["Location"] == f"{page}start/"
        assert client.get(page.lower())["Location"] == f"{page}start/"


def test_the_address_on_the_wall_leads_to_the_start(client, workshop, page):
    assert client.get(f"/{workshop.code}")["Location"] == f"{page}start/"
    assert reverse("games:workshop_short", args=(workshop.code,)) == f"/{workshop.code}"
    assert client.get("/WATCH").status_code == 404


def test_the_owner_alone_closes_it(client, alice, bob, workshop, page):
    client.force_login(bob)
    assert client.post(f"{page}close/").status_code == 404
    client.force_login(alice)
    assert client.post(f"{page}close/").status_code == 302
    workshop.refresh_from_db()
    assert not workshop.is_open
    assert "This workshop is closed." in client.get(page).text
    for path in ("wall/", "code.svg"):
        assert client.get(page + path).status_code == 404
    assert client.get(f"{page}start/")["Location"] == f"/code/?code={workshop.code}"
    assert client.post(f"{page}close/").status_code == 302


def test_the_owner_says_how_long_a_move_may_take(client, alice, workshop, page):
    client.force_login(alice)
    assert "taking longer than 30 seconds" in client.get(page).content.decode()
    client.post(f"{page}keep/", {"seconds": "90"})
    workshop.refresh_from_db()
    assert workshop.move_seconds == 90
    assert 'name="seconds" type="number"' in client.get(page).content.decode()
    for seconds in ("4", "601", "-1", "1e3", "²", "99999999"):
        answer = client.post(f"{page}keep/", {"seconds": seconds}, follow=True)
        assert "A move takes 5 to 600 seconds." in answer.content.decode()
    workshop.refresh_from_db()
    assert workshop.move_seconds == 90


def test_the_owner_alone_keeps_it(client, alice, bob, workshop, page):
    client.force_login(bob)
    assert client.post(f"{page}keep/", {"keep": "on"}).status_code == 404
    client.force_login(alice)
    for form, is_kept in (({"keep": "on"}, True), ({}, False)):
        client.post(f"{page}keep/", form)
        workshop.refresh_from_db()
        assert workshop.is_kept is is_kept


def test_a_workshop_of_a_banned_owner_is_closed(client, alice, workshop, page):
    alice.banned_at = workshop.created_at
    alice.save()
    assert client.get(f"{page}wall/").status_code == 404


def test_wrong_codes_are_slowed_down_on_pages(client, workshop, page):
    for _ in range(WRONG_CODES.at_once):
        assert client.get("/workshops/AAAA2/wall/").status_code == 404
    assert client.get(f"{page}wall/").status_code == 404
    cache.clear()
    assert client.get(f"{page}wall/").status_code == 200


# ---- the wall ---------------------------------------------------------------------------------


def test_the_wall_shows_points_and_boards(client, workshop, page, players):
    played(workshop, players[0], players[1], 0, 3, 1, 4, 2, paired=False)
    played(workshop, players[2], players[0], 0, 1, paired=False)
    shown = client.get(f"{page}wall/")
    assert shown.context["table"] is None
    assert [row.text for row in shown.context["scores"]] == ["1", "0"]
    assert "Watch charly against ally" in shown.text
    assert workshop.code in shown.text


def test_the_wall_shows_the_round_robin_as_a_cross_table(client, workshop, page, players):
    ally, bobby, charly = players
    played(workshop, ally, bobby, 0, 3, 1, 4, 2)
    played(workshop, bobby, ally, 0, 3, 1, 4, 8, 5)  # the second player wins
    played(workshop, ally, charly, 4, 0, 8, 2, 1, 7, 3, 5, 6)
    played(workshop, charly, ally, 0)
    WorkshopGame.objects.create(workshop=workshop, x=bobby, o=charly)
    WorkshopGame.objects.create(workshop=workshop, x=charly, o=bobby)
    cross = client.get(f"{page}wall/").context["table"]
    assert (cross.played, cross.games) == (3, 6)
    assert [[cell.text or cell.state for cell in row.cells] for row in cross.rows] == [
        ["self", "2", "½"],
        ["0", "self", "none"],
        ["½", "none", "self"],
    ]
    assert [row.points for row in cross.rows] == ["2½", "0", "½"]
    assert cross.rows[0].cells[1].state == "full"


def test_the_code_can_be_scanned(client, workshop, page):
    picture = client.get(f"{page}code.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.startswith(b"<svg")


# ---- the kits ---------------------------------------------------------------------------------


def test_the_start_offers_each_kit(client, workshop, page):
    shown = client.get(f"{page}start/").text
    for language, kit in KITS.items():
        for name in kit.files:
            assert f'href="{page}start/{language}/{name}"' in shown
            text = client.get(f"{page}start/{language}/{name}").content.decode()
            assert "{{" not in text
            if name.startswith(("bot", "client")):
                assert workshop.code in text
                assert "http" in text


@pytest.mark.parametrize("language", KITS)
def test_a_kit_comes_as_a_zip(client, page, language):
    answer = client.get(f"{page}start/{language}.zip")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    kit = KITS[language]
    assert archive.namelist() == [f"{kit.folder}/{name}" for name in kit.files]


@pytest.mark.parametrize("path", ["start/cobol.zip", "start/python/secret", "start/cobol/ai.py"])
def test_there_are_no_other_files(client, page, path):
    assert client.get(page + path).status_code == 404


def test_the_wall_says_that_a_program_which_is_being_asked_has_gone(
    client, workshop, page, players
):
    played(workshop, players[0], players[1], 0, 3, 1, 4, 2)
    workshop.players.update(verdict=WorkshopPlayer.Verdict.ASKING, seen_at=timezone.now())
    assert "being tested" in client.get(f"{page}wall/").text
    workshop.players.update(seen_at=timezone.now() - timedelta(minutes=1))
    shown = client.get(f"{page}wall/").text
    assert "being tested" not in shown
    assert "disconnected: tested when it is back" in shown


def test_one_program_is_asked_in_the_singular(client, alice, workshop, page, players):
    client.force_login(alice)
    client.post(f"{page}questions/", {"player": str(players[0].pk)})
    assert "1 program is being tested." in client.get(page).text
