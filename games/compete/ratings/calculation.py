"""What a round makes of two ratings: pure, so that the same is done live, again, and explained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.core.rating import RatedResult, Strength, decayed, expected_score, updated

A_DAY = timedelta(days=1)
UNKNOWN = Strength()  # of whom nothing is known
GAMES = 2  # of a round


@dataclass(frozen=True, slots=True)
class DatedStrength:
    """A rating as of *at*; None of whom no round has been rated yet."""

    strength: Strength = UNKNOWN
    at: datetime | None = None

    def on(self, now: datetime) -> Strength:
        """Return the rating at *now*: the longer ago the last round, the less is known."""
        if self.at is None:
            return self.strength
        return decayed(self.strength, (now - self.at) / A_DAY)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round as the calculation takes it: *score* is that of the first player, from 0 to 1.

    *unplayed* are the scores, also of the first player, of those of its two games that were given
    up, or agreed to be drawn, before they had been played. A *weight* below 1 makes the round count
    less.
    """

    score: float
    at: datetime
    weight: float = 1.0
    unplayed: tuple[float, ...] = ()

    @property
    def of_second(self) -> RoundResult:
        """The same as the second player takes it."""
        unplayed = tuple(1.0 - score for score in self.unplayed)
        return replace(self, score=1.0 - self.score, unplayed=unplayed)


@dataclass(frozen=True, slots=True)
class Change:
    """One side of a round: *before* and *opponent* are what the calculation began with."""

    before: Strength
    opponent: Strength
    score: float
    weight: float
    after: Strength


def changes(
    first: DatedStrength, second: DatedStrength, round: RoundResult
) -> tuple[Change, Change]:
    """Return what the *round* makes of both, each from the other's rating before it."""
    one, other = first.on(round.at), second.on(round.at)
    return change(one, other, round), change(other, one, round.of_second)


def change(own: Strength, opponent: Strength, round: RoundResult) -> Change:
    """Return what the *round*, taken from one's own side, makes of *own* against *opponent*."""
    result = _counted(own, opponent, round)
    return Change(own, opponent, result.score, result.weight, updated(own, [result]))


def _counted(own: Strength, opponent: Strength, round: RoundResult) -> RatedResult:
    """Return the result that counts: points for games that nobody played raise no rating.

    They make up for points that were lost, and whoever gives a game up loses as if it had been
    played. Else the games that were played count alone, if they raise the rating by themselves.
    """
    whole = RatedResult(opponent, round.score, round.weight)
    given = [score for score in round.unplayed if score]
    expected = expected_score(own, opponent)
    if not given or round.score <= expected:
        return whole
    played = GAMES - len(given)
    score = (GAMES * round.score - sum(given)) / played if played else 0.0
    if score > expected:
        return RatedResult(opponent, score, round.weight * played / GAMES)
    return replace(whole, weight=0.0)
