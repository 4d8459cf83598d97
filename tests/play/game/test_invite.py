"""The invitation: its link, and /games/<uid>/invite.svg"""

import pytest

from tests import stored
from tests.qr_reading import read_svg

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice):
    return stored.new_game(alice, None, opponent="friend")


def test_the_code_is_the_link_of_the_game(client, game):
    response = client.get(f"/games/{game.uid}/invite.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert read_svg(response.text) == f"http://127.0.0.1:8000/games/{game.uid}/"


def test_behind_https_the_link_is_one_too(client, game, settings):
    settings.PUBLIC_ORIGINS = ["https://testserver"]
    response = client.get(f"/games/{game.uid}/invite.svg", secure=True)
    assert read_svg(response.text).startswith("https://")


def test_it_is_kept_by_caches_and_is_the_same_for_all(client, game):
    response = client.get(f"/games/{game.uid}/invite.svg")
    assert response["Cache-Control"] == "public, max-age=86400"
    assert "Cookie" not in response.get("Vary", "")
    assert not response.cookies


def test_it_runs_nothing(client, game):
    response = client.get(f"/games/{game.uid}/invite.svg")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in response["Content-Security-Policy"]


def test_there_is_none_of_a_game_that_is_not_there(client, db):
    response = client.get("/games/0000000000/invite.svg")
    assert response.status_code == 404
    assert "public" not in response.get("Cache-Control", "")


def test_there_is_none_of_a_challenge(client, alice, bob):
    challenge = stored.new_game(alice, None, opponent="friend", invited=bob)
    client.force_login(bob)
    assert client.get(f"/games/{challenge.uid}/invite.svg").status_code == 404


def test_it_is_only_read(client, game):
    assert client.post(f"/games/{game.uid}/invite.svg").status_code == 405


@pytest.mark.django_db(transaction=True)  # the live game reads it in its own thread
@pytest.mark.parametrize("opponent", ["friend", "anyone"])
def test_its_creator_finds_link_and_code_on_the_page(opponent, as_user, alice):
    game = stored.new_game(alice, None, opponent=opponent)
    text = as_user(alice).get(f"/games/{game.uid}/").text
    assert f'value="http://127.0.0.1:8000/games/{game.uid}/"' in text
    assert f'src="/games/{game.uid}/invite.svg"' in text
    assert 'alt="QR code of the link to this game"' in text


@pytest.mark.django_db(transaction=True)
def test_others_do_not(as_user, bob, game):
    assert "invite.svg" not in as_user(bob).get(f"/games/{game.uid}/").text


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:8000", "http://localhost:8000"),
        ("localhost:666", "http://127.0.0.1:8000"),
        ("127.0.0.1", "http://127.0.0.1:8000"),
    ],
)
def test_the_link_leads_to_an_origin_of_the_site_alone(client, game, host, origin):
    page = client.get(f"/games/{game.uid}/invite.svg", headers={"Host": host})
    assert read_svg(page.text) == f"{origin}/games/{game.uid}/"
