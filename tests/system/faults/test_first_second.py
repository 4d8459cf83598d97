"""The faults of first_second.py, in small."""

import pytest

from tests.system.faults.first_second import messages_at_once, visited_at_once


def test_threads_that_read_and_write_every_message_at_once_find_nothing_half_built(place):
    assert "None of 2" in messages_at_once(place, processes=2)


@pytest.mark.parametrize("server", ["uvicorn", "daphne"])
def test_visitors_who_all_come_at_the_start_are_served(deployed_place, server):
    assert "None of 1" in visited_at_once(deployed_place, starts=1, visitors=8, servers=[server])
