"""What capabilities say that a server does by itself, in modules that are found by their name."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from games.live.regular_work import RegularWork, Removal

GAMES = Path(__file__).parents[1]


def regular_work() -> Iterator[RegularWork]:
    """Yield all that is to be done again and again."""
    for module in _modules():
        yield from getattr(module, "WORK", ())


def removals() -> list[Removal]:
    """Return all that is to be removed, in order."""
    found = [one for module in _modules() for one in getattr(module, "REMOVALS", ())]
    return sorted(found, key=lambda removal: removal.is_last)


def _modules() -> Iterator[ModuleType]:
    for path in sorted(GAMES.glob("*/*/upkeep.py")):
        way = path.relative_to(GAMES.parent).with_suffix("").parts
        yield import_module(".".join(way))
