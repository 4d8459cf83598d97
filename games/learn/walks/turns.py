"""What a walk shows of a turn, in the form in which it is kept for the next visitor."""

from __future__ import annotations

import msgspec

from games.core.rules import Cell


class FirstAnswer(msgspec.Struct, frozen=True):
    """An answer to X's first move: O's replies to X's next move, *answered* of *required*.

    Without a stored proof *required* is 0.
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

    *marks* has the replies that X answers one by one, each with the number of marks that X then
    needs at most (None: not counted). *elsewhere* is that number for any other reply that is not
    *open*, that is, not proven.
    """

    moves: tuple[Cell, ...]
    is_over: bool = False
    most: int | None = None  # marks that X needs from here
    marks: dict[Cell, int | None] = {}
    elsewhere: int | None = None
    open: frozenset[Cell] = frozenset()
    refused: Cell | None = None  # a reply that was asked for, but is open: the walk ends before it
    answers: tuple[FirstAnswer, ...] = ()  # at the start only
    positions: int | None = None  # that were replayed to verify the proof, after X's second move
