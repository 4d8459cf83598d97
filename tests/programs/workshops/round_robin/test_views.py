"""The pages of the round robin: what the teacher does, and the table as a picture and a file."""

import csv
from io import StringIO

import pytest

from games.compete.round_robin.picture import style_source
from games.models import WorkshopGame
from games.programs.workshops.round_robin.queries import chart_of, paired
from tests.programs.workshops.played import X_WINS, played, resigned

pytestmark = pytest.mark.django_db(transaction=True)

VERBS = ("round-robin", "latecomers", "pause", "go-on", "remove", "bring-back", "questions")


@pytest.fixture
def chosen(players) -> dict[str, list[int]]:
    return {"player": [player.pk for player in players]}


def test_the_teacher_starts_a_round_robin(client, alice, workshop, page, players, chosen):
    client.force_login(alice)
    assert client.post(f"{page}round-robin/", {**chosen, "level": ["guard"]}).status_code == 302
    assert paired(workshop.pk).count() == 12
    assert "(the computer)" in client.get(page).text
    # A second one takes the place of the first.
    client.post(f"{page}round-robin/", {"player": chosen["player"][:2]})
    assert workshop.games.count() == 2
    client.post(f"{page}latecomers/", chosen)
    assert workshop.games.count() == 6


@pytest.mark.parametrize("chosen", [[], ["0"], ["x", "-1", "²", "9" * 99]])
def test_a_round_robin_needs_two(client, alice, page, players, chosen):
    client.force_login(alice)
    answer = client.post(f"{page}round-robin/", {"player": chosen}, follow=True)
    assert "Choose at least two players." in answer.text


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_else_does_anything(client, bob, workshop, page, chosen, verb):
    before = list(workshop.games.values())
    client.force_login(bob)
    assert client.post(f"{page}{verb}/", {**chosen, "one": chosen["player"][0]}).status_code == 404
    assert client.get(f"{page}{verb}/").status_code == 405
    assert list(workshop.games.values()) == before
    assert not workshop.players.filter(is_removed=True).exists()


def test_the_teacher_pauses_and_goes_on(client, alice, workshop, page, chosen):
    client.force_login(alice)
    client.post(f"{page}round-robin/", chosen)
    for verb, shown in (("pause", f"{page}go-on/"), ("go-on", f"{page}pause/")):
        assert f'action="{shown}"' in client.post(f"{page}{verb}/", follow=True).text


def test_the_teacher_removes_and_brings_back(client, alice, workshop, page, players, chosen):
    client.force_login(alice)
    client.post(f"{page}round-robin/", chosen)
    one = {"one": players[0].pk}
    assert "Removed" in client.post(f"{page}remove/", one, follow=True).text
    assert paired(workshop.pk).count() == 2
    assert "may play again" in client.post(f"{page}bring-back/", one, follow=True).text
    assert "neither withdrawn" in client.post(f"{page}bring-back/", one, follow=True).text
    assert "no such player" in client.post(f"{page}remove/", {"one": "0"}, follow=True).text


def test_the_page_says_who_is_withdrawn(client, alice, workshop, page, players):
    for _ in range(3):
        resigned(workshop, players[0], players[1])
    WorkshopGame.objects.create(workshop=workshop, x=players[0], o=players[2])
    client.force_login(alice)
    for path in (page, f"{page}wall/"):
        assert "their unplayed games count as losses: ally" in client.get(path).text
    assert "Withdrawn after three crashes" in client.get(page).text


def test_a_game_is_played_again_once_the_teacher_has_said_so_twice(
    client, alice, bob, workshop, page, players
):
    uid = played(workshop, players[0], players[1], *X_WINS).game.uid
    client.force_login(bob)
    for path in ("games/", f"games/{uid}/"):
        assert client.get(page + path).status_code == 404
    assert client.post(f"{page}games/{uid}/").status_code == 404
    client.force_login(alice)
    assert f'href="{page}games/{uid}/"' in client.get(f"{page}games/").text
    assert "no longer counts" in client.get(f"{page}games/{uid}/").text
    assert not list(chart_of(workshop.pk).unplayed)
    assert client.post(f"{page}games/{uid}/").status_code == 302
    assert len(list(chart_of(workshop.pk).unplayed)) == 1
    assert client.get(f"{page}games/{uid}/").status_code == 404


def test_the_table_is_a_picture_and_a_file(client, alice, workshop, page, players):
    for path in ("table.svg", "table.csv"):
        assert client.get(page + path).status_code == 404
    played(workshop, players[0], players[1], *X_WINS)
    played(workshop, players[1], players[0])
    picture = client.get(f"{page}table.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert "Minimax afternoon" in picture.text
    assert f"style-src {style_source()}" in picture["Content-Security-Policy"]
    assert picture["Referrer-Policy"] == "strict-origin"
    told = client.get(f"{page}table.csv")
    assert f'filename="round-robin-{workshop.code}.csv"' in told["Content-Disposition"]
    ally, _ = csv.DictReader(StringIO(told.content.decode("utf-8-sig")))
    assert (ally["name"], ally["against bobby"], ally["points"]) == ("ally", "1.0", "1.0")
    client.force_login(alice)
    for path in (page, f"{page}wall/"):
        shown = client.get(path).text
        assert f'href="{page}table.svg"' in shown
        assert f'href="{page}table.csv"' in shown


def test_the_owner_has_the_table_of_a_closed_workshop(client, alice, bob, workshop, page, players):
    played(workshop, players[0], players[1], *X_WINS)
    workshop.closed_at = workshop.created_at
    workshop.save()
    for user, status in ((bob, 404), (alice, 200)):
        client.force_login(user)
        for path in ("table.svg", "table.csv"):
            assert client.get(page + path).status_code == status
