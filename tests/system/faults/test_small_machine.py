"""The fault of small_machine.py, in small."""

import pytest

from tests.system.faults.small_machine import can_make_groups, little_memory


@pytest.mark.soak
@pytest.mark.skipif(not can_make_groups(), reason="only root can make a group with little memory")
def test_everything_fits_into_little_memory(place):
    assert "acknowledged moves are there" in little_memory(place, mib=512, seconds=5)
