"""What the tests of the lab share."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.programs.bots import make_bot
from games.live.limits import LAB_RUNS


@pytest.fixture(autouse=True)
def _no_runs_counted():
    LAB_RUNS.forget()
    yield
    LAB_RUNS.forget()


@pytest.fixture
def bot(alice: User) -> User:
    return make_bot(owner=alice, name="line")
