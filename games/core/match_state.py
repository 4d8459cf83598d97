"""How a game between two seats stands: its rules, seats, moves, clock and end, and what follows."""

from __future__ import annotations

from games.core.clock import SECOND, Clock, Milliseconds
from games.core.errors import GameError
from games.core.events import Offer, Offering, Outcome, PlayerId, Status, Termination, TimedMove
from games.core.rules import Cell, Mark, Position, Ruleset
from games.core.values import FrozenStruct

# A game from the lobby is called off if a player is away for so long before both have moved.
COME_WITHIN: Milliseconds = 20 * SECOND
DEFAULT_TAKEBACKS = 3  # for each player, unless a game's terms say otherwise


class MatchState(FrozenStruct, frozen=True):
    """One game: its rules, its seats, its moves so far, its clock and its end.

    `takebacks` is how many each player has in all, `x_taken_back` and `o_taken_back` how many
    are used up. With `swap` the second player may take over the first mark instead of answering
    it. The first `setup` of the moves were given, not played: the game begins from the position
    after them. A `bound` game is part of a round and cannot be aborted.
    """

    position: Position
    first: Mark
    clock: Clock
    x_player: PlayerId | None = None
    o_player: PlayerId | None = None
    takebacks: int = DEFAULT_TAKEBACKS
    swap: bool = False
    setup: int = 0
    bound: bool = False
    moves: tuple[TimedMove, ...] = ()
    offer: Offer | None = None
    x_taken_back: int = 0
    o_taken_back: int = 0
    swapped: bool = False
    outcome: Outcome = Outcome.NONE
    termination: Termination = Termination.NONE
    next: str = ""  # the uid of the game that follows
    version: int = 0
    started_at: Milliseconds = 0
    ended_at: Milliseconds = 0
    flagged: bool = False

    @property
    def ruleset(self) -> Ruleset:
        return self.position.ruleset

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def status(self) -> Status:
        if self.termination:
            return Status.FINISHED
        if self.x_player is None or self.o_player is None:
            return Status.OPEN
        return Status.ONGOING

    @property
    def turn(self) -> Mark | None:
        """The mark to move; None unless the game is ongoing."""
        return self.mark_at(self.ply) if self.status is Status.ONGOING else None

    @property
    def winning_line(self) -> tuple[Cell, ...]:
        return self.position.winning_line()

    @property
    def both_have_moved(self) -> bool:
        return self.ply - self.setup >= 2

    @property
    def can_be_aborted(self) -> bool:
        """Whether players can still abort: not both have moved, and the game is not `bound`."""
        return self.status is Status.ONGOING and not (self.both_have_moved or self.bound)

    def mark_at(self, ply: int) -> Mark:
        """Return the mark that move number *ply* makes, counted from 0."""
        return self.first.at(ply)

    def player(self, mark: Mark) -> PlayerId | None:
        return self.x_player if mark is Mark.X else self.o_player

    def mover(self, ply: int) -> PlayerId | None:
        """Return who made move number *ply*, also if their mark has changed hands since."""
        mark = self.mark_at(ply)
        return self.player(mark.other if self.swapped and ply == 0 else mark)

    def ply_of(self, id: str) -> int | None:
        """Return the number of the move that was sent with *id*; None if none was."""
        return next((ply for ply, played in enumerate(self.moves) if played.id == id), None)

    def marks_of(self, player: PlayerId | None) -> tuple[Mark, ...]:
        """Return the seats of *player*: none, one, or both on a shared device."""
        if player is None:
            return ()
        x = (Mark.X,) if self.x_player == player else ()
        o = (Mark.O,) if self.o_player == player else ()
        return x + o

    def takeback_plies(self, mark: Mark) -> int:
        """Return how many moves are undone when *mark* takes back its last one; 0 if it may not.

        A first mark that was swapped stays, and so do the moves of a `setup`.
        """
        # On one's own turn the opponent has answered already, and the answer is undone as well.
        plies = 2 if self.turn is mark else 1
        return plies if self.ply - plies >= max(self.setup, self.swapped) else 0

    def takebacks_left(self, mark: Mark) -> int:
        used = self.x_taken_back if mark is Mark.X else self.o_taken_back
        return max(0, self.takebacks - used)

    def may_swap(self, mark: Mark) -> bool:
        """Return whether *mark* may take over the first mark instead of answering it."""
        return self.swap and not self.swapped and self.ply == 1 and self.turn is mark

    # What a command may need.

    def require_ongoing(self) -> None:
        """Raise GameError: not_started, game_over."""
        if self.status is Status.OPEN:
            raise GameError("not_started")
        if self.status is Status.FINISHED:
            raise GameError("game_over")

    def require_over(self) -> None:
        """Raise GameError: not_started, not_over."""
        if self.x_player is None or self.o_player is None:
            raise GameError("not_started")
        if self.status is not Status.FINISHED:
            raise GameError("not_over")

    def require_time_for(self, what: Offering) -> None:
        """Require a game that goes on for draws and takebacks, one that is over for rematches.

        Raises: not_started, game_over, not_over, already_continued.
        """
        if not what.is_rematch:
            self.require_ongoing()
            return
        self.require_over()
        if self.next:
            raise GameError("already_continued")

    def require_takeback(self, mark: Mark) -> None:
        """Raise GameError: takebacks_off, nothing_to_take_back, no_takebacks_left."""
        if not self.takebacks:
            raise GameError("takebacks_off")
        if not self.takeback_plies(mark):
            raise GameError("nothing_to_take_back")
        if not self.takebacks_left(mark):
            raise GameError("no_takebacks_left")


def result_by_the_rules(position: Position, first: Mark) -> Outcome:
    """Return the result that the board alone shows, without clocks or resignations.

    Raises GameError("not_over") for a position that is not over.
    """
    if position.is_won:
        mover_was_first = position.ply % 2 == 1
        return Outcome(first if mover_was_first else first.other)
    if position.is_full:
        return Outcome.DRAW
    raise GameError("not_over")
