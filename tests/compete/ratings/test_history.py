"""How ratings came to be what they are, in short and change by change."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests import make_guest
from accounts.models import User
from accounts.programs.bots import make_bot
from games.compete.ratings.pages import history
from games.compete.ratings.pages.chart import chart_of
from games.compete.ratings.pages.history import Career, RatingPoint, careers_of, changes_page
from games.models import PuzzleAttempt, RatingChange
from tests.compete.ratings.rounds import rated_round
from tests.compete.ratings.stored import make_puzzle_rating
from tests.learn.puzzles.boards import FORK, QUIET, store
from tests.plans import plans_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def played(alice, bob, *days_ago):
    """Rounds that alice won, so many days ago, each unlike the one before."""
    for number, days in enumerate(sorted(days_ago, reverse=True)):
        moves = ((number, 35), (number, 34))
        rated_round(alice, bob, 4, at=NOW - timedelta(days=days), moves=moves)


def in_pool(user, pool="fours"):
    return next(career for career in careers_of(user) if career.pool == pool)


def test_a_career_tells_the_rating_the_last_month_and_every_change(alice, bob):
    played(alice, bob, 50, 40, 5, 1)
    rows = list(RatingChange.objects.filter(user=alice).order_by("at"))
    found = in_pool(alice)
    assert found.rating.rating == round(rows[-1].rating_after)
    assert found.rounds == 4
    assert found.change == round(rows[-1].rating_after) - round(rows[1].rating_after)
    assert [point.rating for point in found.points] == [1500, *(row.rating_after for row in rows)]
    assert found.points[0].margin == 1000


def test_whose_first_month_it_is_has_come_from_where_everybody_begins(alice, bob):
    played(alice, bob, 2)
    assert in_pool(alice).change == in_pool(alice).rating.rating - 1500


def test_nothing_is_said_of_a_month_without_a_round(alice, bob):
    played(alice, bob, 50)
    assert in_pool(alice).change is None


def test_pools_without_a_round_are_there_and_empty(alice):
    assert careers_of(alice) == [Career("fives"), Career("fours"), Career("puzzles")]
    assert careers_of(make_guest()) == []
    assert [each.pool for each in careers_of(make_bot(owner=alice, name="a-bot"))] == [
        "fives",
        "fours",
    ]


def test_levels_stand_where_they_were_measured(db):
    level = User.objects.create_user("Perfect", kind=User.Kind.ENGINE)
    assert all(career.is_fixed and career.rating.rating > 1500 for career in careers_of(level))


def test_puzzles_have_no_margin_on_the_way(alice):
    make_puzzle_rating(alice, 1600.0, plays=2)
    puzzles = [store(FORK, plies=3), store(QUIET)]
    for days, puzzle, before, after in ((40, puzzles[0], 1500, 1550), (1, puzzles[1], 1550, 1600)):
        PuzzleAttempt.objects.create(
            puzzle=puzzle,
            solver=alice,
            state="solved",
            is_rated=True,
            rating_before=before,
            rating_after=after,
            at=NOW - timedelta(days=days),
        )
    found = in_pool(alice, "puzzles")
    assert (found.rating.rating, found.rounds, found.change) == (1600, 2, 50)
    assert [(point.rating, point.margin) for point in found.points] == [
        (1500, None),
        (1550, None),
        (1600, None),
    ]
    assert chart_of(found.points).band == ""


def test_whoever_plays_much_is_compared_with_a_month_ago_all_the_same(alice, bob, monkeypatch):
    played(alice, bob, 40, 3, 2, 1)
    month = in_pool(alice).change
    monkeypatch.setattr(history, "CHARTED", 2)
    found = in_pool(alice)
    assert len(found.points) == 3
    assert found.change == month


def test_all_of_it_is_few_queries(alice, bob, django_assert_num_queries):
    played(alice, bob, 3, 2, 1)
    with django_assert_num_queries(3):
        careers_of(alice)


def test_a_chart_keeps_within_its_picture():
    points = [
        RatingPoint(NOW, 1500, 1000.0),
        RatingPoint(NOW, 1700, 600.0),
        RatingPoint(NOW, 1600, 400.0),
    ]
    chart = chart_of(points)
    assert chart.line.startswith("M0.0 38.0L150.0 ")
    assert chart.band.startswith("M0.0 4.0L")
    assert chart.band.endswith("L0.0 72.0Z")
    assert (chart.changes, chart.first, chart.last) == (2, 1500, 1600)
    assert (chart.least, chart.most) == (1500, 1700)
    assert chart_of(points[:1]) is None


def test_pages_of_changes_lead_to_the_first(alice, bob, monkeypatch):
    monkeypatch.setattr(history, "CHANGES_A_PAGE", 2)
    played(alice, bob, 5, 4, 3, 2, 1)
    pages = [changes_page(alice, "fours")]
    while pages[-1].older:
        pages.append(changes_page(alice, "fours", pages[-1].older))
    found = [change for page in pages for change in page.changes]
    assert found == list(RatingChange.objects.filter(user=alice).order_by("-at"))
    assert [len(page.changes) for page in pages] == [2, 2, 1]


@pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "0"])
def test_what_is_no_change_begins_with_the_newest(alice, bob, before):
    played(alice, bob, 1)
    assert len(changes_page(alice, "fours", before).changes) == 1


@pytest.mark.embedded
def test_everything_is_read_along_the_index_of_a_users_changes(alice, bob):
    played(alice, bob, 40, 2, 1)
    number = str(RatingChange.objects.filter(user=alice).last().pk)
    plans = plans_of(lambda: [careers_of(alice), changes_page(alice, "fours", number)])
    assert "rating_change_of_user" in plans
    assert "SCAN" not in plans
    assert "TEMP B-TREE" not in plans
