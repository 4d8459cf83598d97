"""Measuring servers in turn, so that other work on the machine slows all of them alike."""

from __future__ import annotations

import os
import sys

from bench.server import servers
from bench.server.contestants import Contestant
from bench.server.measuring import Plan, Round, measure
from bench.server.report import in_short


def in_turn(everybody: list[Contestant], plan: Plan, rounds: int) -> dict[str, list[Round]]:
    """Return all rounds of each server by its name. Each round begins with another server."""
    results: dict[str, list[Round]] = {one.name: [] for one in everybody}
    for number in range(rounds):
        begin = number % len(everybody)
        for one in everybody[begin:] + everybody[:begin]:
            try:
                results[one.name].append(measure(one, plan))
                said = in_short(results[one.name][-1])
            except servers.Absent:
                said = "not installed, and skipped (make bench-peers)"
            print(
                f"Round {number + 1} of {rounds}: {one.name}: {said}", file=sys.stderr, flush=True
            )
    return {name: done for name, done in results.items() if done}


def busyness() -> str:
    minute, five, _ = os.getloadavg()
    return f"load average {minute:.2f} over a minute, {five:.2f} over five"
