"""Compiling all kernels before they are needed: a minute once, then under a second a process.

Every part is used once, in small, with arguments of the types it meets in earnest. What is
compiled is kept on disk; a process that finds it there only loads it. Whoever searches makes sure
first that its parts are `ready`, so that the limits of a search are for searching.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from games.core.rules import Position, Ruleset
from games.engine.limits import Limits

SMALL = Ruleset(4, 4, 4)
FEW = Limits(seconds=600.0, seed=1, nodes=200)  # the time is for the compiler


def warm() -> Iterator[tuple[int, int, str]]:
    """Compile part by part; before each come its number, how many there are, and its name."""
    for number, name in enumerate(PARTS, start=1):
        yield number, len(PARTS), name
        ready(name)


def ready(*names: str) -> None:
    """Return once these parts can be used without delay; compile or load them if need be."""
    if _begun.issuperset(names) and not _compiling:
        return
    with _lock:  # the thread that compiles passes, for it uses the parts to do so
        for name in names:
            if name not in _begun:
                _compiling.append(name)
                _begun.add(name)
                try:
                    PARTS[name]()
                finally:
                    _compiling.pop()


_lock = threading.RLock()
_begun: set[str] = set()
_compiling: list[str] = []


def _solver() -> None:
    from games.engine.proof import solve

    solve(Position(SMALL), FEW)


def _strong() -> None:
    from games.engine import strong

    for ruleset in (SMALL, Ruleset(9, 9, 5)):
        strong.choose(Position(ruleset).play(0), FEW)
        strong.forced_line(Position(ruleset).play(0), FEW)


def _uct() -> None:
    from games.engine import uct_player

    uct_player.choose(Position(SMALL), FEW, 20, 1.0)
    uct_player.play_at_random(Position(SMALL), FEW, 20)


SOLVER, STRONG, UCT = "the exact solver", "the search for large boards", "random playouts"
PARTS: dict[str, Callable[[], None]] = {SOLVER: _solver, STRONG: _strong, UCT: _uct}
