"""Lines of play against a player: what is asked, what is found, and all that a walk keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from msgspec import Struct, field

from games.core.rules import Cell, Ruleset

Line = tuple[Cell, ...]

MAX_QUESTIONS = 1_000_000


class WalkVerdict(StrEnum):
    """What a walk has shown of a player."""

    PROVEN = "proven"  # every line was played, none shows a fault, and the answers are certain
    UNBEATEN = "unbeaten"  # the same, but not every question was asked twice
    REFUTED = "refuted"  # a line shows a fault
    NOT_REFUTED = "not_refuted"  # some lines were played, and none shows a fault
    BY_CHANCE = "by_chance"  # one question had two answers


class LineQuestion(Struct, frozen=True, gc=False):
    """The question what the player does after *moves* of both sides."""

    id: int
    moves: Line


class Slip(Struct, frozen=True, gc=False, array_like=True):
    """A move, the last of *moves*, after which the position is worth less to the player."""

    moves: Line
    before: int
    after: int


class ReachedPosition(Struct, frozen=True, gc=False, array_like=True):
    """A position in which the player moves: *moves* lead to it, as one of so many *lines*.

    *danger* is only worked out where a walk narrows.
    """

    moves: Line
    lines: int
    danger: int = 0
    slip: Slip | None = None  # the first on the way to it


class End(Struct, frozen=True, gc=False, array_like=True):
    """An end of *moves* and of all *lines* that only order them otherwise.

    *result* is 1, 0 or -1 for the player.
    """

    moves: Line
    lines: int
    result: int


class AnswerConflict(Struct, frozen=True, gc=False, array_like=True):
    """Two answers to the same question."""

    moves: Line
    cells: tuple[Cell, Cell]


class WalkState(Struct):
    """All that a walk knows. The ids of questions count on from ply to ply."""

    ruleset: Ruleset
    is_first: bool
    seed: int = 0
    share_asked_twice: float = 0.0
    most_questions: int = MAX_QUESTIONS
    narrows: bool = False
    is_exhaustive: bool = True
    is_seat_lost: bool = False  # whatever one plays, as far as a judge knew

    layer: list[ReachedPosition] = field(default_factory=list)  # of the ply that is asked
    again: list[int] = field(default_factory=list)  # places in the layer that are asked once more
    answers: list[Cell | None] = field(default_factory=list)  # to the layer, then to `again`
    first_id: int = 0  # of the layer's first question
    next_id: int = 0  # questions with smaller ids were handed out
    following: list[ReachedPosition] = field(default_factory=list)  # the next layer so far

    asked: int = 0  # positions that were answered
    asked_twice: int = 0  # positions that were answered at least twice
    difference: AnswerConflict | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    loss: Line | None = None
    slip_of_loss: Slip | None = None  # where that game went wrong, if a judge knew
    slips: list[Slip] = field(default_factory=list)
    slips_found: int = 0
    ends: list[End] = field(default_factory=list)
    ends_kept: int = 0  # lines that end in `ends`


@dataclass(frozen=True, slots=True)
class LinesOfPlay:
    """How the lines from a position end for the player, and the shortest loss and slip."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    shortest_loss: Line | None = None  # the moves of both sides to the end
    shortest_slip: Line | None = None  # the moves of both sides, the slip the last

    @property
    def number(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def never_loses(self) -> bool:
        return not self.lost

    @property
    def never_slips(self) -> bool:
        """Whether no move made things worse, as far as a judge knew."""
        return self.shortest_slip is None

    def and_also(self, other: LinesOfPlay) -> LinesOfPlay:
        """Return these lines together with those of another seed."""
        return LinesOfPlay(
            self.won + other.won,
            self.drawn + other.drawn,
            self.lost + other.lost,
            _shorter(self.shortest_loss, other.shortest_loss),
            _shorter(self.shortest_slip, other.shortest_slip),
        )


def _shorter(line: Line | None, other: Line | None) -> Line | None:
    if line is None or other is None:
        return other if line is None else line
    return min(line, other, key=len)
