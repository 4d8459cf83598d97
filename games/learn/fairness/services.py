"""Tries in idle time to prove first cells that are open, each time for longer."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Limits
from games.engine.openings.first_cells import FirstCell, distinct_cells, first_cells, note_proof
from games.learn.fairness.queries import MAX_CELLS, learn_from_store, unsettled_boards
from games.learn.proofs import store
from games.live.storage import database
from games.live.workers import thinking
from games.models import FirstCellProof, Lock

LOCK = "idle proofs"
MIN_SECONDS, MAX_SECONDS = 4, 512  # of an attempt; the next at the same cell takes twice as long
GRACE = timedelta(seconds=60)  # beyond an attempt's time, until its process is taken for dead


@dataclass(frozen=True, slots=True)
class ProofAttempt:
    """An attempt to prove what a first cell is worth, in *seconds* at most."""

    ruleset: Ruleset
    cell: Cell
    seconds: int


async def learn_what_is_proven() -> None:
    """Read into this process what others have proven of first cells. Raises Unavailable."""
    await database.run(_learn)


def _learn() -> None:
    learn_from_store(unsettled_boards())


async def prove_on() -> FirstCell | None:
    """Make one attempt, unless the engine is busy or another process makes one.

    Return what was found, which need not be a proof; None if nothing was tried. Raises Unavailable.
    """
    attempt = await database.run(claim, now=timezone.now())
    if attempt is None:
        return None
    found = await thinking.think_idly(partial(_search, attempt))
    await database.run(record, attempt, found)
    return found[0] if found else None


def claim(*, now: datetime) -> ProofAttempt | None:
    """Claim the cell that was tried least; None if all were tried enough, or if one is claimed."""
    with transaction.atomic():
        Lock.hold(LOCK)
        if FirstCellProof.objects.filter(until__gt=now).exists():
            return None
        rows = FirstCellProof.objects.values_list("m", "n", "k", "cell", "seconds")
        tried = {(Ruleset(m, n, k), cell): seconds for m, n, k, cell, seconds in rows}
        choices = [(tried.get(place, 0), place[0].cells, place) for place in _open_cells()]
        seconds, _, (ruleset, cell) = min(choices, default=(MAX_SECONDS, 0, (None, 0)))
        if ruleset is None or seconds >= MAX_SECONDS:
            return None
        attempt = ProofAttempt(ruleset, cell, max(MIN_SECONDS, 2 * seconds))
        until = now + timedelta(seconds=attempt.seconds) + GRACE
        FirstCellProof.objects.update_or_create(**_place(attempt), defaults={"until": until})
    return attempt


def record(attempt: ProofAttempt, found: tuple[FirstCell, bool] | None) -> None:
    """Keep what an attempt *found*, and whether it was not stopped; None if it was not made."""
    row = FirstCellProof.objects.filter(**_place(attempt))
    if found is None:
        row.update(until=None)
        return
    first, is_whole = found
    row.update(until=None, nodes=F("nodes") + first.nodes)
    # An attempt that was stopped is made again with the same time.
    if is_whole:
        row.update(seconds=attempt.seconds)
    if first.proven:
        after = Position(attempt.ruleset).play(attempt.cell)
        store.keep(after, first.proven.after_move(), first.nodes)
        # Only the first proof is a find, though another process may find it, too.
        row.filter(value=None).update(value=first.proven.value, found_at=timezone.now())
        note_proof(attempt.ruleset, attempt.cell, first)


def _search(attempt: ProofAttempt, stop: threading.Event) -> tuple[FirstCell, bool]:
    from games.engine.openings.first_proofs import prove_first_cell  # loads the compiler

    limits = Limits(seconds=attempt.seconds, stop=stop)
    return prove_first_cell(attempt.ruleset, attempt.cell, limits), not stop.is_set()


def _open_cells() -> list[tuple[Ruleset, Cell]]:
    return [
        (board, cell)
        for board in unsettled_boards()
        if board.cells <= MAX_CELLS
        for known in (first_cells(board),)
        for cell in distinct_cells(board)
        if known[cell].proven is None
    ]


def _place(attempt: ProofAttempt) -> dict[str, Any]:
    ruleset = attempt.ruleset
    return {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k, "cell": attempt.cell}
