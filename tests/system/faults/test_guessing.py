"""The faults of guessing.py and enumeration.py, in small."""

from tests.system.faults.enumeration import enumerated
from tests.system.faults.guessing import guessed


def test_few_of_many_passwords_are_looked_at(place):
    assert "halfway" in guessed(place, attempts=40)


def test_known_and_unknown_names_are_answered_the_same(place):
    assert "the same" in enumerated(place, names=3, within_ms=float("inf"))
