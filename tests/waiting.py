"""Waiting in tests for what happens soon, however busy the machine is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object]) -> None:
    """Return once the condition holds. Raises TimeoutError after half a minute."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.001)
