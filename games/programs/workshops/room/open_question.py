"""A question to a client's program that has not been answered yet."""

from __future__ import annotations

import asyncio

from games.core.errors import GameError
from games.core.rules import Cell
from games.programs.workshops.room.states import parse_position


class OpenQuestion:
    """What a client's program is asked; the answer is a cell, or a GameError."""

    def __init__(self, uid: str, loop: asyncio.AbstractEventLoop) -> None:
        self.uid = uid
        self.answer: asyncio.Future[Cell] = loop.create_future()

    def take(self, position: object) -> None:
        try:
            cell = parse_position(position)
        except GameError as refused:
            self.fail(refused)
        else:
            if not self.answer.done():
                self.answer.set_result(cell)

    def fail(self, error: GameError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()  # perhaps nobody waits for it
