"""Intervals in which a number lies with 95 % certainty."""

import pytest

from games.compete.fairplay.statistics import difference, share, variation


def test_a_share_of_few_is_uncertain():
    found = share(8, 10)
    assert (found.value, found.sample) == (0.8, 10)
    assert found.low == pytest.approx(0.490, abs=5e-4)
    assert found.high == pytest.approx(0.943, abs=5e-4)


@pytest.mark.parametrize(("hits", "tries"), [(0, 5), (5, 5), (3, 400)])
def test_the_interval_stays_between_none_and_all(hits, tries):
    found = share(hits, tries)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_of_nothing_nothing_is_known():
    assert share(0, 0) is None
    assert difference([1.0], [1.0, 2.0]) is None
    assert variation([3.0]) is None
    assert variation([0.0, 0.0]) is None


def test_a_difference_of_means_has_its_margin():
    found = difference([4.0, 6.0, 5.0, 5.0], [1.0, 1.0, 1.0])
    assert (found.value, found.sample) == (4.0, 7)
    assert found.value - found.low == pytest.approx(1.96 * (2 / 3 / 4) ** 0.5)


def test_variation_is_a_part_of_the_mean():
    assert variation([2.0, 2.0]) == 0
    assert variation([1.0, 3.0]) == pytest.approx(2**0.5 / 2)
