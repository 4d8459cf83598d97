"""The fault of classroom.py, in small."""

import pytest

from tests.system.faults.classroom import class_at_one_address


@pytest.mark.soak
def test_a_class_behind_one_router_plays(place):
    assert "nobody lost by not being there" in class_at_one_address(
        place, people=24, seconds=75, games=1
    )
