"""Parts that are made ready by being used once."""

import pytest

from games.engine.kernels.parts import Part


def test_a_part_is_used_once_and_its_use_may_ask_for_it():
    uses = []

    def use():
        part.ensure_ready()
        uses.append(1)

    part = Part("a part", use)
    part.ensure_ready()
    part.ensure_ready()
    assert uses == [1]


def test_a_part_whose_use_failed_is_tried_again():
    faults = [MemoryError, MemoryError]

    def use():
        if faults:
            raise faults.pop()

    part = Part("a part", use)
    for _ in range(2):
        with pytest.raises(MemoryError):
            part.ensure_ready()
    part.ensure_ready()
    assert not faults
