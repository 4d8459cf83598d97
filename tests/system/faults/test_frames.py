"""The faults of frames.py, in small."""

from tests.system.faults.frames import odd_frames, too_large


def test_odd_frames_end_no_server(place):
    assert "games go on" in odd_frames(place, frames=400)


def test_what_is_too_large_is_refused(place):
    assert "1009" in too_large(place, sockets=2)
