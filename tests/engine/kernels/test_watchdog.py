import threading
import time

from games.engine.budget import Limits
from games.engine.kernels.watchdog import watched
from tests.engine.clocks import FakeClock


def is_set_within(flag, seconds):
    """Whether *flag* is set at last; a generous wait, for nothing here measures time."""
    end = time.monotonic() + seconds
    while not flag[0] and time.monotonic() < end:
        time.sleep(0.001)
    return bool(flag[0])


def test_a_flag_is_set_when_time_is_up():
    with watched(Limits(seconds=0.02)) as flag:
        assert is_set_within(flag, 10)


def test_a_flag_is_set_when_somebody_stops_the_search():
    stop = threading.Event()
    with watched(Limits(seconds=1000, stop=stop)) as flag:
        assert not flag[0]
        stop.set()
        assert is_set_within(flag, 10)


def test_a_clock_of_the_limits_own_is_believed():
    clock = FakeClock()
    with watched(Limits(seconds=5, clock=clock)) as flag:
        assert not is_set_within(flag, 0.05)
        clock.now = 5.0
        assert is_set_within(flag, 10)


def test_limits_that_are_spent_give_a_flag_that_is_set():
    stop = threading.Event()
    stop.set()
    for limits in (Limits(seconds=0), Limits(seconds=9, stop=stop)):
        with watched(limits) as flag:
            assert flag[0]


def test_each_search_has_a_flag_of_its_own():
    with watched(Limits(seconds=1000)) as patient, watched(Limits(seconds=0.01)) as hasty:
        assert is_set_within(hasty, 10)
        assert not patient[0]


def test_no_time_limit_at_all_is_fine():
    with watched(Limits(seconds=float("inf"))) as flag, watched(Limits(seconds=0.01)) as other:
        assert is_set_within(other, 10)
        assert not flag[0]


def test_a_flag_is_set_when_its_block_ends():
    with watched(Limits(seconds=1000)) as flag:
        pass
    assert flag[0]


def test_one_thread_looks_after_all_searches():
    for _ in range(20):
        with watched(Limits(seconds=1000)):
            pass
    assert sum(thread.name == "watchdog" for thread in threading.enumerate()) == 1
