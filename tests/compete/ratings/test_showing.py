"""How users stand: as it is shown beside names."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone

from accounts.guests import make_guest
from games.compete.ratings.pages.showing import ShownRating, ratings_of
from tests.compete.ratings.rounds import rated_round
from tests.compete.ratings.stored import make_rating

pytestmark = pytest.mark.django_db
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def render_rating(user, ratings):
    template = Template("{% load ratings %}{% rating_of user ratings %}")
    return template.render(Context({"user": user, "ratings": ratings}))


def test_a_whole_list_takes_one_query(alice, bob, charlie, django_assert_num_queries):
    make_rating(alice)
    make_rating(bob, 1600.4, 120.0)
    make_rating(bob, 1200.0, pool="fives")
    with django_assert_num_queries(1):
        found = ratings_of([alice, bob, charlie], "fours")
    assert found[alice.pk] == ShownRating(1700, 100, is_provisional=False)
    assert found[bob.pk] == ShownRating(1600, 240, is_provisional=True)
    assert found[charlie.pk].text == "1500?"


def test_who_has_not_played_for_long_is_provisional_again(alice):
    make_rating(alice, at=LONG_AGO)
    now = ratings_of([alice], "fours")[alice.pk]
    assert now.rating == 1700
    assert now.is_provisional


def test_a_rating_is_that_after_the_last_round(alice, bob):
    rated_round(alice, bob, 4, at=timezone.now() - timedelta(hours=1))
    found = ratings_of([alice, bob], "fours")
    assert found[alice.pk].rating > 1500 > found[bob.pk].rating


def test_a_guest_and_an_empty_seat_show_none(alice):
    guest = make_guest()
    found = ratings_of([guest, alice], "fours")
    assert render_rating(guest, found).strip() == ""
    assert render_rating(None, found).strip() == ""


def test_a_provisional_rating_has_a_question_mark_that_says_what_it_means(alice, bob):
    make_rating(alice)
    found = ratings_of([alice, bob], "fours")
    assert "1700</span>" in render_rating(alice, found)
    assert "1500<abbr title=" in render_rating(bob, found)
