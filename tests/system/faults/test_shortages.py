"""The fault of shortages.py, in small."""

import os

import pytest

from tests.system.faults.shortages import disk_full


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")
def test_a_full_disk_loses_nothing_and_is_said(place):
    assert "refused in words" in disk_full(place, games=3)
