"""What a round makes of two ratings: pure, so that the same is done live, again, and explained."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.core.rating import Result, Strength, rated, rested, unsure_of

A_DAY = timedelta(days=1)
UNKNOWN = Strength()  # of whom nothing is known
UNCERTAIN = 350.0  # the deviation that an opponent counts with who hardly played


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as of *at*; None of whom no round has been rated yet."""

    strength: Strength = UNKNOWN
    at: datetime | None = None

    def on(self, now: datetime) -> Strength:
        """The rating at *now*: the longer ago the last round, the less is known."""
        if self.at is None:
            return self.strength
        return rested(self.strength, (now - self.at) / A_DAY)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round as the calculation takes it: *score* is that of the first player, from 0 to 1.

    *is_given* says that the loser gave up before having played: that shows little of the winner's
    strength, so the loser counts for it as if hardly anything were known of them. A *weight* below
    1 makes the round count less.
    """

    score: float
    at: datetime
    is_given: bool = False
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Change:
    """One side of a round: *before* and *opponent* are what the calculation began with."""

    before: Strength
    opponent: Strength
    score: float
    weight: float
    after: Strength


def changes(first: Standing, second: Standing, round: RoundResult) -> tuple[Change, Change]:
    """What the *round* makes of both, each from the other's rating before it."""
    one, other = first.on(round.at), second.on(round.at)
    return (
        change(one, other, round.score, round),
        change(other, one, 1.0 - round.score, round),
    )


def change(own: Strength, opponent: Strength, score: float, round: RoundResult) -> Change:
    """What the *round* makes of *own* with this *score* against *opponent*."""
    # For the winner alone: whoever gave up has lost as much as by playing.
    if round.is_given and score > 0.5:
        opponent = unsure_of(opponent, UNCERTAIN)
    after = rated(own, [Result(opponent, score, round.weight)])
    return Change(own, opponent, score, round.weight, after)
