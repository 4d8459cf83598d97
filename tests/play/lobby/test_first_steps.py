"""The first steps of a new account on the home page."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Preferences, User
from games.core.rules import Mark
from games.models import DailyPuzzle, Game, PuzzleAttempt
from games.play.lobby.first_game import NEW_FOR, first_steps
from tests import stored
from tests.learn.puzzles.boards import FORK, store

pytestmark = pytest.mark.django_db
HIDE = "/first-steps/hide/"
PLAIN = Preferences()


@pytest.fixture
def win(alice, bob):
    """Has alice beat one of the computer's levels, whose seat bob takes here."""

    def play(level, x_player=alice, o_player=bob):
        game = stored.new_game(x_player, o_player, opponent="computer", level=level)
        return stored.play(game, stored.X_WINS)

    return play


def solve(solver, day):
    """Have *solver* solve today what is the puzzle of *day*."""
    puzzle = store(FORK)
    DailyPuzzle.objects.create(day=day, puzzle=puzzle)
    PuzzleAttempt.objects.create(puzzle=puzzle, solver=solver, uid="0123456789", state="solved")


def test_a_new_account_is_shown_three_steps_and_where_each_begins(as_user, alice):
    page = as_user(alice).get("/")
    assert page.context["steps"] is not None
    for href in (
        "/me/preferences/#marks",
        "/puzzles/daily/",
        "/games/new/?opponent=computer&amp;level=rules",
    ):
        assert f'<a href="{href}">' in page.text
    assert 'id="marks"' in as_user(alice).get("/me/preferences/").text
    form = as_user(alice).get("/games/new/?opponent=computer&level=rules").context["form"]
    assert (form["opponent"].value(), form["level"].value()) == ("computer", "rules")
    assert page.text.count('<li class="is-done">') == 0


def test_a_mark_of_ones_own_is_the_first_step(as_user, alice):
    Preferences.objects.create(user=alice, theme="dark")
    page = as_user(alice)
    assert page.get("/").context["steps"].has_marks is False
    Preferences.objects.update(o_colour="#00ff00")
    assert page.get("/").context["steps"].has_marks is True
    assert page.get("/").text.count('<li class="is-done">') == 1


def test_marks_drawn_by_hand_are_ones_own(alice):
    assert first_steps(alice, Preferences(handwriting={"x": [[0, 0]]})).has_marks is True


@pytest.mark.parametrize(("days_ago", "is_done"), [(0, True), (1, False)])
def test_the_puzzle_of_the_day_counts_if_it_is_solved_on_its_day(alice, days_ago, is_done):
    solve(alice, timezone.now().date() - timedelta(days=days_ago))
    assert first_steps(alice, PLAIN).has_solved is is_done


def test_what_another_has_solved_or_one_has_failed_is_not_done(alice, bob):
    solve(bob, timezone.now().date())
    assert first_steps(alice, PLAIN).has_solved is False
    PuzzleAttempt.objects.update(solver=alice, state="wrong")
    assert first_steps(alice, PLAIN).has_solved is False


@pytest.mark.parametrize(
    ("level", "is_done"), [("weights", False), ("rules", True), ("guard", True)]
)
def test_level_3_or_a_stronger_one_has_to_be_beaten(alice, win, level, is_done):
    win(level)
    assert first_steps(alice, PLAIN).has_won is is_done


def test_a_game_that_was_lost_or_not_begun_on_an_empty_board_is_no_win(alice, bob, win):
    win("rules", bob, alice)
    given = win("rules")
    Game.objects.filter(pk=given.pk).update(setup=2)
    assert first_steps(alice, PLAIN).has_won is False
    game = stored.new_game(bob, alice, opponent="computer", level="rules")
    stored.resign(game, Mark.X)
    assert first_steps(alice, PLAIN).has_won is True


def test_they_are_gone_when_all_are_done(as_user, alice, win):
    Preferences.objects.create(user=alice, x_symbol="★")
    solve(alice, timezone.now().date())
    page = as_user(alice)
    assert page.get("/").text.count('<li class="is-done">') == 2
    win("rules")
    assert page.get("/").context["steps"] is None
    assert "first-steps" not in page.get("/").text


def test_who_hides_them_does_not_see_them_again(as_user, alice, bob):
    page = as_user(alice)
    answer = page.post(HIDE)
    assert (answer.status_code, answer.url) == (302, reverse("games:home"))
    assert page.get("/").context["steps"] is None
    assert User.objects.get(pk=bob.pk).hides_first_steps is False


def test_hiding_them_takes_a_form(as_user, alice, client):
    assert as_user(alice).get(HIDE).status_code == 302
    assert User.objects.get(pk=alice.pk).hides_first_steps is False
    client.logout()
    assert client.post(HIDE).status_code == 302
    assert HIDE not in client.get("/").text


def test_only_new_accounts_cost_a_query(alice, bob, charlie, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert first_steps(alice, PLAIN)
    bob.date_joined -= NEW_FOR
    charlie.hides_first_steps = True
    guest = User(kind="guest", date_joined=timezone.now())
    with django_assert_num_queries(0):
        for user in (bob, charlie, guest, None):
            assert first_steps(user, PLAIN) is None
