"""The fault of upgrades.py, in small."""

import pytest

from tests.system.faults.upgrades import released_beside_new


@pytest.mark.soak
def test_the_released_version_plays_on_the_new_tables(place):
    assert released_beside_new(place, games=2, moves=2).startswith("Of 6 games 2 went on")


@pytest.mark.postgresql
@pytest.mark.redis
def test_the_released_version_plays_on_the_new_tables_of_postgresql(place):
    held = released_beside_new(place, games=2, moves=2, on="PostgreSQL")
    assert held.startswith("Of 6 games 2 went on")
