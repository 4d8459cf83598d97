"""The charts of a player's page."""

import itertools
from collections import Counter
from datetime import date, timedelta

import pytest

from games.people.profiles.activity import Activity
from games.people.profiles.queries import Results
from games.people.profiles.tags import SHADES, STEP, WEEKS, WEEKS_ON_PHONES, calendar, results_bar

TODAY = date(2026, 11, 19)  # a Thursday


def test_a_day_is_the_darker_the_more_games_it_has():
    games = Counter({TODAY: 8, TODAY - timedelta(days=1): 4, TODAY - timedelta(days=2): 1})
    shades = dict(calendar(Activity(TODAY, games))["shades"])
    assert [shades[shade].count("M") for shade in (1, 2, 3, 4)] == [1, 1, 0, 1]
    assert shades[0].count("M") == WEEKS * 7 - 3 - 3  # the rest of this week is to come
    assert calendar(Activity(TODAY, games))["today"] == shades[SHADES]


@pytest.fixture(scope="module")
def months_by_day():
    """The months of the calendar as it is on a day of each week of a year."""
    days = [TODAY + timedelta(days=days) for days in range(0, 371, 7)]
    return {day: calendar(Activity(day, Counter()))["months"] for day in days}


@pytest.mark.parametrize("other", ["narrow", "wide"])
def test_months_are_named_without_touching(months_by_day, other):
    for day, months in months_by_day.items():
        places = [month.at for month in months if month.only != other]
        gaps = [after - before for before, after in itertools.pairwise(places)]
        assert min(gaps) >= 3 * 15, day


def test_no_month_is_cut_where_only_half_the_year_is_shown(months_by_day):
    """A name that began further left would be cut, and those who see more weeks have it there."""
    edge = (WEEKS - WEEKS_ON_PHONES) * STEP
    for day, months in months_by_day.items():
        shown = [month for month in months if month.only != "wide"]
        assert not [month for month in shown if edge - 3 * STEP < month.at < edge], day
        assert len([month for month in shown if month.at >= edge]) in (5, 6), day


def test_the_last_months_are_named_last():
    months = calendar(Activity(TODAY, Counter()))["months"]
    assert [month.text for month in months][-2:] == ["Oct", "Nov"]


def test_a_bar_is_divided_as_the_results_are():
    parts = results_bar(Results(won=1, drawn=0, lost=3))["parts"]
    assert [(name, start) for name, start, _ in parts] == [("won", "0.00"), ("lost", "25.00")]


def test_no_games_have_no_bar():
    assert results_bar(Results())["parts"] == []
