"""/@<name>/"""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from games.compete.ratings.pages.games import ratings_in
from games.models import RatingChange
from games.people.profiles import queries
from games.people.profiles.queries import Results
from tests import stored
from tests.compete.ratings.rounds import rated_round

pytestmark = pytest.mark.django_db


def test_everybody_sees_results_and_public_games(client, alice, bob):
    public = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    private = stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    response = client.get("/@alice/")
    assert response.status_code == 200
    assert response.context["profile"].results.won == 2  # as the score against oneself counts them
    assert "All finished games against others, public or not." in response.text
    assert "games from a position aren’t counted" in response.text
    assert public.uid in response.text
    assert private.uid not in response.text


def test_results_are_those_of_the_player_not_of_the_reader(as_user, alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert 'class="result result--lost"' in as_user(alice).get("/@bob/").text


def test_games_of_rated_rounds_tell_the_rating_at_that_time(client, alice, bob):
    now = timezone.now()
    first = rated_round(alice, bob, 4, at=now - timedelta(days=2))
    rated_round(alice, bob, 4, at=now - timedelta(days=1))
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    text = client.get("/@alice/").text
    casual, *_, last, one = text[text.index("Public games") :].split('<li class="game-item">')[1:]
    assert 'class="rating"' not in casual
    change = RatingChange.objects.get(round=first, user=alice)
    for game in (last, one):  # both of the first round
        assert "1500?" in strip_tags(game)
    points = round(change.rating_after) - 1500
    assert f"round changed the rating by +{points}" in " ".join(strip_tags(last).split())
    assert "changed the rating" not in one
    RatingChange.objects.filter(round=first).update(undone_at=now)
    assert client.get("/@alice/").text.count("changed the rating by") == 1


def test_ratings_in_a_list_are_one_query_or_none(alice, bob, django_assert_num_queries):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    games = queries.profile_games_page(alice).games
    with django_assert_num_queries(0):
        assert ratings_in(games, alice) == {}
    for _ in range(3):
        rated_round(alice, bob, 4, at=timezone.now())
    games = queries.profile_games_page(alice).games
    with django_assert_num_queries(1):
        assert len(ratings_in(games, alice)) == 6


def test_nothing_private_is_shown(client, alice):
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    assert "example.org" not in client.get("/@alice/").text


def test_a_name_in_other_letters_leads_to_the_one_address(client, alice):
    response = client.get("/@ALICE/")
    assert (response.status_code, response["Location"]) == (302, "/@alice/")


@pytest.mark.parametrize("name", ["nobody", "%00", "a" * 300, "%3Cscript%3E", "%E2%80%AE"])
def test_a_name_nobody_has_is_not_found(client, alice, name):
    assert client.get(f"/@{name}/").status_code == 404


def test_a_deleted_account_is_not_found(client, alice):
    User.objects.filter(pk=alice.pk).update(deleted_at=timezone.now())
    assert client.get("/@alice/").status_code == 404


def test_a_level_says_how_it_plays_and_can_be_challenged(client):
    User.objects.create_user("Perfect", kind=User.Kind.ENGINE)
    text = client.get("/@Perfect/").text
    assert "Never loses at 3×3" in text
    assert "Perfect, of 8 levels. Algorithm: Perfect" in " ".join(text.split())
    assert "/games/new/?opponent=computer&amp;level=perfect" in text


def test_it_is_only_read(client, alice):
    assert client.post("/@alice/").status_code == 405


def test_results_count_what_the_score_between_two_counts(as_user, alice, bob):
    stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    context = as_user(bob).get("/@alice/").context
    assert context["profile"].results == Results(won=1)
    assert context["score"].results == Results(lost=1)


def test_the_score_between_two_is_told_with_its_last_game(as_user, alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    text = as_user(bob).get("/@alice/").text
    assert "You and alice" in text
    assert "0 – 1" in text
    assert "0 won, 0 drawn, 1 lost" in text
    assert f'href="/games/{game.uid}/review/"' in text
    assert "lost on move 5" in text
    assert "/me/games/?opponent=alice" in text


def test_days_of_play_are_counted_and_drawn(client, alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    text = client.get("/@alice/").text
    assert "2 games in the last 12 months" in text
    assert 'class="calendar__today"' in text


def test_who_has_not_played_yet_is_told_how_to_begin(as_user, alice, bob):
    own, other = as_user(alice).get("/@alice/").text, as_user(bob).get("/@alice/").text
    assert "Play your first game" in own
    for way in ('href="/games/new/?opponent=computer"', 'href="/"', 'href="/rules/"'):
        assert way in own
    assert "alice hasn’t finished a game yet" in other
    assert "Play your first game" not in other
    for text in (own, other):
        assert "Record" not in text
        assert "Activity" not in text


def test_ratings_are_shown_with_their_margins_and_empty_pools_invite(as_user, alice, bob):
    rated_round(alice, bob, 4, at=timezone.now(), moves=((0, 1), (2, 3)))
    text = as_user(bob).get("/@alice/").text
    assert '<a href="/ratings/fours/alice/">Fours</a>' in text
    assert "1 round\n" in text
    assert "in 30 days" in text
    assert "Over the last change from 1500 to" in text
    assert text.count("No rated round yet") == 1
    assert "Fives" in text
    assert "6×6, four in a row, rated round, 2" in text
    own = as_user(alice).get("/@alice/").text
    assert "Play your first rated round" in own
    assert "Solve your first rated puzzle" in own
