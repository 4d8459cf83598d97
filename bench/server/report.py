"""What was measured, as rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeVar

from bench.server.load import Figures
from bench.server.measuring import Round, medians

T = TypeVar("T")
NOTHING = "–"
KEPT_UP = 0.97  # a server that has made this share of the moves due keeps up
COLUMNS = (
    "server",
    "moves/s",
    "the first by this",
    "p50 / p99 / p99.9 at half of that, ms",
    "p50 / p99 / p99.9 at the common rate, ms",
    "CPU a move, µs",
    "memory an idle socket, KiB",
    "CPU to let one in, µs",
    "its core taken by others",
    "the load’s own core",
)
HEADING = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


def row(name: str, rounds: Sequence[Round], first: Sequence[Round], rate: float) -> str:
    """Return the row of the server *name*; its *rounds* are compared with those of the *first*."""
    full = medians(one.full for one in rounds)
    half = medians(one.half for one in rounds)
    common = medians(one.common for one in rounds)
    idle = [sum(one.idle.values()) for one in rounds if one.idle]
    entry = [sum(one.entry.values()) for one in rounds if one.entry]
    shown = full or common or half
    cells = [
        name,
        _text_of(full, lambda figures: f"{figures.moves:,.0f}"),
        _text_of(_ratio(first, rounds), "{:.2f}".format),
        _text_of(half, _delays),
        _text_of(common, lambda figures: _delays_at(figures, rate)),
        _text_of(shown, lambda figures: f"{figures.all_cpu:.0f}"),
        _text_of(median(idle) if idle else None, lambda size: f"{size / 1024:.1f}"),
        _text_of(median(entry) if entry else None, "{:.0f}".format),
        _text_of(shown, lambda figures: f"{figures.others:.0%}"),
        _text_of(shown, lambda figures: f"{figures.client:.0%}"),
    ]
    return f"| {' | '.join(cells)} |"


def in_short(one: Round) -> str:
    """Return the figures of a single round, which show how much rounds differ."""
    parts = {"full": one.full, "half": one.half, "common": one.common}
    words = [
        f"{part} {figures.moves:,.0f}/s at {figures.all_cpu:.0f} µs, {figures.others:.0%} by others"
        for part, figures in parts.items()
        if figures
    ]
    if one.idle and one.entry:
        memory, cpu = sum(one.idle.values()), sum(one.entry.values())
        words.append(f"a socket {memory / 1024:.1f} KiB, {cpu:.0f} µs to let it in")
    return "; ".join(words)


def _text_of(value: T | None, words: Callable[[T], str]) -> str:
    return NOTHING if value is None else words(value)


def _ratio(first: Sequence[Round], rounds: Sequence[Round]) -> float | None:
    """Return the median of the rounds' ratios: in each round, the machine was as slow for both."""
    ratios = [
        ours.full.moves / theirs.full.moves
        for ours, theirs in zip(first, rounds, strict=True)
        if ours.full and theirs.full
    ]
    return median(ratios) if ratios else None


def _delays(figures: Figures) -> str:
    return f"{figures.p50:.1f} / {figures.p99:.1f} / {figures.p999:.1f}"


def _delays_at(figures: Figures, rate: float) -> str:
    behind = "" if figures.moves > rate * KEPT_UP else f", only {figures.moves:,.0f} moves/s"
    return _delays(figures) + behind
