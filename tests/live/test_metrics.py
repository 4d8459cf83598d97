"""What operators measure."""

import pytest
from asgiref.sync import async_to_sync
from prometheus_client import REGISTRY

from games.core.errors import GameError
from games.live.storage.database import Unavailable
from games.live.storage.journal import journal
from games.play.game import services as play_services
from games.play.game.services import resign
from games.play.game.terms import Terms
from games.play.lobby.services import cancel, create_game
from tests.playing import begin

pytestmark = pytest.mark.django_db(transaction=True)


class Figures:
    """How much each figure has grown since this was made."""

    def __init__(self) -> None:
        self._before: dict = {}

    def grown(self, name: str, **labels: str) -> float:
        key = (name, *sorted(labels.items()))
        value = REGISTRY.get_sample_value(name, labels) or 0.0
        return value - self._before.setdefault(key, value)


@pytest.fixture
def figures() -> Figures:
    return Figures()


def test_a_game_counts_once_and_each_move_once(figures, alice, bob):
    names = {
        "tictactoe_games_created_total": {"opponent": "anyone"},
        "tictactoe_games_ended_total": {"termination": "resignation"},
        "tictactoe_moves_total": {},
        "tictactoe_commit_entries_sum": {},
    }
    for name, labels in names.items():
        figures.grown(name, **labels)

    async def play() -> None:
        game = await begin(alice, bob, 4, 0)
        with pytest.raises(GameError):
            await play_services.play(uid=game.uid, player=alice, ply=2, cell=0)
        await resign(uid=game.uid, player=alice)

    async_to_sync(play)()
    grown = {name: figures.grown(name, **labels) for name, labels in names.items()}
    assert list(grown.values()) == [1, 1, 2, 4]  # joined, two moves, resigned


def test_what_the_database_did_not_keep_is_counted(figures, alice, bob, monkeypatch):
    from django.db import OperationalError

    def fail(entries):
        raise OperationalError

    async def play() -> None:
        game = await begin(alice, bob)
        monkeypatch.setattr("games.live.storage.journal.write", fail)
        await play_services.play(uid=game.uid, player=alice, ply=0, cell=4)

    figures.grown("tictactoe_commits_lost_total")
    figures.grown("tictactoe_moves_total")
    with pytest.raises(Unavailable):
        async_to_sync(play)()
    journal.disconnect()
    assert figures.grown("tictactoe_commits_lost_total") == 1
    assert figures.grown("tictactoe_moves_total") == 0


def test_rooms_in_memory_are_counted_and_forgotten(figures, alice):
    figures.grown("tictactoe_rooms")
    game = async_to_sync(create_game)(creator=alice, terms=Terms())
    async_to_sync(cancel)(uid=game.uid, player=alice)
    assert figures.grown("tictactoe_rooms") == 0
