"""The fault of shortages.py, in small."""

import os

import pytest

from tests.system.faults.shortages import (
    disk_full,
    few_descriptors,
    read_only,
    write_locked,
)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")
def test_a_full_disk_loses_nothing_and_is_said(place):
    assert "refused in words" in disk_full(place, games=3)


@pytest.mark.postgresql
def test_a_database_that_can_only_be_read_loses_nothing_and_is_said(place):
    held = read_only(place, games=3)
    assert "refused in words" in held
    assert ", 0 of " not in held  # pages that write were refused, too


@pytest.mark.soak
def test_a_database_that_another_program_keeps_locked_loses_nothing_and_is_said(place):
    held = write_locked(place, games=3)
    assert "refused in words" in held
    assert ", 0 of " not in held  # pages that write were refused, too


def test_few_descriptors_refuse_sockets_in_words_and_pages_go_on(place):
    held = few_descriptors(place, games=3, descriptors=128, sockets=60)
    assert "refused in words" in held
