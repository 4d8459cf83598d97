"""Staff have games graded that nobody has reviewed, so that the report knows them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.compete.fairplay import grading
from games.compete.fairplay.grading import graded_games
from games.engine.analysis.grades import VERSION
from games.models import Review, WantedReview
from tests.admin.conftest import make_staff, signed_in
from tests.compete.ratings.rounds import rated_round
from tests.conftest import make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds(alice, bob):
    """Two; nobody moved in the second game of either."""
    at = timezone.now() - timedelta(hours=2)
    moves = [((0, 6, 1, 7), ()), ((3, 9, 4, 10), ())]
    return [
        rated_round(alice, bob, 4, at=at + timedelta(minutes=number), moves=played)
        for number, played in enumerate(moves)
    ]


def page_of(user):
    return reverse("admin:games_rating_fair_play", args=[user.pk])


def test_the_newest_games_are_graded_first_and_shown_as_pending(rounds, alice, monkeypatch):
    monkeypatch.setattr(grading, "MAX_AT_ONCE", 1)
    desk = signed_in(make_staff("stella", "view_rating", "change_rating"))
    assert "Grade 1 more game of Fours" in desk.get(page_of(alice)).text
    for round in reversed(rounds):
        page = desk.post(page_of(alice), {"grade": "fours"}, follow=True).text
        assert "1 game will be graded." in page
        assert WantedReview.objects.latest("pk").game_id == round.first_game_id
    assert "2 more are being graded." in page
    assert 'name="grade"' not in page
    desk.post(page_of(alice), {"grade": "fours"})
    assert WantedReview.objects.count() == 2


def test_no_more_are_graded_at_once_if_older_ones_wait(rounds, alice, monkeypatch):
    monkeypatch.setattr(grading, "MAX_AT_ONCE", 1)
    WantedReview.objects.create(game=rounds[0].first_game)
    newer = rated_round(alice, make_person("dora"), 4, at=timezone.now(), moves=((0, 1), ()))
    assert graded_games(alice, "fours").more == 1
    assert grading.want_grades(alice, "fours") == 1
    assert WantedReview.objects.latest("pk").game_id == newer.first_game_id


def test_games_that_are_graded_are_not_graded_again(rounds, alice):
    Review.objects.create(game=rounds[0].first_game, grader=VERSION, ply=4, grades={})
    found = graded_games(alice, "fours")
    assert (found.games, found.graded, found.pending, found.more) == (2, 1, 0, 1)
    assert grading.want_grades(alice, "fours") == 1
    assert graded_games(alice, "fours").pending == 1


def test_who_may_only_look_has_nothing_graded(rounds, alice):
    clerk = signed_in(make_staff("clara", "view_rating"))
    assert 'name="grade"' not in clerk.get(page_of(alice)).text
    assert clerk.post(page_of(alice), {"grade": "fours"}).status_code == 403
    assert not WantedReview.objects.exists()
