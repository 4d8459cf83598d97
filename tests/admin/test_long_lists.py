"""The administration's lists, however long they are."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from accounts.models import User
from games.admin.games import GameAdmin
from games.models import ChatLine, Event, Game
from tests.plans import plans_of
from tests.stored import new_game
from tictactoe_site.common import admin_lists
from tictactoe_site.common.admin_lists import first_key_since

pytestmark = pytest.mark.django_db

GAMES = reverse("admin:games_game_changelist")
EVENTS = reverse("admin:games_event_changelist")
USERS = reverse("admin:accounts_user_changelist")


@pytest.fixture
def games(alice, bob) -> list[Game]:
    """Nine, the newest first, each in a month of its own: the newest in September."""
    made = [new_game(alice, bob) for _ in range(9)]
    for month, game in enumerate(made, start=1):
        at = datetime(2025, month, 1, tzinfo=UTC)
        Game.objects.filter(pk=game.pk).update(created_at=at)
    return made[::-1]


def uids(page) -> list[str]:
    return [game.uid for game in page.context["cl"].result_list]


def test_rows_are_counted_up_to_a_limit_and_older_ones_linked(desk, games, monkeypatch):
    monkeypatch.setattr(admin_lists, "MAX_COUNTED", 4)
    monkeypatch.setattr(GameAdmin, "list_per_page", 2)
    assert desk.get(GAMES).context["cl"].older == ""
    first = desk.get(GAMES, {"p": 2})
    changes = first.context["cl"]
    assert "More than 4 games" in " ".join(first.text.split())
    assert (changes.result_count, changes.newest) == (4, "")
    assert uids(first) == [game.uid for game in games[2:4]]
    second = desk.get(GAMES + changes.older)
    assert uids(second) == [game.uid for game in games[4:6]]
    assert second.context["cl"].newest == "?"
    third = desk.get(f"{GAMES}{changes.older}&p=2")
    assert uids(third) == [game.uid for game in games[6:8]]
    last = desk.get(GAMES + third.context["cl"].older)
    assert (uids(last), last.context["cl"].older) == ([games[8].uid], "")


def test_a_short_list_is_counted_as_ever(desk, games):
    text = " ".join(desk.get(GAMES).text.split())
    assert "9 games" in text
    assert "More than" not in text


def test_games_are_found_by_their_month(desk, games):
    assert uids(desk.get(GAMES, {"month": "2025-09"})) == [games[0].uid]
    assert uids(desk.get(GAMES, {"month": "2025-01"})) == [games[8].uid]
    assert uids(desk.get(GAMES, {"month": "2024-12"})) == []
    assert uids(desk.get(GAMES, {"month": "2025-10"})) == []
    assert uids(desk.get(GAMES, {"month": "2025-09", "status__exact": "open"})) == []


@pytest.mark.parametrize("month", ["2025", "2025-13", "0000-01", "9999-12", "x"])
def test_what_is_no_month_filters_nothing(desk, games, month):
    assert len(uids(desk.get(GAMES, {"month": month}))) == 9


def test_months_are_offered_from_now_to_the_first_row(desk, games):
    specs = {spec.title: spec for spec in desk.get(GAMES).context["cl"].filter_specs}
    offered = [value for value, _ in specs["month"].lookup_choices]
    assert offered == sorted(offered, reverse=True)
    assert 1 <= len(offered) <= admin_lists.MONTHS_OFFERED


def test_the_first_key_of_a_time_is_found_by_halves(games, django_assert_max_num_queries):
    for month, game in enumerate(games[::-1], start=1):
        with django_assert_max_num_queries(8):
            found = first_key_since(Game, "created_at", datetime(2025, month, 1, tzinfo=UTC))
        assert found == game.pk
    behind = first_key_since(Game, "created_at", datetime(2026, 1, 1, tzinfo=UTC))
    assert behind > games[0].pk
    assert first_key_since(ChatLine, "at", datetime(2026, 1, 1, tzinfo=UTC)) == 0


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("query", "index"),
    [
        ({"status__exact": "open"}, "game_by_status (status=?)"),
        ({"termination__exact": "annulled"}, "game_by_termination (termination=?)"),
        ({"ruleset": "9,6,4"}, "game_by_board (m=? AND n=? AND k=?)"),
        ({"flagged__exact": "1"}, "game_flagged"),
        ({"player": "alice"}, "game_by_x (x_player_id=?)"),
        ({"q": "alice"}, "game_by_o (o_player_id=?)"),
        ({"q": "Ab3"}, "(uid>? AND uid<?)"),
    ],
)
def test_filters_and_searches_of_games_read_an_index(desk, games, query, index):
    plans = plans_of(lambda: desk.get(GAMES, query))
    assert index in plans


@pytest.mark.embedded
def test_events_are_found_by_game_kind_actor_and_request(desk, staff, games):
    event = Event.objects.get(game=games[3])
    asked = Event.objects.create(
        game=games[3], version=9, kind="flagged", actor=staff, at=event.at, request_id="abc-1"
    )
    for term, found in {
        games[3].uid: [asked, event],
        staff.username: [asked],
        "abc-1": [asked],
        "nothing-of-all": [],
    }.items():
        listed = desk.get(EVENTS, {"q": term}).context["cl"].result_list
        assert list(listed) == found
    plans = plans_of(lambda: desk.get(EVENTS, {"kind__exact": "flagged"}))
    assert "event_by_kind (kind=?)" in plans
    plans = plans_of(lambda: desk.get(EVENTS, {"q": "abc-1"}))
    assert "event_by_request (request_id=?)" in plans


@pytest.mark.parametrize("url", [GAMES, EVENTS])
def test_parts_of_dates_are_asked_by_month_alone(desk, url):
    for name in ("created_at__year", "at__week_day", "at__date", "at__year__gte", "at__second"):
        assert desk.get(url, {name: "9" * 30})["Location"] == url


def test_users_stand_the_newest_first(desk, staff, alice, bob):
    staff.is_superuser = True
    staff.save(update_fields=["is_superuser"])
    page = desk.get(USERS)
    keys = [user.pk for user in page.context["cl"].result_list]
    assert keys == sorted(User.objects.values_list("pk", flat=True), reverse=True)
