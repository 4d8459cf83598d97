"""A duel as pages and sockets show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.board.looks import Looks
from games.board.plain import PlainBoard
from games.core.clock import Milliseconds
from games.core.notation import cell_name
from games.core.rules import TIC_TAC_TOE, Cell, Mark, Position
from games.core.symmetry import settled_moves
from games.learn.positions.addresses import place_of
from games.learn.puzzles.duel import race
from games.learn.puzzles.duel.services import OPEN_FOR, is_present, runner_of
from games.learn.review.words import cells_text
from games.models import Duel, DuelSeat
from games.protocol.messages import DuelMessage, DuelSeatState
from games.text.game_times import clock_text
from games.text.seat_names import name_of

MILLISECOND = timedelta(milliseconds=1)
State = Duel.State
REASONS: Mapping[str, Promise] = {
    Duel.End.TIME: gettext_lazy("The winner was faster."),
    Duel.End.SOLVED: gettext_lazy("Time was up, and the winner was ahead."),
    Duel.End.LEFT: gettext_lazy("The opponent resigned."),
}
REASONS_OF_DRAWS: Mapping[str, Promise] = {
    Duel.End.TIME: gettext_lazy("Both were equally fast."),
    Duel.End.SOLVED: gettext_lazy("Time was up, and neither was ahead."),
}


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A player; *total* is the time that counts, empty until the duel is over and all is solved."""

    number: int
    name: str
    is_you: bool
    is_here: bool
    solved: int
    wrong: int
    total: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """A position, the right moves there, and the path of the page about it."""

    cells: tuple[Cell, ...]
    caption: str
    path: str


class ShownDuel:
    """What *viewer*, who may be nobody, sees of a duel."""

    ruleset = TIC_TAC_TOE

    def __init__(self, duel: Duel, viewer: User | None, looks: Looks, now: datetime) -> None:
        self.duel, self.now, self._looks = duel, now, looks
        self.seat = duel.seat_of(viewer.pk if viewer else None)
        self.count = len(duel.positions)

    @property
    def state(self) -> str:
        """The duel's state, or "countdown" before the race starts."""
        is_early = self.duel.state == State.GOING and _until_start(self.duel, self.now) > 0
        return "countdown" if is_early else self.duel.state

    @cached_property
    def seats(self) -> list[ShownSeat]:
        return [self._shown_seat(seat) for seat in self.duel.both]

    @property
    def opponent(self) -> ShownSeat | None:
        return next((seat for seat in self.seats if not seat.is_you), None) if self.seat else None

    @property
    def position(self) -> Position | None:
        """What the viewer is to solve now."""
        if self.seat is None or self.state != State.GOING or self.seat.solved >= self.count:
            return None
        return self.duel.position(self.seat.solved)

    @property
    def to_move(self) -> str:
        position = self.position
        return "" if position is None else Mark.X.at(position.ply).upper()

    @property
    def board(self) -> PlainBoard | None:
        position = self.position
        if position is None:
            return None
        moves = settled_moves(position)
        return PlainBoard(TIC_TAC_TOE, Mark.X, moves, self._looks, is_playable=True, has_last=False)

    @property
    def tried(self) -> str:
        """The cells that were wrong here."""
        cells = self.seat.tried if self.seat else []
        return ", ".join(cell_name(TIC_TAC_TOE, cell) for cell in cells)

    @property
    def headline(self) -> str:
        """Who has won."""
        if self.duel.winner is None:
            return _("A draw")
        winner = self.seats[self.duel.winner]
        if winner.is_you:
            return _("You won")
        return _("%(name)s won") % {"name": winner.name}

    @property
    def is_won(self) -> bool:
        return self.seat is not None and self.seat.number == self.duel.winner

    @property
    def reason(self) -> str:
        """Why it ended as it did."""
        reasons = REASONS_OF_DRAWS if self.duel.winner is None else REASONS
        return str(reasons[self.duel.end])

    @property
    def solutions(self) -> list[Solution]:
        """All positions with the right moves, once the duel is over."""
        if self.duel.state != State.OVER:
            return []
        return [_solution(self.duel.position(number)) for number in range(self.count)]

    @property
    def has_rematch(self) -> bool:
        """Whether there is a next duel of the two that is neither called off nor overdue."""
        lapsed = Q(state=State.OPEN, created_at__lt=self.now - OPEN_FOR)
        following = Duel.objects.filter(uid=self.duel.next_uid)
        return following.exclude(Q(state=State.OFF) | lapsed).exists()

    @property
    def own_total(self) -> str:
        """The viewer's time, once all is solved."""
        if self.seat is None or self.seat.finished_ms is None:
            return ""
        return seconds_text(runner_of(self.seat).total(0))

    @property
    def time(self) -> Milliseconds | None:
        """The time so far: for a player their own with its penalties, for others the race's.

        None while there is no race.
        """
        if self.state != State.GOING:
            return None
        elapsed = max(0, -_until_start(self.duel, self.now))
        return runner_of(self.seat).total(elapsed) if self.seat else elapsed

    @property
    def time_text(self) -> str:
        """For example, "1:05"."""
        return "" if self.time is None else clock_text(self.time).main

    @property
    def is_running(self) -> bool:
        """Whether the time goes on: the viewer has not solved all."""
        return self.seat is None or self.seat.finished_ms is None

    @property
    def seconds(self) -> int:
        """The seconds until the race starts, or ends at the latest."""
        return -(-_time_left(self.duel, self.now) // 1000)

    def _shown_seat(self, seat: DuelSeat) -> ShownSeat:
        total = ""
        if self.duel.state == State.OVER and seat.finished_ms is not None:
            total = seconds_text(runner_of(seat).total(0))
        return ShownSeat(
            number=seat.number,
            name=name_of(seat.user) if seat.user else _("Deleted account"),
            is_you=self.seat is not None and seat.pk == self.seat.pk,
            is_here=is_present(seat, self.now),
            solved=seat.solved,
            wrong=seat.wrong,
            total=total,
            is_winner=self.duel.winner == seat.number,
        )


def _solution(position: Position) -> Solution:
    cells = settled_moves(position)
    names = cells_text(tuple(race.right_cells(position)), TIC_TAC_TOE)
    caption = f"{Mark.X.at(position.ply).upper()} {names}"
    return Solution(cells, caption, place_of(position).path)


def message_of(duel: Duel, now: datetime) -> DuelMessage:
    """Return what the sockets of a duel are told."""
    seats = [DuelSeatState(seat.solved, seat.wrong, is_present(seat, now)) for seat in duel.both]
    is_early = duel.state == State.GOING and _until_start(duel, now) > 0
    return DuelMessage("countdown" if is_early else duel.state, seats, _time_left(duel, now))


def seconds_text(ms: Milliseconds) -> str:
    """Return, for example, "48.3 s"."""
    return _("%(seconds)s s") % {"seconds": number_format(round(ms / 1000, 1), 1)}


def _until_start(duel: Duel, now: datetime) -> Milliseconds:
    return (duel.starts_at - now) // MILLISECOND if duel.starts_at else 0


def _time_left(duel: Duel, now: datetime) -> Milliseconds:
    if duel.state != State.GOING:
        return 0
    until = _until_start(duel, now)
    if until > 0:
        return until
    # At least 1, because 0 says that no time runs. The race ends when somebody looks next.
    return max(1, race.deadline_of(*map(runner_of, duel.both)) + until)
