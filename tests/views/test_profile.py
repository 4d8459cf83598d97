"""/@<name>/"""

import pytest
from django.utils import timezone

from accounts.models import User
from tests import stored

pytestmark = pytest.mark.django_db


def test_everybody_sees_results_and_public_games(client, alice, bob):
    public = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    private = stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    response = client.get("/@alice/")
    assert response.status_code == 200
    assert response.context["profile"].won == 2  # as the score against oneself counts them
    assert "All finished games against others, public or not." in response.text
    assert public.uid in response.text
    assert private.uid not in response.text


def test_results_are_those_of_the_player_not_of_the_reader(as_user, alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    assert 'class="result result--lost"' in as_user(alice).get("/@bob/").text


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
    assert "Computer, level 8 of 8" in text
    assert "/games/new/?opponent=computer&amp;level=perfect" in text


def test_it_is_only_read(client, alice):
    assert client.post("/@alice/").status_code == 405


def test_results_count_what_the_score_between_two_counts(as_user, alice, bob):
    stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    context = as_user(bob).get("/@alice/").context
    assert (context["profile"].won, context["profile"].lost) == (1, 0)
    assert (context["score"].won, context["score"].lost) == (0, 1)
