"""One frame for many sockets, of which none holds up the others, nor the moves in this process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

logger = logging.getLogger(__name__)

PUSHED_AT_ONCE = 100  # frames, before moves in this process get their turn


class ArenaListener(Protocol):
    """A socket. `push` never waits."""

    def push(self, frame: str) -> None: ...


async def push_to_all(listeners: Sequence[ArenaListener], frame: str) -> None:
    """Push *frame* to all *listeners*, a part at a time."""
    for start in range(0, len(listeners), PUSHED_AT_ONCE):
        for listener in listeners[start : start + PUSHED_AT_ONCE]:
            push(listener, frame)
        await asyncio.sleep(0)


def push(listener: ArenaListener, frame: str) -> None:
    try:
        listener.push(frame)
    except Exception:
        logger.exception("news of an arena could not be sent")
