"""Measuring times with as little disturbance by other work on the machine as possible."""

import time
from collections.abc import Callable
from typing import Any


def best_seconds(task: Callable[[], Any], *, enough: float = 0.5, most: int = 50) -> float:
    """Return the least processor time of several runs of *task*, together *enough* seconds."""
    best, spent, runs = float("inf"), 0.0, 0
    while spent < enough and runs < most:
        started = time.process_time()
        task()
        seconds = time.process_time() - started
        best, spent, runs = min(best, seconds), spent + seconds, runs + 1
    return best


def milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1000:,.2f} ms"
