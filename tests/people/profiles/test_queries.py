"""What everybody may see of a player."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.models import Game
from games.people.profiles.queries import BoardResults, Results, profile_games_page, profile_of
from tests import stored
from tests.plans import plans_of

pytestmark = pytest.mark.django_db


def test_results_of_games_against_others_are_counted(alice, bob):
    stored.play(stored.new_game(alice, bob), stored.X_WINS)
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    stored.play(stored.new_game(bob, alice), stored.X_WINS)
    stored.play(stored.new_game(alice, bob), stored.DRAWN)
    stored.play(stored.new_game(alice, bob, opponent="friend"), stored.X_WINS)
    stored.play(stored.new_game(alice, alice, opponent="device"), stored.X_WINS)
    stored.play(stored.new_game(alice, bob), (0,))
    results = profile_of("alice").results
    assert (results, results.games) == (Results(won=2, drawn=1, lost=2), 5)
    assert len(profile_games_page(alice).games) == 4


def test_games_from_a_position_are_not_counted(alice, bob):
    game = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    Game.objects.filter(pk=game.pk).update(setup=2)
    profile = profile_of("alice")
    assert (profile.results.games, profile.boards) == (0, ())
    assert len(profile_games_page(alice).games) == 1


def test_games_against_the_computer_count_for_the_computer_alone(alice, engine):
    stored.play(stored.new_game(alice, engine, opponent="computer"), stored.X_WINS)
    profile = profile_of("alice")
    assert profile.results == Results()
    assert profile.boards == (BoardResults(3, 3, Results(won=1)),)
    assert profile_of("Perfect").results == Results(lost=1)


def test_the_boards_most_played_come_first(alice, bob):
    for ruleset, games in ((TIC_TAC_TOE, 2), (Ruleset(5, 4, 4), 3), (Ruleset(7, 7, 5), 1)):
        for _ in range(games):
            stored.resign(stored.new_game(alice, bob, ruleset=ruleset), Mark.O)
    stored.resign(stored.new_game(alice, bob, ruleset=Ruleset(9, 9, 5)), Mark.O)
    boards = profile_of("alice").boards
    assert boards == (
        BoardResults(5, 4, Results(won=3)),
        BoardResults(3, 3, Results(won=2)),
        BoardResults(7, 7, Results(won=1)),
    )


def test_a_game_that_was_called_off_is_nobodys_business(alice, bob):
    game = stored.new_game(alice, bob)
    stored.carry_out(game, lambda match, now: match.abort(now=now), alice)
    assert list(profile_games_page(alice).games) == []


@pytest.mark.parametrize("name", ["alice", "ALICE", "Alice"])
def test_a_name_is_found_in_any_case(alice, name):
    assert profile_of(name).user == alice


@pytest.mark.parametrize("name", ["nobody", "", "al\x00ice", "a" * 500])
def test_nobody_has_a_name_that_is_not_there(alice, name):
    assert profile_of(name) is None


def test_a_deleted_account_has_no_profile(alice):
    User.objects.filter(pk=alice.pk).update(deleted_at=timezone.now())
    assert profile_of("alice") is None


def test_a_guest_who_signed_in_has_no_profile_any_more(alice, bob):
    User.objects.filter(pk=bob.pk).update(claimed_by=alice)
    assert profile_of("bob") is None


def test_a_level_is_described(db):
    User.objects.create_user("Perfect", kind=User.Kind.ENGINE)
    assert profile_of("Perfect").level.name == "perfect"


def test_a_profile_is_two_queries_and_its_games_are_two(alice, bob, django_assert_num_queries):
    for _ in range(4):
        stored.resign(stored.play(stored.new_game(alice, bob), (0, 1, 2)), Mark.O)
    with django_assert_num_queries(2):
        profile_of("alice")
    with django_assert_num_queries(2):
        page = profile_games_page(alice)
        assert [len(game.cells) for game in page.games] == [3] * 4


@pytest.mark.embedded
def test_results_are_counted_in_the_indexes_alone(alice):
    plans = plans_of(lambda: profile_of("alice"))
    assert "COVERING INDEX game_by_x (x_player_id=?" in plans
    assert "COVERING INDEX game_by_o (o_player_id=?" in plans


@pytest.mark.embedded
def test_public_games_are_read_along_an_index_of_each_seat(alice):
    plans = plans_of(lambda: profile_games_page(alice))
    assert "game_by_x (x_player_id=?" in plans
    assert "SCAN games_game" not in plans
