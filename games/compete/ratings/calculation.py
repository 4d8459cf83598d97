"""What a round makes of two ratings.

Pure: rating live, recalculating, and the pages that explain a rating all use it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.core.rating import RatedResult, Strength, decayed, expected_score, updated

A_DAY = timedelta(days=1)
UNKNOWN = Strength()  # of a player of whom nothing is known
GAMES = 2  # in a round


@dataclass(frozen=True, slots=True)
class DatedStrength:
    """A rating as of *at*, which is None as long as no round has been rated."""

    strength: Strength = UNKNOWN
    at: datetime | None = None

    def at_time(self, now: datetime) -> Strength:
        """Return the rating at *now*: its deviation grows with the time since the last round."""
        if self.at is None:
            return self.strength
        return decayed(self.strength, (now - self.at) / A_DAY)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round as the calculation takes it: *score* is that of the first player, from 0 to 1.

    *unplayed* has the first player's score in each of its two games that was left, given up, lost
    on time or agreed to be drawn before it had really been played. A *weight* below 1 makes the
    round count less.
    """

    score: float
    at: datetime
    weight: float = 1.0
    unplayed: tuple[float, ...] = ()

    @property
    def of_second(self) -> RoundResult:
        """The round with the second player as its first one: scores are turned round."""
        unplayed = tuple(1.0 - score for score in self.unplayed)
        return replace(self, score=1.0 - self.score, unplayed=unplayed)


@dataclass(frozen=True, slots=True)
class Change:
    """One side of a round: *before* and *opponent* are the two ratings before it."""

    before: Strength
    opponent: Strength
    score: float
    weight: float
    after: Strength


def changes_of_both(
    first: DatedStrength, second: DatedStrength, round: RoundResult
) -> tuple[Change, Change]:
    """Return what the *round* makes of both, each from the other's rating before it."""
    one, other = first.at_time(round.at), second.at_time(round.at)
    return change_of_one(one, other, round), change_of_one(other, one, round.of_second)


def change_of_one(own: Strength, opponent: Strength, round: RoundResult) -> Change:
    """Return what the *round* makes of *own*, its first player's rating, against *opponent*."""
    result = _result_to_rate_by(own, opponent, round)
    return Change(own, opponent, result.score, result.weight, updated(own, [result]))


def _result_to_rate_by(own: Strength, opponent: Strength, round: RoundResult) -> RatedResult:
    """Return the result by which *own*, the first player's rating, changes.

    That is the whole round, unless points of unplayed games would raise the rating. Then the played
    games count alone, with less weight, if they raise it by themselves; otherwise nothing counts.
    """
    whole = RatedResult(opponent, round.score, round.weight)
    given = [score for score in round.unplayed if score]  # points that were not played for
    expected = expected_score(own, opponent)
    if not given or round.score <= expected:
        return whole
    played = GAMES - len(given)
    score = (GAMES * round.score - sum(given)) / played if played else 0.0
    if score > expected:
        return RatedResult(opponent, score, round.weight * played / GAMES)
    return replace(whole, weight=0.0)
