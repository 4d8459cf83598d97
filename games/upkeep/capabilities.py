"""Finds what a server does by itself for the capabilities: all modules called `upkeep.py` name it.

REMOVALS are done each hour, or by `manage.py tidy`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType

from games.live.regular_work import RegularWork, Removal
from games.live.storage.database import log_errors

GAMES = Path(__file__).parents[1]
KINDS = {"WORK": RegularWork, "REMOVALS": Removal}


def regular_work() -> Iterator[RegularWork]:
    """Yield the WORK of all capabilities."""
    for module in _upkeep_modules():
        yield from getattr(module, "WORK", ())


def removals() -> list[Removal]:
    """Return the REMOVALS of all capabilities, in the order in which to do them."""
    found = [one for module in _upkeep_modules() for one in getattr(module, "REMOVALS", ())]
    return sorted(found, key=lambda removal: removal.is_last)


def _upkeep_modules() -> list[ModuleType]:
    """Return the modules called upkeep.

    Raises ImportError if one has neither WORK nor REMOVALS, or not as a tuple of its kind.
    """
    found = modules_called("upkeep")
    for module in found:
        said = {name for name, value in vars(module).items() if _is_upkeep(value)}
        if not said or said - KINDS.keys():
            names = ", ".join(sorted(said)) or "nothing"
            raise ImportError(f"{module.__name__} has to name WORK or REMOVALS, and names {names}")
        for name in said:
            if not all(isinstance(one, KINDS[name]) for one in getattr(module, name)):
                kind = KINDS[name].__name__
                raise ImportError(f"{module.__name__}.{name} has to be a tuple of {kind}")
    return found


def _is_upkeep(value: object) -> bool:
    """Return whether *value* holds work or removals, or is a single one instead of a tuple."""
    kinds = RegularWork | Removal
    return isinstance(value, tuple | list) and (
        isinstance(value, kinds) or any(isinstance(one, kinds) for one in value)
    )


def modules_called(name: str) -> list[ModuleType]:
    """Import and return the modules called *name* of all capabilities, however deep."""
    paths = sorted(GAMES.rglob(f"{name}.py"))
    ways = (path.relative_to(GAMES.parent).with_suffix("").parts for path in paths)
    return [import_module(".".join(way)) for way in ways]


async def remove_what_is_left(*, now: datetime) -> dict[str, int]:
    """Remove all that `removals` finds; return how many there were by the kind's label.

    A kind that fails is logged, is missing in the result, and cannot stop the next. Raises
    Unavailable.
    """
    removed = {}
    for label, some, _ in removals():
        with log_errors("upkeep failed: %s", label):
            removed[str(label)] = await _all(some, now)
    return removed


async def _all(some: Callable[[datetime], Awaitable[int]], now: datetime) -> int:
    count = 0
    while few := await some(now):
        count += few
    return count
