"""Two players, a game between them, and sockets that only remember."""

import msgspec
import pytest

from accounts.models import User
from games.core.clock import UNLIMITED, TimeControl
from games.core.rules import TIC_TAC_TOE, Ruleset
from games.models import Game
from tests.playing import begun


class Recorder:
    """A watcher that keeps what it is told."""

    is_lost = False

    def __init__(self, user: User | None = None) -> None:
        self.user_id = user.pk if user else None
        self.public_name = user.username if user else ""
        self.frames: list[dict] = []

    def push(self, frame: str) -> None:
        self.frames.append(msgspec.json.decode(frame))

    @property
    def types(self) -> list[str]:
        return [frame["type"] for frame in self.frames if frame["type"] != "presence"]

    @property
    def last(self) -> dict:
        return [frame for frame in self.frames if frame["type"] != "presence"][-1]


def new_game(
    alice: User,
    bob: User,
    *,
    ruleset: Ruleset = TIC_TAC_TOE,
    control: TimeControl = UNLIMITED,
) -> Game:
    """A game in which alice plays X and begins, and bob plays O."""

    return begun(alice, bob, ruleset=ruleset, control=control)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return new_game(alice, bob)
