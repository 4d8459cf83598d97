"""The one place where proven values of positions are kept: under one key for all their images.

A better proof replaces a weaker one and never the reverse, even if two are written at once.
Proofs of an older version of the engine are not believed, and any new one replaces them.
The engine comes with proofs about first marks, which are read as if they were kept here.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.core.rules import Cell, Position, Ruleset, cells_of
from games.core.symmetry import key_of, keys_after
from games.engine.openings.first_cells import first_cells
from games.engine.search.value import PROOF_VERSION, Proven, Value
from games.models import PositionValue

logger = logging.getLogger(__name__)

KEYS_AT_ONCE = 500  # in one query; SQLite has a limit
MAX_ROWS = 1_000_000  # the newest, which are all kept; some 200 MB with the index
NODES_WORTH_KEEPING = 5_000_000  # several times what the search for a page can look at
REMOVED_AT_ONCE = 5_000


def values_of(positions: Iterable[Position]) -> dict[Position, Proven]:
    """Return what is known about each of *positions*, which may be of different boards.

    What is not proven is missing. A game that is over is proven by its rules.
    """
    found: dict[Position, Proven] = {}
    asked: dict[Ruleset, dict[bytes, list[Position]]] = defaultdict(lambda: defaultdict(list))
    for position in positions:
        if position.is_over:
            found[position] = _at_end(position)
        else:
            asked[position.ruleset][key_of(position)].append(position)
    for ruleset, places in asked.items():
        for key, proven in _load_proven(ruleset, list(places)).items():
            found.update(dict.fromkeys(places[key], proven))
    for position in (
        each for places in asked.values() for same in places.values() for each in same
    ):
        first = _after_first_mark(position)
        if first and _is_more(first, found.get(position)):
            found[position] = first
    return found


def value_of(position: Position) -> Proven | None:
    """Return what is known about *position*, if anything."""
    return values_of([position]).get(position)


def moves_of(position: Position) -> tuple[Proven | None, dict[Cell, Proven]]:
    """Return what is known about *position*, which is not over, and about each of its moves.

    A move's worth is seen by the side that makes it, and counted from before it. One query.
    """
    own, after = key_of(position), keys_after(position)
    ends = {cell: _at_end(follows) for cell in after if (follows := position.marked(cell)).is_over}
    known = _load_proven(
        position.ruleset, {own, *(key for cell, key in after.items() if cell not in ends)}
    )
    worths = {cell: ends.get(cell) or known.get(key) for cell, key in after.items()}
    moves = {cell: proven.before_move() for cell, proven in worths.items() if proven is not None}
    return known.get(own), moves | _better_first_marks(position, moves)


def keep(position: Position, proven: Proven, nodes: int) -> None:
    """Keep what a search that looked at so many *nodes* has proven, unless more is known."""
    keep_all({position: proven}, nodes)


def keep_all(proofs: Mapping[Position, Proven], nodes: int) -> None:
    """Keep what one search has proven of several positions, unless more is known."""
    by_ruleset: dict[Ruleset, dict[bytes, Proven]] = defaultdict(dict)
    for position, proven in proofs.items():
        if not position.is_over:
            by_ruleset[position.ruleset][key_of(position)] = proven
    for ruleset, by_key in by_ruleset.items():
        _keep(ruleset, by_key, nodes)


def remove_surplus() -> int:
    """Remove some of the proofs older than the newest MAX_ROWS; return how many.

    Only proofs that a search finds again in a second are removed.
    """
    newest = PositionValue.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    cheap = PositionValue.objects.filter(
        pk__lte=newest - MAX_ROWS, nodes__lt=NODES_WORTH_KEEPING
    ).order_by("pk")
    old = list(cheap.values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    return PositionValue.objects.filter(pk__in=old).delete()[0]


def _at_end(position: Position) -> Proven:
    return Proven(Value.LOSS, 0) if position.is_won else Proven(Value.DRAW)


def _after_first_mark(position: Position) -> Proven | None:
    """Return what the engine comes with about *position*, if that has one mark."""
    if position.ply != 1:
        return None
    first = first_cells(position.ruleset)[cells_of(position.opposing)[0]]
    return first.proven.after_move() if first.proven else None


def _better_first_marks(position: Position, moves: Mapping[Cell, Proven]) -> dict[Cell, Proven]:
    """Return what the engine comes with about first marks, where that says more than *moves*."""
    if position.ply:
        return {}
    firsts = ((cell, first.proven) for cell, first in enumerate(first_cells(position.ruleset)))
    return {cell: proven for cell, proven in firsts if proven and _is_more(proven, moves.get(cell))}


def _is_more(proven: Proven, known: Proven | None) -> bool:
    return known is None or proven.says_more_than(known)


def _rows(ruleset: Ruleset, keys: Sequence[bytes]) -> QuerySet[PositionValue]:
    return PositionValue.objects.filter(m=ruleset.m, n=ruleset.n, k=ruleset.k, key__in=keys)


def _load_proven(ruleset: Ruleset, keys: Iterable[bytes]) -> dict[bytes, Proven]:
    found, left = {}, list(keys)
    for start in range(0, len(left), KEYS_AT_ONCE):
        rows = _rows(ruleset, left[start : start + KEYS_AT_ONCE])
        believed = rows.filter(version__gte=PROOF_VERSION)
        for key, value, plies, within in believed.values_list("key", "value", "plies", "within"):
            found[bytes(key)] = Proven(Value(value), plies, within)
    return found


def _keep(ruleset: Ruleset, by_key: Mapping[bytes, Proven], nodes: int) -> None:
    known = _load_proven(ruleset, by_key)
    columns = {key: _columns(proven, nodes) for key, proven in by_key.items()}
    if missing := sorted(by_key.keys() - known.keys()):  # in one order for all: no deadlock
        PositionValue.objects.bulk_create(
            [
                PositionValue(m=ruleset.m, n=ruleset.n, k=ruleset.k, key=key, **columns[key])
                for key in missing
            ],
            ignore_conflicts=True,
            batch_size=KEYS_AT_ONCE,
        )
        known |= _load_proven(ruleset, missing)
    for key, proven in by_key.items():
        # A key that is still not known has a row of an older version.
        if key not in known or _is_better(ruleset, key, proven, known[key]):
            _rows(ruleset, [key]).filter(_weaker_than(proven)).update(**columns[key])


def _is_better(ruleset: Ruleset, key: bytes, proven: Proven, known: Proven) -> bool:
    if proven.value is not known.value:
        logger.error(
            "two proofs contradict each other",
            extra={"board": str(ruleset), "key": key.hex(), "proofs": [str(proven), str(known)]},
        )
        return False
    return proven.says_more_than(known)


def _weaker_than(proven: Proven) -> Q:
    """Return a condition on the rows that *proven* may replace.

    It is part of the update, because a row may have changed since it was read.
    """
    older, same = Q(version__lt=PROOF_VERSION), Q(version=PROOF_VERSION, value=proven.value)
    if proven.value is Value.DRAW:
        return older
    if proven.plies is not None:
        return older | same & Q(plies=None)
    if proven.within is not None:
        return older | same & Q(plies=None) & (Q(within=None) | Q(within__gt=proven.within))
    return older


def _columns(proven: Proven, nodes: int) -> dict[str, Any]:
    return {
        "value": int(proven.value),
        "plies": proven.plies,
        "within": None if proven.plies is not None else proven.within,
        "nodes": nodes,
        "version": PROOF_VERSION,
        "found_at": timezone.now(),
    }
