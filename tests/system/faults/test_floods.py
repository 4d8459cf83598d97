"""The faults of floods.py, in small."""

from tests.system.faults.floods import flood, never_read


def test_others_play_on_while_one_floods(place):
    assert "others' moves" in flood(place, seconds=0.8, window=0.4)


def test_who_never_reads_is_cut(place):
    assert "all cut" in never_read(place, clients=4, silent=0)
