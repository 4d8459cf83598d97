"""What a walk shows of a turn: values that are kept from one visitor to the next."""

from __future__ import annotations

import msgspec

from games.core.rules import Cell


class FirstAnswer(msgspec.Struct, frozen=True):
    """What is proven of an answer to the first move: so many of the *required* replies to X's next
    move are *answered*. Without a file none is required yet.
    """

    cells: tuple[Cell, ...]  # the answer and its images
    answered: int
    required: int
    most: int | None = None  # marks that X still needs after it, if that was counted

    @property
    def is_whole(self) -> bool:
        return 0 < self.required == self.answered


class WalkedTurn(msgspec.Struct, frozen=True):
    """A turn of O's, after X's answer to the moves before.

    *marks* are the replies of O's that X answers one by one, *elsewhere* is any other that is not
    *open*: each with how many marks X then needs at most, if that is known.
    """

    moves: tuple[Cell, ...]
    is_over: bool = False
    most: int | None = None  # marks that X needs from here
    marks: dict[Cell, int | None] = {}
    elsewhere: int | None = None
    open: frozenset[Cell] = frozenset()
    refused: Cell | None = None  # a move of O's that is open, where the walk ends
    answers: tuple[FirstAnswer, ...] = ()  # at the start
    positions: int | None = None  # that were replayed to verify the proof, after X's second move
