"""/watch/ and the data its script asks for."""

import pytest
from django.utils import timezone

from games.core.rules import Ruleset
from games.models import Move
from tests import stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("everybody_is_here")]
URL = "/watch/"
DATA = "/watch/games.json"


@pytest.fixture
def live(alice, bob):
    game = stored.play(stored.new_game(alice, bob, ruleset=Ruleset(5, 4, 4)), (0, 1, 2))
    Move.objects.update(played_at=timezone.now())
    return game


def test_everybody_sees_who_plays_what(client, live):
    text = client.get(URL).text
    assert f'href="/games/{live.uid}/"' in text
    for words in ("alice", "bob", "5×4, four in a row", "No clock", "3 moves"):
        assert words in text
    assert 'id="nobody-plays" hidden' in text


def test_a_game_by_link_is_not_shown(client, alice, bob):
    private = stored.play(stored.new_game(alice, bob, opponent="friend"), (0,))
    Move.objects.update(played_at=timezone.now())
    assert private.uid not in client.get(URL).text
    assert private.uid not in client.get(DATA).text


def test_where_nobody_plays_the_page_says_so(client, db):
    text = client.get(URL).text
    assert "No public games right now." in text
    assert 'id="nobody-plays">' in text


def test_names_are_text_wherever_they_stand(client, live, alice):
    type(alice).objects.filter(pk=alice.pk).update(username="</script><b>")
    text = client.get(URL).text
    assert "</script><b>" not in text


def test_it_stands_in_the_menu(client, db):
    assert 'href="/watch/" aria-current="page"' in client.get(URL).text
    assert 'href="/watch/"' in client.get("/").text


def test_the_data_is_the_same_for_all_and_kept_for_a_second(as_user, alice, live):
    response = as_user(alice).get(DATA)
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "public, max-age=1"
    assert "Cookie" not in response.get("Vary", "")
    data = response.json()
    assert [game["uid"] for game in data["games"]] == [live.uid]
    assert data["best"] == [live.uid]


def test_what_the_browser_has_is_not_sent_again(client, live):
    etag = client.get(DATA)["ETag"]
    again = client.get(DATA, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(DATA, headers={"If-None-Match": '"other"'}).status_code == 200


def test_the_data_asks_nothing_of_sessions_and_users(
    as_user, alice, live, django_assert_num_queries
):
    client = as_user(alice)
    client.get(DATA)
    client.get(DATA)
    with django_assert_num_queries(0):
        client.get(DATA)


@pytest.mark.parametrize("path", [URL, DATA])
def test_it_is_only_read(client, path):
    assert client.post(path).status_code == 405
