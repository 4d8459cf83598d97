"""A result that does not exist yet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

logger = logging.getLogger(__name__)

R = TypeVar("R")


class Deferred(Generic[R]):
    """The result of a request to a game, once there is one.

    Any number of tasks can await it, and callbacks can be added. Unlike an asyncio.Future it
    calls back at once when it is settled, which saves a turn of the event loop for every move;
    and whoever awaits it and is cancelled cancels nothing.
    """

    __slots__ = ("_callbacks", "_is_settled", "_result", "error")

    def __init__(self) -> None:
        self._callbacks: tuple[Callable[[Deferred[R]], object], ...] = ()
        self._is_settled = False
        self._result: Any = None
        self.error: Exception | None = None

    def result(self) -> R:
        """Return the result; call only once it is settled. Raises the error if it has failed."""
        if self.error:
            raise self.error
        result: R = self._result
        return result

    def settle(self, result: R) -> None:
        """Give *result* to everybody who is waiting."""
        self._result = result
        self._call_back()

    def fail(self, error: Exception) -> None:
        """Give *error* to everybody who is waiting."""
        self.error = error
        self._call_back()

    def on_settled(self, call: Callable[[Deferred[R]], object]) -> None:
        """Call *call* with this once it is settled or has failed, at once if it already has."""
        if self._is_settled:
            call(self)
        else:
            self._callbacks += (call,)

    def __await__(self) -> Generator[Any, None, R]:
        if not self._is_settled:
            # A future for each waiter: cancelling one leaves the others alone.
            woken = asyncio.get_running_loop().create_future()

            def wake(_: Deferred[R]) -> None:
                if not woken.done():
                    woken.set_result(None)

            self.on_settled(wake)
            yield from woken
        return self.result()

    def _call_back(self) -> None:
        self._is_settled = True
        callbacks, self._callbacks = self._callbacks, ()
        for call in callbacks:
            try:
                call(self)
            except Exception:  # one that fails must not keep the others from hearing
                logger.exception("a result could not be told")
