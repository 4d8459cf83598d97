"""One at a time: a lock of one event loop that can also be taken without waiting."""

from __future__ import annotations

import asyncio


class Turnstile:
    """Lets one caller in; the others wait in the order in which they came.

    Unlike asyncio.Lock it can be taken by a plain function that found it free and left by
    another, so that a step that need not wait for anybody takes no task.
    """

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def is_free(self) -> bool:
        return not self._is_taken

    def take(self) -> None:
        """Go in. Only while it is free."""
        assert not self._is_taken
        self._is_taken = True

    def leave(self) -> None:
        """Let the next one in."""
        while self._waiting:
            first = self._waiting.pop(0)
            if not first.done():  # the others went away while they waited
                first.set_result(None)
                return
        self._is_taken = False

    async def __aenter__(self) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        called = asyncio.get_running_loop().create_future()
        self._waiting.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called and cancelled at once
                self.leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.leave()
