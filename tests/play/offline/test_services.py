"""Games from a device without a network: replayed, each once, and counting nowhere."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError, TooFast
from games.engine import LEVELS
from games.learn.positions.counting import count_games
from games.live.limits import OFFLINE_GAMES
from games.live.storage.verification import faults_of
from games.models import Game, PositionCount
from games.people.profiles.history import Filters, history_page
from games.play.offline import keeping
from games.play.offline.services import A_DAY, OfflineGame, add_game, parse_game, parse_games

pytestmark = pytest.mark.django_db

X_WINS = [4, 0, 3, 1, 5]


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    OFFLINE_GAMES.forget()


def stored_game(**changed: Any) -> dict[str, Any]:
    """A game as the script keeps it."""
    game = {
        "id": "0123456789abcdef" * 2,
        "m": 3,
        "n": 3,
        "k": 3,
        "level": 3,
        "side": "x",
        "moves": X_WINS,
        "spent": [1_000] * 5,
        "endedAt": int(timezone.now().timestamp() * 1000) - 60_000,
        "outcome": "x",
        "uid": "",
    } | changed
    if "moves" in changed and "spent" not in changed:
        game["spent"] = [1_000] * len(changed["moves"])
    return game


def played(**changed: Any) -> OfflineGame:
    return parse_game(msgspec.Raw(msgspec.json.encode(stored_game(**changed))))


def refused(**changed: Any) -> str:
    """The code with which a game is refused."""
    with pytest.raises(GameError) as error:
        add_game(player=User.objects.get(username="alice"), played=played(**changed))
    assert not Game.objects.exists()
    return error.value.code


def test_a_game_is_replayed_and_stands_among_my_games(alice: User) -> None:
    game = Game.objects.get(pk=add_game(player=alice, played=played()).pk)
    assert (game.status, game.outcome, game.termination) == ("finished", "x", "line")
    assert [move.cell for move in game.moves.order_by("ply")] == X_WINS
    assert [move.spent_ms for move in game.moves.order_by("ply")] == [1_000] * 5
    assert game.started_at
    assert game.ended_at
    assert (game.ended_at - game.started_at).total_seconds() == 5
    assert game.seat_label("x") == "alice"
    assert game.seat_label("o") == "Computer, rules"
    assert history_page(alice, Filters()).games == [game]


def test_what_is_stored_holds(alice: User) -> None:
    game = Game.objects.get(pk=add_game(player=alice, played=played()).pk)
    moves, events = game.moves.order_by("ply"), game.events.order_by("version")
    assert faults_of(game, list(moves), list(events)) == []


def test_it_counts_nowhere(alice: User) -> None:
    game = add_game(player=alice, played=played())
    while count_games():
        pass
    assert not PositionCount.objects.exists()
    assert not Game.objects.public().exists()
    assert not Game.objects.played().filter(pk=game.pk).exists()


def test_the_same_game_twice_is_one_game(alice: User, bob: User) -> None:
    first = add_game(player=alice, played=played())
    assert add_game(player=alice, played=played()) == first
    assert Game.objects.count() == 1
    assert add_game(player=bob, played=played()) != first  # on a device that two people use


@pytest.mark.parametrize("level", keeping.LEVELS)
def test_the_computers_seat_is_stored_by_the_name_of_its_level(level: int, alice: User) -> None:
    game = add_game(player=alice, played=played(level=level))
    assert game.seat_label("o") == f"Computer, {list(LEVELS)[level - 1]}"


def test_a_level_that_was_numbered_anew_keeps_its_games(alice: User) -> None:
    game = add_game(player=alice, played=played(level=3, levelName="guard"))
    assert game.seat_label("o") == "Computer, guard"


def test_a_number_that_never_was_a_level_without_a_name_is_refused() -> None:
    """Were there nine levels, a browser would tell the name of the ninth."""
    with pytest.raises(GameError) as error:
        msgspec.structs.replace(played(), level=9).opponent  # noqa: B018
    assert error.value.code == "level_unsupported"


def test_two_people_have_no_names_and_the_computer_may_begin(alice: User) -> None:
    two = add_game(player=alice, played=played(level=0, side=""))
    assert (two.seat_label("x"), two.seat_label("o")) == ("X", "O")
    second = add_game(player=alice, played=played(id="f" * 32, side="o", level=8))
    assert (second.seat_label("x"), second.seat_label("o")) == ("Computer, perfect", "alice")


def test_forged_games_are_refused_with_a_code(alice: User) -> None:
    assert refused(moves=[4, 4, 3, 1, 5]) == "cell_taken"
    assert refused(moves=[4, 0, 3, 1, 9]) == "no_such_cell"
    assert refused(moves=[*X_WINS, 8]) == "game_over"
    assert refused(moves=X_WINS[:4]) == "not_over"
    assert refused(m=2) == "bad_ruleset"
    assert refused(m=20, k=20) == "bad_ruleset"
    assert refused(level=6) == "level_unsupported"
    assert refused(levelName="searcher") == "level_unsupported"
    assert refused(levelName="nobody") == "level_unsupported"
    assert refused(m=5, n=5, k=3, level=8) == "level_unsupported"


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "1"},
        {"id": "X" * 32},
        {"id": "0" * 32 + "\n"},
        {"level": 9},
        {"level": 0},
        {"side": ""},
        {"side": "both"},
        {"moves": []},
        {"moves": [0] * 362},
        {"moves": "0"},
        {"moves": [-1]},
        {"moves": [1.5]},
        {"spent": [1]},
        {"spent": [-1] * 5},
        {"endedAt": -1},
        {"endedAt": 10**30},
        {"m": None},
    ],
    ids=str,
)
def test_what_no_device_keeps_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(GameError, match="bad_offline_games"):
        played(**wrong)


def test_a_device_with_a_wrong_clock_is_believed_within_bounds(alice: User) -> None:
    future = add_game(player=alice, played=played(endedAt=2**53))
    past = add_game(player=alice, played=played(id="f" * 32, endedAt=0))
    future.refresh_from_db()
    past.refresh_from_db()
    assert future.ended_at
    assert past.ended_at
    assert future.ended_at <= timezone.now()
    assert (timezone.now() - past.ended_at).days in (364, 365)


def test_a_game_that_lay_for_days_between_two_moves_is_taken(alice: User) -> None:
    game = add_game(player=alice, played=played(spent=[1_000, 10**12, 1_000, 1_000, 1_000]))
    assert [move.spent_ms for move in game.moves.order_by("ply")][1] == A_DAY


def test_only_so_many_games_are_taken(alice: User) -> None:
    for number in range(OFFLINE_GAMES.at_once):
        add_game(player=alice, played=played(id=f"{number:032x}"))
    with pytest.raises(TooFast):
        add_game(player=alice, played=played(id="f" * 32))
    assert Game.objects.count() == OFFLINE_GAMES.at_once


def test_ten_thousand_games_at_once_are_refused_before_any_is_read() -> None:
    with pytest.raises(GameError, match="too_many_games"):
        parse_games(msgspec.json.encode([{}] * 10_000))


@pytest.mark.parametrize("body", [b"", b"{}", b"[", b"\xff\xff", b"null", b"[" * 10_000])
def test_what_is_no_list_is_refused(body: bytes) -> None:
    with pytest.raises(GameError, match="bad_offline_games"):
        parse_games(body)


def test_a_game_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(GameError, match="bad_offline_games"):
        parse_game(msgspec.Raw(b'{"more":' + b"[" * 10_000))
