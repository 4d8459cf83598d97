"""The fault of seekers.py, in small."""

from tests.system.faults.seekers import visitors_who_go


def test_nobody_is_seated_with_somebody_who_has_gone(place):
    assert "None of 6" in visitors_who_go(place, visitors=6)
