"""What a game between two seats is made of, and everything that can happen to it, as values."""

from __future__ import annotations

from enum import StrEnum

from games.core.clock import Milliseconds
from games.core.rules import Cell, Mark
from games.core.values import FrozenStruct

PlayerId = int


class Status(StrEnum):
    OPEN = "open"  # a seat is free
    ONGOING = "ongoing"
    FINISHED = "finished"


class Outcome(StrEnum):
    NONE = ""  # not decided yet, or never to be
    X = "x"
    O = "o"  # noqa: E741 - the mark's name
    DRAW = "draw"


class Termination(StrEnum):
    """Why a game ended."""

    NONE = ""
    LINE = "line"
    FULL = "full"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    DEAD = "dead"  # nobody could complete a line any more, and one side claimed the draw
    TIME = "time"
    ABORT = "abort"
    CANCELLED = "cancelled"  # before anybody took the other seat
    DECLINED = "declined"  # by the one who was asked to take it
    ABANDONED = "abandoned"  # one side left, or made no first move in time: the other has won
    ADJUDICATION = "adjudication"
    ANNULLED = "annulled"


class Offering(StrEnum):
    """What one player may offer the other."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"  # another game, the marks change hands
    SAME_SIDES = "same_sides"  # another game, everybody keeps the mark

    @property
    def is_rematch(self) -> bool:
        """Whether this is offered once the game is over, and not before."""
        return self in (Offering.REMATCH, Offering.SAME_SIDES)


class Offer(FrozenStruct, frozen=True):
    what: Offering
    by: Mark


class TimedMove(FrozenStruct, frozen=True):
    """One move: where, when, after how long, and the id its sender gave it."""

    cell: Cell
    at: Milliseconds
    spent: Milliseconds = 0
    id: str = ""


class Joined(FrozenStruct, frozen=True):
    mark: Mark
    player: PlayerId


class Moved(FrozenStruct, frozen=True):
    ply: int
    mark: Mark
    played: TimedMove


class Offered(FrozenStruct, frozen=True):
    offer: Offer


class OfferDeclined(FrozenStruct, frozen=True):
    offer: Offer
    by: Mark  # if it is the offering side's own, the offer is withdrawn


class TakenBack(FrozenStruct, frozen=True):
    by: Mark
    moves: tuple[TimedMove, ...]  # in the order in which they had been played


class Swapped(FrozenStruct, frozen=True):
    """The second player took over the first mark: the two exchanged their seats."""

    by: Mark  # the mark that the second player had until then


class Extended(FrozenStruct, frozen=True):
    """A side got more time, for an outage that was not its own."""

    mark: Mark
    span: Milliseconds


class TimeGiven(FrozenStruct, frozen=True):
    """A player gave the other side more time."""

    by: Mark
    span: Milliseconds


class Ended(FrozenStruct, frozen=True):
    outcome: Outcome
    termination: Termination


class Continued(FrozenStruct, frozen=True):
    """Another game follows this one, or the one that followed was removed."""

    next: str  # the uid of the game that follows; "" if it was removed


class Adjudicated(FrozenStruct, frozen=True):
    """Staff decided: what stood before and what stands now."""

    was: Ended
    now: Ended


class Reseated(FrozenStruct, frozen=True):
    """A player's seats went to another account of the same person: a guest has signed in."""

    was: PlayerId
    player: PlayerId


class Flagged(FrozenStruct, frozen=True):
    """Staff flagged the game for review, or took the flag away."""

    on: bool


MatchEvent = (
    Joined
    | Moved
    | Offered
    | OfferDeclined
    | TakenBack
    | Swapped
    | Extended
    | TimeGiven
    | Ended
    | Continued
    | Adjudicated
    | Reseated
    | Flagged
)
