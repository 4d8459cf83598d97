"""The faults of network.py, in small."""

import pytest

from tests.system.faults.network import disturbed_messages


@pytest.mark.node
def test_bad_connections_lose_nothing(place):
    assert "Nothing acknowledged was lost" in disturbed_messages(place, games=12, at_once=6)
