"""Compiling all kernels before they are needed: a minute once, then under a second a process.

Every part is used once, in small; what is compiled is kept on disk, and a process that finds it
there only loads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.kernels.parts import Part


def parts() -> tuple[Part, ...]:
    """Return all parts. This loads the compiler."""
    # Imported here, because whoever imports this module must not wait for the compiler.
    from games.engine.players.uct import UCT
    from games.engine.search.proof import SOLVER
    from games.engine.search.strong import STRONG
    from games.engine.search.threes import THREES

    return SOLVER, STRONG, THREES, UCT


def warm() -> Iterator[tuple[int, int, str]]:
    """Compile part by part; before each, yield its number, how many there are, and its name."""
    all_parts = parts()
    for number, part in enumerate(all_parts, start=1):
        # Told beforehand: the part named is the one that takes its time now.
        yield number, len(all_parts), part.name
        part.ensure_ready()
