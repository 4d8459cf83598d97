"""A run as its page shows it: the wall, the game that shows a fault, and the figures.

The wall has a small picture of the final position for each line of play that has ended.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.board import drawing
from games.board.drawing import UNIT
from games.board.plain import PlainBoard
from games.board.shapes import is_by_hand
from games.board.tags import USUAL
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Position, Ruleset
from games.engine.arena.conformance import MAX_CELLS_BY_TABLE, judge_of
from games.engine.arena.lines import End, Slip
from games.engine.arena.walk import Walk
from games.engine.explanation.story import can_explain
from games.learn.positions.addresses import PositionAddress
from games.models import LabRun
from games.programs.lab import wording
from games.protocol.messages import MarkLook

MAX_MARKS = 5_000  # on the wall; 3×3 needs up to 3,000: a page of 128 KB, 7 KB compressed
LOOKS: dict[str, MarkLook] = dict(zip(Mark, USUAL, strict=True))


@dataclass(frozen=True, slots=True)
class FinalPicture:
    """The final position of one line of play or of several."""

    number: int
    band: str
    x: str
    o: str


@dataclass(frozen=True, slots=True)
class WallLine:
    """A line on the wall: the number of its picture, and whether the program has lost it."""

    picture: int
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """The lines that a page has room for, each as its final position, shortest first."""

    view: str
    grid: str
    pictures: Sequence[FinalPicture]
    lines: Sequence[WallLine]
    left_out: int  # lines that are not drawn
    needs_room: bool  # as boards of many cells do


def wall_of(run: LabRun, ends: Sequence[End]) -> Wall:
    """Return the wall of *ends*; each position is drawn once, however many lines end in it.

    The longest lines are left out if the positions have more than MAX_MARKS marks in all.
    """
    pictures, lines = dict[tuple[frozenset[Cell], ...], FinalPicture](), list[WallLine]()
    marks = 0
    for end in sorted(ends, key=lambda end: len(end.moves)):
        key = frozenset(end.moves[::2]), frozenset(end.moves[1::2])
        if key not in pictures:
            marks += len(end.moves)
            if marks > MAX_MARKS:
                break
            pictures[key] = _picture(run.ruleset, len(pictures), *key)
        lines += [WallLine(pictures[key].number, end.result < 0)] * end.lines
    return Wall(
        drawing.thumbnail_view(run.ruleset),
        drawing.thumbnail_lines(run.ruleset),
        list(pictures.values()),
        lines,
        left_out=run.lines - len(lines),
        needs_room=not is_by_hand(run.ruleset),
    )


def _picture(
    ruleset: Ruleset, number: int, x: Collection[Cell], o: Collection[Cell]
) -> FinalPicture:
    return FinalPicture(
        number,
        band=drawing.band(ruleset, [*x]) + drawing.band(ruleset, [*o]),
        x=drawing.ruled_marks_on(ruleset, Mark.X, sorted(x)),
        o=drawing.ruled_marks_on(ruleset, Mark.O, sorted(o)),
    )


@dataclass(frozen=True, slots=True)
class FaultFrame:
    """One position of the game that is shown."""

    ply: int
    name: str
    moves: tuple[Cell, ...]
    is_slip: bool


@dataclass(frozen=True, slots=True)
class Box:
    """The top left corner of a cell of the large board, in the units of its drawing."""

    x: int
    y: int


@dataclass(frozen=True)
class FaultGame:
    """The game that shows a fault, and the position of it that is looked at."""

    run: LabRun
    moves: tuple[Cell, ...]
    slip: Slip | None
    ply: int

    @property
    def frames(self) -> list[FaultFrame]:
        slip_at = len(self.slip.moves) if self.slip else 0
        return [
            FaultFrame(
                ply,
                cell_name(self.run.ruleset, self.moves[ply - 1]),
                self.moves[:ply],
                ply == slip_at,
            )
            for ply in range(1, len(self.moves) + 1)
        ]

    @property
    def shown_moves(self) -> tuple[Cell, ...]:
        return self.moves[: self.ply]

    @property
    def board(self) -> PlainBoard:
        # The marks of whoever moved last: nobody else can have completed a line.
        mask = sum(1 << cell for cell in self.shown_moves[::-2])
        line = Position(self.run.ruleset, opposing=mask).winning_line()
        return PlainBoard(self.run.ruleset, Mark.X, self.shown_moves, LOOKS, line)

    @property
    def is_open(self) -> bool:
        """Whether the game goes on from the position that is looked at."""
        return not Position.after(self.run.ruleset, self.shown_moves).is_over

    @property
    def place(self) -> PositionAddress:
        """The position that is looked at, for the pages about positions."""
        return PositionAddress(self.run.ruleset, self.shown_moves)

    @property
    def explain_path(self) -> str:
        """The path of the page that shows the search; "" if the board is too large for one."""
        if not can_explain(self.run.ruleset):
            return ""
        return PositionAddress(self.run.ruleset, self.moves).explain_path_at(self.ply)

    @property
    def marked(self) -> Box | None:
        """The slip, once it has been made."""
        if self.slip is None or self.ply < len(self.slip.moves):
            return None
        return self._box(self.slip.moves[-1])

    @property
    def hints(self) -> list[Box]:
        """The moves that would have been right, where the slip is looked at."""
        if self.slip is None or self.ply != len(self.slip.moves):
            return []
        return [self._box(cell) for cell in self.holding]

    @cached_property
    def holding(self) -> list[Cell]:
        """The moves that keep what the slip gives away; none on boards too large to know."""
        ruleset = self.run.ruleset
        if self.slip is None or ruleset.cells > MAX_CELLS_BY_TABLE:
            return []
        judge = judge_of(ruleset)
        before = Position.after(ruleset, self.slip.moves[:-1])
        worths = {cell: judge(before.play(cell)) for cell in before.legal_moves()}
        return [cell for cell, worth in worths.items() if worth == -self.slip.before]

    @property
    def title(self) -> str:
        return wording.slip_text(self.run, self.slip.moves, self.slip.before) if self.slip else ""

    @property
    def text(self) -> str:
        if self.slip is None or not self.holding:
            return ""
        return wording.holding_text(self.run.ruleset, self.holding, self.slip.before)

    def _box(self, cell: Cell) -> Box:
        row, column = divmod(cell, self.run.m)
        return Box(column * UNIT, row * UNIT)


def fault_game_of(run: LabRun, slips: Sequence[Slip], ply: int | None) -> FaultGame | None:
    """Return the lost game, or the game up to a slip; None if there is neither.

    It is opened at *ply*. Without one it is opened at its slip or, if none is known, at its end.
    """
    moves = run.refutation or run.slip
    if not moves:
        return None
    slip = next((slip for slip in slips if slip.moves == moves[: len(slip.moves)]), None)
    start = len(slip.moves) if slip else len(moves)
    shown = start if ply is None else max(1, min(ply, len(moves)))
    return FaultGame(run, moves, slip, shown)


@dataclass(frozen=True)
class ShownRun:
    """All that the page of a run is made of."""

    run: LabRun
    ply_asked_for: int | None = None
    walk: Walk = field(init=False)

    def __post_init__(self) -> None:
        # Decoded once for all that needs it. A frozen class sets a field only in this way.
        object.__setattr__(self, "walk", Walk.from_bytes(bytes(self.run.walk)))

    @property
    def heading(self) -> wording.Heading:
        return wording.heading(self.run, self.walk.ply)

    @cached_property
    def wall(self) -> Wall:
        return wall_of(self.run, self.walk.state.ends)

    @cached_property
    def fault_game(self) -> FaultGame | None:
        state = self.walk.state
        slips = [state.slip_of_loss] if state.slip_of_loss else state.slips
        return fault_game_of(self.run, slips, self.ply_asked_for)

    @property
    def plies(self) -> list[tuple[int, str]]:
        """The number of each ply, and whether it is done, asked about now, or neither."""
        now, cells = self.walk.ply, self.run.ruleset.cells
        return [
            (ply + 1, "done" if ply < now else "now" if ply == now else "") for ply in range(cells)
        ]

    @property
    def answers_a_second(self) -> int:
        answers = self.walk.answers_taken
        seconds = (self.run.heard_at - self.run.started_at).total_seconds()
        return round(answers / seconds) if seconds >= 1 else answers

    @property
    def has_two_answers(self) -> bool:
        """Whether the program has answered a question in two different ways."""
        return self.walk.state.difference is not None
