"""What a server proves by itself, and how it learns what other processes have proven."""

from __future__ import annotations

from django.conf import settings

from games.learn.fairness.services import learn_what_is_proven, prove_on
from games.live.regular_work import RegularWork


async def prove_if_idle() -> None:
    """Try to prove an open first cell, if the setting IDLE_PROOFS allows it."""
    if settings.IDLE_PROOFS:
        await prove_on()


WORK = (
    RegularWork(learn_what_is_proven, seconds=300.0),
    RegularWork(prove_if_idle, seconds=60.0),
)
