"""One's own games, filtered and in pages."""

from datetime import date

import pytest

from games.core.rules import Mark, Ruleset
from games.models import Game, moment
from games.people.profiles.history import Filters, history_page, sizes_of
from games.people.profiles.paging import GAMES_A_PAGE, HistoryStart
from tests import stored
from tests.plans import plans_of

pytestmark = pytest.mark.django_db
DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def games(alice, bob, charlie) -> dict[str, Game]:
    """One game of each kind, and one that is not alice's."""
    stored.play(stored.new_game(bob, charlie), stored.X_WINS)
    return {
        "won": stored.play(stored.new_game(alice, bob), stored.X_WINS),
        "lost": stored.play(stored.new_game(charlie, alice), stored.X_WINS),
        "drawn": stored.play(stored.new_game(bob, alice), stored.DRAWN),
        "ongoing": stored.new_game(alice, bob, ruleset=Ruleset(5, 4, 4)),
        "device": stored.play(
            stored.new_game(alice, alice, opponent="device", x_name="Ann"), stored.X_WINS
        ),
    }


def listed(user, **filters) -> list[Game]:
    return list(history_page(user, Filters(**filters)).games)


def test_all_own_games_are_listed_the_newest_first(alice, games):
    assert listed(alice) == [*games.values()][::-1]


@pytest.mark.parametrize("result", ["won", "lost", "drawn", "ongoing"])
def test_games_are_found_by_their_result(alice, games, result):
    assert listed(alice, result=result) == [games[result]]


def test_games_are_found_by_the_size_of_the_board(alice, games):
    assert listed(alice, size=(5, 4)) == [games["ongoing"]]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("charlie", ["lost"]),
        ("BO", ["ongoing", "drawn", "won"]),
        ("ann", ["device"]),
        ("alice", []),
        ("nobody", []),
    ],
)
def test_games_are_found_by_a_part_of_the_opponents_name(alice, games, name, kinds):
    assert listed(alice, opponent=name) == [games[kind] for kind in kinds]


def test_games_are_found_by_day(alice, bob):
    for day in (0, 1, 2):
        game = stored.new_game(alice, bob)
        created = moment(stored.START + day * DAY)
        Game.objects.filter(pk=game.pk).update(created_at=created)
    first, second, third = listed(alice)[::-1]
    middle = date(2023, 11, 15)
    assert listed(alice, since=middle) == [third, second]
    assert listed(alice, until=middle) == [second, first]
    assert listed(alice, since=middle, until=middle) == [second]


def test_a_game_nobody_joined_is_not_kept_in_view(alice):
    game = stored.new_game(alice, None)
    stored.carry_out(game, lambda match, now: match.cancel(now=now), alice)
    assert listed(alice) == []
    assert sizes_of(alice) == []


def test_sizes_are_those_one_has_played_on(alice, games):
    assert sizes_of(alice) == [(3, 3), (5, 4)]


def test_pages_follow_one_another_both_ways(alice, bob):
    games = [stored.new_game(*pair) for pair in [(alice, bob), (bob, alice)] * GAMES_A_PAGE]
    newest_first = games[::-1]
    first = history_page(alice, Filters())
    assert (first.games, first.newer) == (newest_first[:GAMES_A_PAGE], "")
    last = history_page(alice, Filters(), HistoryStart(before=first.older))
    assert (last.games, last.older) == (newest_first[GAMES_A_PAGE:], "")
    assert history_page(alice, Filters(), HistoryStart(after=last.newer)) == first


def test_a_page_between_others_leads_to_both(alice, bob):
    games = [stored.new_game(alice, bob) for _ in range(3 * GAMES_A_PAGE)][::-1]
    pages = [games[start : start + GAMES_A_PAGE] for start in range(0, len(games), GAMES_A_PAGE)]
    middle = history_page(alice, Filters(), HistoryStart(before=pages[0][-1].uid))
    assert (middle.games, middle.newer, middle.older) == (
        pages[1],
        pages[1][0].uid,
        pages[1][-1].uid,
    )
    assert history_page(alice, Filters(), HistoryStart(after=pages[2][0].uid)) == middle


@pytest.mark.parametrize("uid", ["0000000000", "x", "\x00" * 10, "ä" * 10, "9" * 400])
@pytest.mark.parametrize("way", ["before", "after"])
def test_what_is_no_game_begins_with_the_newest(alice, games, way, uid):
    page = history_page(alice, Filters(), HistoryStart(**{way: uid}))
    assert page.games == [*games.values()][::-1]


def test_a_page_is_two_queries_however_long_it_is(alice, bob, django_assert_num_queries):
    for _ in range(5):
        stored.resign(stored.play(stored.new_game(alice, bob), (0, 1, 2)), Mark.O)
    with django_assert_num_queries(2):
        page = history_page(alice, Filters(result="won", opponent="bob"))
        assert [len(game.cells) for game in page.games] == [3] * 5
        assert {game.o_player.username for game in page.games} == {"bob"}


@pytest.mark.embedded
@pytest.mark.parametrize(
    "filters",
    [
        {},
        {"result": "won"},
        {"result": "ongoing"},
        {"size": (3, 3)},
        {"opponent": "bob"},
        {"of_rounds": True},
        {"since": date(2023, 1, 1), "until": date(2024, 1, 1)},
    ],
    ids=lambda filters: "-".join(filters) or "all",
)
def test_a_page_is_read_along_an_index_of_each_seat(alice, games, filters):
    plans = plans_of(lambda: history_page(alice, Filters(**filters)))
    assert "game_by_x (x_player_id=?" in plans
    assert "game_by_o (o_player_id=?" in plans
    assert "SCAN games_game" not in plans
    assert "MULTI-INDEX OR" not in plans


@pytest.mark.embedded
def test_sizes_are_read_in_the_indexes_alone(alice, games):
    plans = plans_of(lambda: sizes_of(alice))
    assert "COVERING INDEX game_by_x (x_player_id=?" in plans
    assert "COVERING INDEX game_by_o (o_player_id=?" in plans
