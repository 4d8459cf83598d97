"""How a change of a rating came about, step by step, from what was stored with it."""

from __future__ import annotations

from dataclasses import dataclass

from games.compete.ratings.calculation import GAMES, UNKNOWN
from games.compete.ratings.pages.showing import DEVIATIONS_OF_MARGIN, ShownRating, shown_rating
from games.compete.ratings.rows import WEIGHT_OF_LEVELS
from games.core.rating import RatedResult, Strength, Working, working
from games.models import RatingChange

MIN_SHOWN = 0.05  # points of rating


@dataclass(frozen=True, slots=True)
class Steps:
    """The calculation of *change*; *earlier* is the change by the last round before, if any.

    The rating rests from that round on: a refund in between changes neither its margin nor its age.

    Scores are points of the two games, as players count them, not shares.
    """

    change: RatingChange
    earlier: RatingChange | None
    working: Working

    @property
    def before(self) -> ShownRating:
        return shown_rating(self.change.before)

    @property
    def after(self) -> ShownRating:
        return shown_rating(self.change.after)

    @property
    def opponent(self) -> ShownRating:
        return shown_rating(opponent_of(self.change))

    @property
    def is_against_level(self) -> bool:
        return self.change.opponent is not None and self.change.opponent.is_engine

    @property
    def games_that_count(self) -> int:
        """How many of the two games count: not those given away before they had been played."""
        most = WEIGHT_OF_LEVELS if self.is_against_level else 1.0
        return round(GAMES * self.change.weight / most)

    @property
    def days_of_rest(self) -> int:
        return (self.change.at - self.earlier.at).days if self.earlier else 0

    @property
    def margin_before_rest(self) -> int:
        deviation = self.earlier.deviation_after if self.earlier else UNKNOWN.deviation
        return round(DEVIATIONS_OF_MARGIN * deviation)

    @property
    def points(self) -> float:
        return GAMES * (self.change.score or 0.0)

    @property
    def expected_points(self) -> float:
        return GAMES * self.working.expected

    @property
    def surprise_points(self) -> float:
        return GAMES * self.working.surprise

    @property
    def is_as_expected(self) -> bool:
        """Whether the score is the expected one, to the two digits that are shown."""
        return round(self.surprise_points, 2) == 0

    @property
    def step(self) -> float:
        """What each point of the two games is worth that was not expected."""
        return self.working.step / GAMES

    @property
    def is_bounded(self) -> bool:
        """Whether a bound kept the rating from changing by all that it came to."""
        made = self.change.rating_after - self.change.rating_before
        return abs(made - self.working.change) > MIN_SHOWN

    @property
    def certainty(self) -> int:
        """The share of the result that counts, in percent."""
        return round(100 * self.working.certainty)


def opponent_of(change: RatingChange) -> Strength:
    """Return the opponent as the calculation took them; their volatility has no part in it."""
    assert change.opponent_rating is not None
    assert change.opponent_deviation is not None
    return Strength(change.opponent_rating, change.opponent_deviation)


def steps_of(change: RatingChange) -> Steps:
    """Return how *change*, one by a round, came about. One query."""
    assert change.score is not None
    live = RatingChange.objects.filter(user=change.user_id, pool=change.pool, undone_at=None)
    rounds = live.filter(cause=RatingChange.Cause.ROUND, at__lt=change.at)
    earlier = rounds.order_by("-at", "-pk").first()
    result = RatedResult(opponent_of(change), change.score, change.weight)
    return Steps(change, earlier, working(change.before, result))
