"""The fault of explanations.py, in small."""

from math import inf

import pytest

from tests.system.faults.explanations import explained_to_many

# How long pages take is no matter of a small test on a machine that does other things.
SIZES = {"guests": 12, "seconds": 3, "slower_at_most": inf}


def test_explanations_leave_pages_to_others(place):
    assert "pages of others came" in explained_to_many(place, **SIZES)


@pytest.mark.postgresql
def test_explanations_leave_the_connections_of_postgresql_to_others(place):
    sizes = SIZES | {"guests": 36}
    assert "pages of others came" in explained_to_many(place, **sizes, on="PostgreSQL")
