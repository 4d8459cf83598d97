"""In idle time first cells are proven, one process at a time, and nobody waits for it."""

import asyncio
import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from games.core.rules import Position, Ruleset
from games.engine.openings import first_cells
from games.engine.openings.first_cells import FirstCell, note_proof
from games.engine.search.value import Proven, Value
from games.learn.fairness import services
from games.learn.fairness.services import ProofAttempt, claim, prove_on, record
from games.learn.proofs import store
from games.live.workers import thinking
from games.models import FirstCellProof, PositionValue

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = Ruleset(4, 3, 3)


@pytest.fixture(autouse=True)
def small_engine(monkeypatch):
    """An engine that knows one small board alone, and of that nothing but what was tried."""
    known = {BOARD: {0: FirstCell(nodes=3)}}
    monkeypatch.setattr(first_cells, "_stored_cells", lambda: known)
    return known


async def test_what_is_open_is_proven_until_nothing_is_left():
    for _ in range(4):
        assert (await prove_on()).proven
    assert await prove_on() is None
    values = [first.value for first in first_cells.first_cells(BOARD)]
    assert [values.count(value) for value in (Value.WIN, Value.LOSS)] == [10, 2]
    assert await PositionValue.objects.acount() == 4
    assert await FirstCellProof.objects.exclude(found_at=None).acount() == 4


def test_the_next_one_is_who_had_the_least_time():
    attempts = []
    for _ in range(5):
        attempts.append(claim(now=timezone.now()))
        record(attempts[-1], (FirstCell(nodes=10), True))
    assert [each.cell for each in attempts] == [0, 1, 4, 5, 0]
    assert [each.seconds for each in attempts] == [4, 4, 4, 4, 8]
    assert FirstCellProof.objects.get(cell=0).nodes == 20


def test_an_attempt_that_was_stopped_is_made_again_as_long():
    first = claim(now=timezone.now())
    record(first, (FirstCell(nodes=10), False))
    assert claim(now=timezone.now()) == first


def test_patience_has_an_end():
    for cell in (0, 1, 4, 5):
        FirstCellProof.objects.create(m=4, n=3, k=3, cell=cell, seconds=services.MAX_SECONDS)
    assert claim(now=timezone.now()) is None


def test_one_process_does_it_unless_it_died():
    now = timezone.now()
    assert claim(now=now)
    assert claim(now=now) is None
    assert claim(now=now + timedelta(seconds=services.MIN_SECONDS) + 2 * services.GRACE)


def test_a_proof_that_is_kept_already_is_not_made_worse():
    after = Position(BOARD).play(0)
    store.keep(after, Proven(Value.LOSS, plies=8), 1)
    record(ProofAttempt(BOARD, 0, 4), (FirstCell(Proven(Value.WIN), 9), True))
    assert store.value_of(after).plies == 8


async def test_a_process_learns_what_another_has_proven():
    await asyncio.to_thread(store.keep, Position(BOARD).play(0), Proven(Value.LOSS, plies=8), 1)
    await services.learn_what_is_proven()
    assert first_cells.first_cells(BOARD)[0].proven == Proven(Value.WIN, plies=9)


async def test_who_needs_the_engine_stops_it():
    began = threading.Event()

    def work(stop):
        began.set()
        return stop.wait(30)

    idle = asyncio.create_task(thinking.think_idly(work))
    await asyncio.to_thread(began.wait, 30)
    assert await thinking.study(lambda seconds: seconds, 1.0) > 0
    assert await idle is True


async def test_it_does_not_begin_while_somebody_needs_the_engine():
    go_on = threading.Event()
    search = asyncio.create_task(thinking.study(lambda _: go_on.wait(30), 1.0))
    await asyncio.sleep(0)
    try:
        assert await thinking.think_idly(lambda stop: True) is None
        assert await prove_on() is None
    finally:
        go_on.set()
        await search
    assert not await FirstCellProof.objects.filter(until__isnull=False).aexists()


def test_what_is_learnt_leaves_what_is_known():
    note_proof(BOARD, 0, FirstCell(Proven(Value.WIN, plies=9)))
    note_proof(BOARD, 0, FirstCell(Proven(Value.WIN)))
    assert first_cells.first_cells(BOARD)[0].is_exact
