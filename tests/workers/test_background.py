"""Long work runs in threads that step back, and the others stay as they are."""

import os
import sys
import threading

import pytest

from games.workers import background
from games.workers.background import NICEST, background_threads

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="niceness is the process's here")


def niceness():
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@on_linux
def test_its_threads_are_nice_and_nobody_else():
    before = niceness()
    with background_threads(2, "test") as threads:
        assert threads.submit(niceness).result() == NICEST
    assert niceness() == before


@on_linux
def test_what_is_first_in_a_thread_is_as_nice_as_everybody():
    before, seen = niceness(), []
    with background_threads(1, "test", first=lambda: seen.append(niceness())) as threads:
        assert threads.submit(niceness).result() == NICEST
    assert seen == [before]


@on_linux
def test_work_is_done_where_niceness_is_forbidden(monkeypatch):
    def forbid(*_):
        raise PermissionError

    before = niceness()
    monkeypatch.setattr(os, "setpriority", forbid)
    with background_threads(1, "test") as threads:
        assert threads.submit(niceness).result() == before


def test_elsewhere_the_process_is_left_alone(monkeypatch):
    called = []
    monkeypatch.setattr(background.sys, "platform", "darwin")
    monkeypatch.setattr(os, "setpriority", lambda *call: called.append(call))
    with background_threads(1, "test") as threads:
        assert threads.submit(int, "1").result() == 1
    assert not called


def test_those_who_wait_for_the_interpreter_get_it_soon():
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        background_threads(1, "test").shutdown()
        assert sys.getswitchinterval() == pytest.approx(background.SWITCH_INTERVAL)
    finally:
        sys.setswitchinterval(before)
