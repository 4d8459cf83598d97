"""Upkeep of rounds while the database is away."""

import pytest
from django.db import OperationalError

from games.compete.rounds import seeks, upkeep
from games.live.storage.database import Unavailable


@pytest.mark.django_db
async def test_pairing_says_that_the_database_is_away(monkeypatch):
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(seeks, "pair_waiting", away)
    with pytest.raises(Unavailable):
        await upkeep.pair_waiting()
