"""/me/games/"""

import pytest

from games.compete.ratings.pools import USUAL
from games.compete.rounds.services import begin
from games.core.rules import Ruleset
from games.models import Game, Pool
from games.people.profiles.paging import GAMES_A_PAGE
from tests import stored

pytestmark = pytest.mark.django_db
URL = "/me/games/"


def test_own_games_stand_with_result_and_link(as_user, alice, bob):
    won = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    ongoing = stored.new_game(bob, alice)
    text = as_user(alice).get(URL).text
    assert f'href="/games/{won.uid}/review/"' in text
    assert f'href="/games/{ongoing.uid}/"' in text
    assert "Won on move 5." in text
    assert text.count('class="thumb thumb--inked"') == 2


def test_nobody_sees_the_games_of_others(as_user, alice, bob, charlie):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    response = as_user(charlie).get(URL)
    assert list(response.context["page"].games) == []
    assert "You haven’t played yet" in response.text


def test_whoever_is_not_signed_in_is_asked_to(client):
    response = client.get(URL)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/me/games/")


def test_filters_narrow_the_list_and_are_kept_in_the_form(as_user, alice, bob):
    won = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    response = as_user(alice).get(URL, {"result": "won", "size": "3x3", "opponent": "bo"})
    assert list(response.context["page"].games) == [won]
    assert 'value="bo"' in response.text
    assert '<option value="3x3" selected>' in response.text


def test_only_rounds_can_be_listed(as_user, alice, bob):
    stored.new_game(alice, bob)
    terms = USUAL[Pool.FOURS]
    players = {"first": bob, "second": alice}
    begin(**players, ruleset=terms.ruleset, control=terms.clock, pool=Pool.FOURS)
    both = as_user(alice).get(URL)
    assert (len(both.context["page"].games), both.text.count("rated round, 2")) == (2, 1)
    response = as_user(alice).get(URL, {"of_rounds": "on"})
    (game,) = response.context["page"].games
    assert game.round_kind == "rated"
    assert 'name="of_rounds" id="id_of_rounds" checked' in response.text


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ({"until": "9999-12-31"}, True),
        ({"until": "0001-01-01"}, False),
        ({"since": "0001-01-01"}, True),
        ({"since": "9999-12-31"}, False),
    ],
)
def test_the_first_and_the_last_day_there_is_can_be_asked_for(as_user, alice, bob, query, is_found):
    game = stored.new_game(alice, bob)
    response = as_user(alice).get(URL, query)
    assert list(response.context["page"].games) == [game] * is_found


def test_a_filter_that_finds_nothing_says_so(as_user, alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert "No matching games." in as_user(alice).get(URL, {"result": "drawn"}).text


@pytest.mark.parametrize(
    "query",
    ["result=best", "size=9x9", "since=soon", "until=x", "before=x", "after=%01"],
)
def test_a_filter_that_cannot_be_read_filters_nothing(as_user, alice, bob, query):
    game = stored.new_game(alice, bob)
    response = as_user(alice).get(f"{URL}?{query}")
    assert response.status_code == 200
    assert list(response.context["page"].games) == [game]


def test_other_pages_are_linked_with_the_filter_kept(as_user, alice, bob):
    for _ in range(GAMES_A_PAGE + 1):
        stored.new_game(alice, bob, ruleset=Ruleset(4, 4, 4))
    text = as_user(alice).get(URL, {"result": "ongoing"}).text
    older = Game.objects.order_by("-pk")[GAMES_A_PAGE - 1].uid
    assert f"?result=ongoing&amp;before={older}" in text
    text = as_user(alice).get(URL, {"result": "ongoing", "before": older}).text
    newer = Game.objects.order_by("pk")[0].uid
    assert f"?result=ongoing&amp;after={newer}" in text
    assert 'href="?result=ongoing"' in text


def test_its_queries_do_not_grow_with_the_list(as_user, alice, bob, django_assert_max_num_queries):
    for _ in range(5):
        stored.play(stored.new_game(alice, bob), (0, 1, 2))
    client = as_user(alice)
    with django_assert_max_num_queries(12):
        client.get(URL)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(as_user, alice, method):
    assert getattr(as_user(alice), method)(URL).status_code == 405


def test_a_declined_challenge_names_who_was_asked(as_user, alice, bob):
    game = stored.new_game(alice, None, opponent="friend", invited=bob)
    stored.carry_out(game, lambda match, now: match.decline(now=now), bob)
    assert "<b>bob</b>" in as_user(alice).get(URL).text
