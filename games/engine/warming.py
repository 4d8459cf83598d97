"""Compiling the kernels of the players before they are needed: a minute once, then under a second.

Each part of the engine is used once, on a small board. What is compiled is kept on disk, and a
process that finds it there only loads it. The kernels of `search.full_table` are in no part.
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
        # Yielded beforehand, so that the part that is named is the one being compiled.
        yield number, len(all_parts), part.name
        part.ensure_ready()
