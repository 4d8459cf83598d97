"""Checks a stored game against its own moves and its own log.

What must hold: the plies are 0..n-1 without a gap; each ply and each cell occurs once; players who
had a seat moved by turns, except in the moves of a `setup`; the stored result is what the moves
lead to; nothing follows the end; and every version is a line of the log or a move.

It works on the rows that it is given, reads nothing else, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.events import Offering, Outcome, Termination
from games.core.match_state import result_by_the_rules
from games.core.rules import Mark, Position
from games.models import Event, Game, Move

BY_THE_BOARD = {Termination.LINE, Termination.FULL}
# The outcomes that a game can have with each termination the board does not decide.
OUTCOMES = {
    Termination.NONE: {""},
    Termination.RESIGNATION: {"x", "o"},
    Termination.TIME: {"x", "o"},
    Termination.AGREEMENT: {"draw"},
    Termination.DEAD: {"draw"},
    Termination.ADJUDICATION: {"x", "o", "draw"},
    Termination.ABANDONED: {"x", "o"},
    Termination.ABORT: {""},
    Termination.CANCELLED: {""},
    Termination.DECLINED: {""},
    Termination.ANNULLED: {""},
}
BY_THE_STAFF = {Termination.ADJUDICATION, Termination.ANNULLED}
AFTER_THE_END = {
    Event.Kind.ADJUDICATED,
    Event.Kind.CONTINUED,
    Event.Kind.FLAGGED,
    Event.Kind.OFFERED,
    Event.Kind.OFFER_DECLINED,
    Event.Kind.RESEATED,
}
REMATCHES = {what.value for what in Offering if what.is_rematch}


@dataclass(frozen=True, slots=True)
class GameFault:
    """One thing that does not hold: a stable *code*, and what was found."""

    code: str
    found: str

    def __str__(self) -> str:
        return f"{self.code} ({self.found})"


def faults_of(game: Game, moves: Sequence[Move], events: Sequence[Event]) -> list[GameFault]:
    """Return all that is wrong with *game*, given its moves by ply and its log by version."""
    try:
        position = Position(game.ruleset)
        parse_time_control(game.control)
    except GameError as error:
        return [GameFault(error.code, f"{game.m},{game.n},{game.k} {game.control}")]
    return [
        *_faults_of_plies(game, moves),
        *_faults_of_movers(game, moves),
        *_faults_of_columns(game),
        *_faults_of_play(game, moves, position),
        *_faults_of_versions(game, events),
        *_faults_of_log(game, moves, events),
    ]


def _faults_of_plies(game: Game, moves: Sequence[Move]) -> Iterator[GameFault]:
    plies = [move.ply for move in moves]
    if plies != list(range(len(plies))):
        code = "ply_twice" if len(set(plies)) < len(plies) else "ply_gap"
        yield GameFault(code, f"plies {_listed(plies)}")
    cells = [move.cell for move in moves]
    if len(set(cells)) < len(cells):
        yield GameFault("cell_twice", f"cells {_listed(cells)}")
    if game.ply != len(moves):
        yield GameFault("wrong_ply", f"ply {game.ply} with {len(moves)} moves")


def _faults_of_movers(game: Game, moves: Sequence[Move]) -> Iterator[GameFault]:
    for move in moves[game.setup :]:
        mark = Mark(game.first).at(move.ply)
        if game.swapped and move.ply == 0:
            mark = mark.other  # whoever drew the first mark gave it away
        if move.player_id != getattr(game, f"{mark}_player_id"):
            # One is enough: where sides are mixed up once, all that follow are wrong too.
            yield GameFault("wrong_mover", f"ply {move.ply} by user {move.player_id}")
            return


def _faults_of_columns(game: Game) -> Iterator[GameFault]:
    """Yield where the columns contradict each other."""
    seated = game.x_player_id is not None and game.o_player_id is not None
    if game.termination:
        status = Game.Status.FINISHED
    else:
        status = Game.Status.ONGOING if seated else Game.Status.OPEN
    if game.status != status:
        yield GameFault("wrong_status", f"{game.status} instead of {status.value}")
    is_offer_over = game.offer_by and game.offer_what not in REMATCHES
    if game.status != Game.Status.ONGOING and (is_offer_over or game.turn_at or game.deadline):
        yield GameFault(
            "goes_on", f"an offer, a turn or a deadline in a game that is {game.status}"
        )


def _faults_of_play(game: Game, moves: Sequence[Move], position: Position) -> Iterator[GameFault]:
    """Yield where the moves break the rules, or lead to another result than is stored."""
    for move in moves:
        if position.is_over:
            yield GameFault("move_after_end", f"ply {move.ply} after the board was decided")
            return
        try:
            position = position.play(move.cell)
        except GameError as error:
            yield GameFault("illegal_move", f"ply {move.ply} on cell {move.cell}: {error.code}")
            return
    if game.ended_at and moves and moves[-1].played_at > game.ended_at:
        yield GameFault("move_after_end", f"ply {moves[-1].ply} after the stored end")
    if not _is_right_result(game, position):
        found = f"{game.outcome or 'no result'} by {game.termination or 'nothing'}"
        yield GameFault("wrong_result", f"{found} after {_board_text(game, position)}")


def _is_right_result(game: Game, position: Position) -> bool:
    termination = game.termination
    if termination in BY_THE_BOARD:
        by_line = termination == Termination.LINE
        return by_line is position.is_won and game.outcome == _by_the_board(game, position)
    # Nobody resigns, or runs out of time, on a board that has decided the game.
    if position.is_over and termination not in BY_THE_STAFF:
        return False
    if termination == Termination.DEAD and not position.is_dead:
        return False
    return termination in OUTCOMES and game.outcome in OUTCOMES[Termination(termination)]


def _by_the_board(game: Game, position: Position) -> Outcome:
    if not position.is_over:
        return Outcome.NONE
    return result_by_the_rules(position, Mark(game.first))


def _board_text(game: Game, position: Position) -> str:
    if not position.is_over:
        return "a board that is not decided"
    return f"a board that says {_by_the_board(game, position).value}"


def _faults_of_versions(game: Game, events: Sequence[Event]) -> Iterator[GameFault]:
    versions = [event.version for event in events]
    if versions != sorted(set(versions)) or versions[:1] != [0]:
        yield GameFault("version_gap", f"versions {_listed(versions)}")
    # It may be higher: moves after the last line have no line of their own.
    if versions and game.version < versions[-1]:
        yield GameFault("wrong_version", f"version {game.version} with a log up to {versions[-1]}")


def _faults_of_log(
    game: Game, moves: Sequence[Move], events: Sequence[Event]
) -> Iterator[GameFault]:
    """Yield where the log contradicts itself, or what is stored."""
    told = LoggedGame()
    # A log that contradicts itself cannot be compared with the rows.
    try:
        for event in events:
            told.add(event)
        told.move_up_to(game.version)
    except BadLog as error:
        yield GameFault("bad_event", f"version {told.version + 1}: {error}")
        return
    if told.seats != {"x": game.x_player_id, "o": game.o_player_id}:
        yield GameFault("log_differs", f"seats {told.seats}")
    if told.setup != game.setup:
        yield GameFault("log_differs", f"{told.setup} moves given")
    if told.plies != len(moves):
        yield GameFault("log_differs", f"{told.plies} moves")
    if told.end != (game.outcome, game.termination):
        yield GameFault("log_differs", f"end {' by '.join(told.end)}")
    if told.next != game.next_uid:
        yield GameFault("log_differs", f"next game {told.next or 'none'}")
    if told.flagged != game.flagged:
        yield GameFault("log_differs", "flag for review")


class BadLog(Exception):
    """A line of a log that cannot follow the lines before it."""


@dataclass
class LoggedGame:
    """A game as its log tells it, line by line; the versions between the lines are moves."""

    version: int = -1
    seats: dict[str, int | None] = field(default_factory=dict)
    plies: int = 0
    setup: int = 0
    end: tuple[str, str] = ("", "")
    next: str = ""
    flagged: bool = False

    def add(self, event: Event) -> None:
        """Take in *event*. Raises BadLog if it cannot follow, or lacks the data of its kind."""
        self.move_up_to(event.version - 1)
        if self.end[1] and event.kind not in AFTER_THE_END:
            raise BadLog(f"{event.kind} after the end")
        try:
            self._add(event.kind, event.data)
        except (KeyError, TypeError, ValueError) as error:
            raise BadLog(f"{event.kind} without its data") from error
        self.version = event.version

    def move_up_to(self, version: int) -> None:
        """Make the moves that led to *version*. Raises BadLog where nobody can have moved."""
        moves = version - self.version
        if moves > 0 and (self.end[1] or not self.seats or None in self.seats.values()):
            raise BadLog(f"{moves} moves of a game that is not played")
        self.plies += moves
        self.version = version

    def _add(self, kind: str, data: Any) -> None:
        match kind:
            case Event.Kind.CREATED:
                if self.seats:
                    raise BadLog("created twice")
                self.seats = {"x": data["x"], "o": data["o"]}
                self.plies = self.setup = int(data.get("setup", 0))
            case Event.Kind.JOINED:
                self._join(Mark(data["mark"]), data["player"])
            case Event.Kind.RESEATED:
                seats = self.seats.items()
                was, now = data["before"], data["after"]
                self.seats = {mark: now if player == was else player for mark, player in seats}
            case Event.Kind.TAKEN_BACK:
                self._take_back(data["cells"])
            case Event.Kind.SWAPPED:
                self._swap(Mark(data["by"]))
            case Event.Kind.CONTINUED:
                self._continue(data["next"])
            case Event.Kind.ENDED:
                self.end = (data["outcome"], data["termination"])
            case Event.Kind.ADJUDICATED:
                self._adjudicate(_end_of(data["before"]), _end_of(data["after"]))
            case Event.Kind.FLAGGED:
                self.flagged = data["after"]
            case Event.Kind.OFFERED | Event.Kind.OFFER_DECLINED:
                pass
            case Event.Kind.EXTENDED | Event.Kind.TIME_GIVEN:
                pass
            case _:
                raise BadLog(f"no kind of event: {kind}")

    def _join(self, mark: Mark, player: int) -> None:
        if self.seats[mark] is not None:
            raise BadLog(f"the seat of {mark} is taken")
        self.seats[mark] = player

    def _take_back(self, cells: list[int]) -> None:
        if not 0 < len(cells) <= self.plies - self.setup:
            raise BadLog("other moves taken back than were made")
        self.plies -= len(cells)

    def _swap(self, by: Mark) -> None:
        if self.plies != 1:
            raise BadLog(f"swapped by {by} after {self.plies} moves")
        self.seats = {"x": self.seats["o"], "o": self.seats["x"]}

    def _continue(self, following: str) -> None:
        if not self.end[1] or bool(following) is bool(self.next):
            raise BadLog("continued before the end, or twice")
        self.next = following

    def _adjudicate(self, before: tuple[str, str], after: tuple[str, str]) -> None:
        if before != self.end:
            raise BadLog(f"adjudicated from {' by '.join(before)}")
        self.end = after


def _end_of(data: dict[str, str]) -> tuple[str, str]:
    return data["outcome"], data["termination"]


def _listed(numbers: Sequence[int]) -> str:
    """Return the first few of *numbers*: a broken game of 361 moves is still told in one line."""
    shown = ", ".join(str(number) for number in numbers[:12])
    return f"{shown}, …" if len(numbers) > 12 else shown or "none"
