"""Compiling all kernels before they are needed: a minute once, then under a second a process.

Every part is used once, in small, with arguments of the types it meets in earnest. What is
compiled is kept on disk; a process that finds it there only loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.rules import Position, Ruleset
from games.engine.limits import Limits

SMALL = Ruleset(4, 4, 4)
FEW = Limits(seconds=600.0, seed=1, nodes=200)  # the time is for the compiler


def warm() -> Iterator[tuple[int, int, str]]:
    """Compile part by part; before each come its number, how many there are, and its name."""
    for number, (name, part) in enumerate(PARTS, start=1):
        yield number, len(PARTS), name
        part()


def _solver() -> None:
    from games.engine.solve import solve

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


PARTS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("the exact solver", _solver),
    ("the search for large boards", _strong),
    ("the random playouts", _uct),
)
