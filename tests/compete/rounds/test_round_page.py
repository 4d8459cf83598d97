"""/rounds/<uid>/"""

import re
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.compete.ratings import services
from games.compete.ratings.calculation import DatedStrength
from games.compete.ratings.pages.steps import steps_of
from games.compete.ratings.rows import refund_row
from games.core.rating import MIN_DEVIATION
from games.models import Rating, RatingChange
from tests.compete.ratings.rounds import GIVEN_UP, over_round, rated_round
from tests.compete.ratings.stored import make_rating

pytestmark = pytest.mark.django_db
START = datetime(2026, 6, 1, tzinfo=UTC)


def words_of(client, round):
    text = client.get(f"/rounds/{round.uid}/").text
    return " ".join(re.sub(r"<[^>]+>", " ", text.partition("<main")[2]).split())


def test_everybody_sees_both_games_the_score_and_what_it_made_of_the_ratings(client, alice, bob):
    round = rated_round(alice, bob, 4, at=START, moves=((0, 1), (2, 3)))
    words = words_of(client, round)
    assert "alice against bob" in words
    assert "Rated round, Fours" in words
    assert re.search(r"alice 1500 → 1\d\d\d \+\d+ 2 ", words)
    assert re.search(r"bob 1500 → 1\d\d\d \N{MINUS SIGN}\d+ 0 ", words)
    assert "alice beat bob" in words
    assert "alice had X, bob O" in words
    assert "bob had X, alice O" in words
    page = client.get(f"/rounds/{round.uid}/").text
    assert all(f"/games/{game.uid}/review/" in page for game in round.games)


def test_the_calculation_is_that_which_was_stored(alice, bob, charlie, engine):
    """Of newcomers, of people who rested, against levels, and against somebody who gave up."""
    for day, (first, second, halves) in enumerate(
        [(alice, bob, 4), (alice, charlie, 2), (bob, alice, 0), (alice, engine, 2)] * 3
    ):
        moves = {5: GIVEN_UP, 6: ((6, 20), ())}.get(day, ((day, 20), (30, 21 - day)))
        rated_round(first, second, halves, at=START + timedelta(days=9 * day), moves=moves)
    changes = RatingChange.objects.select_related("opponent")
    assert changes.count() > 12
    for change in changes:
        steps = steps_of(change)
        assert change.rating_before + steps.working.change == pytest.approx(change.rating_after)
        deviation = max(MIN_DEVIATION, steps.working.deviation)
        assert deviation == pytest.approx(change.deviation_after)
        made = steps.step * steps.surprise_points
        assert made == pytest.approx(steps.working.change)
        if steps.earlier:
            assert steps.earlier.deviation_after < change.deviation_before
            assert steps.earlier.rating_after == change.rating_before
            assert steps.days_of_rest > 0


def test_why_is_told_in_words(client, alice, bob):
    rated_round(alice, bob, 4, at=START, moves=((0, 1), (2, 3)))
    later = rated_round(bob, alice, 2, at=START + timedelta(days=30), moves=((5, 1), (7, 3)))
    words = words_of(client, later)
    assert "Why did alice’s rating change?" in words
    assert "30 days went by since, in which strength can change, so it grew to" in words
    assert "Scored 1 " in words
    assert "less than expected, so the rating goes down." in words
    assert "more than expected, so the rating goes up." in words


def test_a_score_as_expected_is_neither_more_nor_less(client, alice, bob):
    drawn = rated_round(alice, bob, 2, at=START, moves=((0, 1), (2, 3)))
    words = words_of(client, drawn)
    assert "Expected 1.00" in words
    assert "Scored 1 " in words
    assert "than expected" not in words


def test_a_rating_rests_from_the_last_round_although_a_refund_came_later(
    client, alice, bob, charlie
):
    rated_round(alice, bob, 4, at=START, moves=((0, 1), (2, 3)))
    standing = DatedStrength(Rating.objects.get(user=bob).strength, START)
    refund_row(bob, "fours", charlie, 10.0, standing, START + timedelta(days=19)).save()
    later = rated_round(bob, alice, 2, at=START + timedelta(days=20), moves=((5, 1), (7, 3)))
    assert words_of(client, later).count("20 days went by since") == 2


def test_the_first_round_and_a_level(client, alice, engine):
    words = words_of(client, rated_round(alice, engine, 4, at=START, moves=((0, 1), (2, 3))))
    assert "This was the first rated round in this pool." in words
    assert "Rounds against the computer count half" in words
    assert "Perfect’s rating" not in words


def test_what_was_given_up_at_once_counts_for_nothing(client, alice, bob, charlie):
    make_rating(bob, at=START)
    words = words_of(client, rated_round(alice, bob, 4, at=START, moves=GIVEN_UP))
    assert "this round doesn’t count" in words
    assert "less than expected" in words  # for who gave up
    assert "more than expected" not in words
    words = words_of(client, rated_round(charlie, bob, 4, at=START, moves=((0, 1), ())))
    assert "only the other game counts, half as much" in words


def test_a_round_that_counts_for_nothing_says_why(client, alice, bob):
    guest = User.objects.create_user("Guest-1", kind=User.Kind.GUEST)
    words = words_of(client, rated_round(alice, guest, 4, at=START))
    assert "Unrated round" in words
    assert "Rounds with a guest aren’t rated." in words
    casual = over_round(alice, bob, 2, pool="")
    casual.over_at = START
    casual.save()
    assert "Casual round" in words_of(client, casual)


def test_an_annulled_round_says_so(client, alice, bob):
    round = rated_round(alice, bob, 4, at=START)
    services.annul(uid=round.uid, by=alice, reason="Arranged.")
    words = words_of(client, round)
    assert "The round was annulled on" in words
    assert "Why did" not in words


def test_a_round_that_goes_on_leads_to_its_game(client, alice, bob):
    round = over_round(alice, bob, 2)
    round.state, round.halves, round.second_game = "going", None, None
    round.save()
    words = words_of(client, round)
    assert "The round is in progress." in words
    assert "Game 2" not in words


def test_there_is_no_such_round(client, db):
    assert client.get("/rounds/0000000000/").status_code == 404
