"""Leaderboards in pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.programs.bots import make_bot
from games.compete.ratings.pages import boards
from games.compete.ratings.pages.boards import LeaderboardStart
from tests.compete.ratings.stored import make_puzzle_rating, make_rating
from tests.conftest import make_person
from tests.plans import plans_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def make_people(number, rate=make_rating):
    """So many, the strongest first; two of them are equally strong."""
    people = [
        User(username=f"p{i:02d}", canonical=f"p{i:02d}", skeleton=f"p{i:02d}")
        for i in range(number)
    ]
    people = User.objects.bulk_create(people)
    for i, user in enumerate(people):
        rate(user, 2000.0 - 10 * i + (10 if i == 1 else 0))
    return people


FIRST = LeaderboardStart()


def page(start=FIRST, *, pool="fours", bots=False):
    return boards.page_of(boards.ranking(pool, bots=bots, now=NOW), start, NOW)


def names(board):
    return [entry.user.username for entry in board.entries]


@pytest.mark.parametrize("pool", ["fours", "puzzles"])
def test_pages_lead_through_all_and_back(db, monkeypatch, pool):
    monkeypatch.setattr(boards, "ROWS_A_PAGE", 5)
    people = [
        user.username
        for user in make_people(12, make_puzzle_rating if pool == "puzzles" else make_rating)
    ]
    first = page(pool=pool)
    second = page(LeaderboardStart(since=first.following), pool=pool)
    third = page(LeaderboardStart(since=second.following), pool=pool)
    assert [names(first), names(second), names(third)] == [people[:5], people[5:10], people[10:]]
    assert [(one.first, one.last, one.total) for one in (first, second, third)] == [
        (1, 5, 12),
        (6, 10, 12),
        (11, 12, 12),
    ]
    assert (first.before, third.following) == ("", "")
    assert page(LeaderboardStart(before=third.before), pool=pool) == second
    assert page(LeaderboardStart(before=second.before), pool=pool) == first


@pytest.mark.parametrize(
    "start",
    [
        LeaderboardStart(since="p08"),
        LeaderboardStart(before="p08"),
        LeaderboardStart(before="p02"),
        LeaderboardStart(before="p11"),
        LeaderboardStart(since="p08", before="unrated"),
    ],
    ids=str,
)
def test_a_page_takes_five_queries_at_most(db, monkeypatch, start, django_assert_max_num_queries):
    monkeypatch.setattr(boards, "ROWS_A_PAGE", 5)
    monkeypatch.setattr(boards, "MAX_SHOWN", 10)
    make_people(12)
    make_person("unrated")
    with django_assert_max_num_queries(5):
        page(start)


@pytest.mark.parametrize("name", ["nobody", "\x00", "x" * 500])
def test_a_name_that_has_no_rating_begins_with_the_first(alice, name):
    make_rating(alice)
    assert (
        names(page(LeaderboardStart(since=name)))
        == names(page(LeaderboardStart(before=name)))
        == ["alice"]
    )


def test_no_more_than_the_first_thousand_are_counted_or_shown(db, monkeypatch):
    monkeypatch.setattr(boards, "ROWS_A_PAGE", 3)
    monkeypatch.setattr(boards, "MAX_SHOWN", 4)
    people = make_people(8)
    second = page(LeaderboardStart(since="p03"))
    assert (names(second), second.following) == (["p03"], "")
    assert (second.total, second.is_cut) == (4, True)
    assert names(page(LeaderboardStart(since="p06"))) == ["p00", "p01", "p02"]
    ranking = boards.ranking("fours", bots=False, now=NOW)
    assert boards.place_of(ranking, ranking.row_of(people[3])) == 4
    assert boards.place_of(ranking, ranking.row_of(people[4])) is None


@pytest.mark.parametrize(
    "lacking",
    [
        {"deviation": 90.5},
        {"rounds": 19},
        {"opponents": 4},
        {"at": NOW - timedelta(days=31)},
        {"pool": "fives"},
    ],
    ids=lambda lacking: next(iter(lacking)),
)
def test_who_lacks_something_is_not_listed(alice, bob, lacking):
    make_rating(alice)
    make_rating(bob, **lacking)
    assert names(page()) == ["alice"]


@pytest.mark.parametrize(
    "column",
    [{"is_active": False}, {"banned_at": NOW}, {"deleted_at": NOW}],
    ids=lambda column: next(iter(column)),
)
def test_closed_accounts_are_not_listed(alice, bob, column):
    for user in (alice, bob):
        make_rating(user)
        make_puzzle_rating(user)
    User.objects.filter(pk=bob.pk).update(**column)
    assert names(page()) == names(page(pool="puzzles")) == ["alice"]


def test_bots_are_listed_apart(alice):
    bot = make_bot(owner=alice, name="threatline")
    make_rating(alice)
    make_rating(bot)
    assert names(page()) == ["alice"]
    assert names(page(bots=True)) == ["threatline"]


def test_the_margin_is_that_of_today(alice):
    make_rating(alice, deviation=60.0, at=NOW - timedelta(days=29))
    assert 120 < page().entries[0].rating.margin < 180


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("pool", "index"), [("fours", "rating_listed"), ("puzzles", "puzzle_rating_listed")]
)
def test_a_board_is_read_along_its_index_and_never_sorted(db, pool, index):
    rate = make_puzzle_rating if pool == "puzzles" else make_rating
    make_people(45, rate)
    plans = plans_of(lambda: [page(pool=pool), page(LeaderboardStart(since="p25"), pool=pool)])
    assert f"INDEX {index}" in plans
    assert "TEMP B-TREE" not in plans
    assert "SCAN games_rating " not in plans
    plans = plans_of(lambda: page(LeaderboardStart(before="p25"), pool=pool))
    assert "TEMP B-TREE" not in plans
