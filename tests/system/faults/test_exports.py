"""The fault of exports.py, in small."""

import pytest

from tests.system.faults.exports import largest_export

SIZES = {"games": 5_000, "most_mib": 50, "leaving": 3}


@pytest.mark.soak
def test_the_largest_export_needs_little_memory(place):
    assert "sent whole" in largest_export(place, **SIZES)


@pytest.mark.soak
@pytest.mark.postgresql
def test_the_largest_export_needs_little_memory_on_postgresql(place):
    assert "sent whole" in largest_export(place, **SIZES, on="PostgreSQL")
