"""The faults of backups.py, in small."""

import pytest

from tests.system.faults.backups import copied_on_postgresql, copied_under_load


@pytest.mark.soak
def test_a_copy_under_play_is_one_moment_of_every_game(place):
    assert "Each of 1 copies" in copied_under_load(place, games=3, backups=1)


@pytest.mark.soak
@pytest.mark.postgresql
def test_a_copy_of_postgresql_under_play_is_one_moment_of_every_game(place):
    assert "Each of 1 copies" in copied_on_postgresql(place, games=3, backups=1)
