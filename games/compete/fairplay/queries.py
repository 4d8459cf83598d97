"""What is read of rounds to tell how somebody plays; each query is bounded and has its index."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from games.compete.ratings.conditions import is_given
from games.models import RatingChange, Round

LOOKED_BACK = timedelta(days=90)
MAX_ROUNDS = 200  # of a player, the newest
MAX_ROUNDS_OF_OTHERS = 200  # rounds of a pool that say what is usual
MUCH_WEAKER = 200.0  # points: the stronger wins three of four
NEAR = 200.0  # points within which somebody is of the same strength


@dataclass(frozen=True, slots=True)
class Gains:
    """What a player has won in points, and how much of it from one or two accounts."""

    points: float
    from_two: float
    rounds: int
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QuickLosses:
    """Rounds against much weaker players, and how many of them were lost by giving up early."""

    given_up: int
    rounds: int
    won_otherwise: int  # rounds won against anybody else


@dataclass(frozen=True, slots=True)
class SharedRounds:
    """Rounds of a player with another account from the same network."""

    other: int
    rounds: int
    points: float


def changes_of(user: User, pool: str, now: datetime) -> list[RatingChange]:
    """Return the newest changes by rounds that stand, with their rounds, the newest first."""
    rows = RatingChange.objects.filter(
        user=user, pool=pool, undone_at=None, at__gt=now - LOOKED_BACK
    )
    rows = rows.filter(cause=RatingChange.Cause.ROUND).order_by("-at", "-pk")
    return list(rows.select_related("round__first_game", "round__second_game")[:MAX_ROUNDS])


def rounds_of(user: User) -> list[Round]:
    """Return the newest rounds, rated or not, the newest first."""
    found = [
        round
        for seat in ("first", "second")
        # By seat, for each has an index of its own, and an OR would use none.
        for round in Round.objects.filter(**{seat: user}).order_by("-pk")[:MAX_ROUNDS]
    ]
    return sorted(found, key=lambda round: -round.pk)[:MAX_ROUNDS]


def rounds_of_others(
    user: User, pool: str, rating: float
) -> tuple[list[Round], set[tuple[int, int]]]:
    """Return the newest rated rounds of *pool* without *user*, and who of the people in them, as
    (round, user), is about as strong as *rating*.
    """
    rounds = (
        Round.objects.rated()
        .filter(pool=pool)
        .exclude(first=user)
        .exclude(second=user)
        .order_by("-rated_at", "-pk")[:MAX_ROUNDS_OF_OTHERS]
    )
    found = list(rounds)
    near = RatingChange.objects.filter(
        round__in=found,
        undone_at=None,
        user__kind=User.Kind.PERSON,
        rating_before__range=(rating - NEAR, rating + NEAR),
    )
    return found, set(near.values_list("round", "user"))


def gains(changes: list[RatingChange]) -> Gains:
    won: defaultdict[int, float] = defaultdict(float)
    for change in changes:
        if change.rating_after > change.rating_before and change.opponent_id:
            won[change.opponent_id] += change.rating_after - change.rating_before
    most = sorted(won.items(), key=lambda one: -one[1])[:2]
    return Gains(
        points=sum(won.values()),
        from_two=sum(points for _, points in most),
        rounds=len(changes),
        opponents=tuple(user_id for user_id, _ in most),
    )


def quick_losses(user: User, changes: list[RatingChange]) -> QuickLosses:
    rounds = given_up = won = 0
    for change in changes:
        if change.opponent_rating is None or change.round is None:
            continue
        if change.opponent_rating <= change.rating_before - MUCH_WEAKER:
            rounds += 1
            gave_up = is_given(change.round) or change.round.left_by_id == user.pk
            given_up += change.score == 0.0 and gave_up
        elif (change.score or 0.0) > 0.5:
            won += 1
    return QuickLosses(given_up, rounds, won)


def from_one_network(
    user: User, rounds: list[Round], changes: list[RatingChange]
) -> list[SharedRounds]:
    points = {change.round_id: change.rating_after - change.rating_before for change in changes}
    count: Counter[int] = Counter()
    gained: dict[int, float] = {}
    for round in rounds:
        if round.first_network and round.first_network == round.second_network:
            other = round.second_id if round.first_id == user.pk else round.first_id
            count[other] += 1
            gained[other] = gained.get(other, 0.0) + points.get(round.pk, 0.0)
    return [SharedRounds(other, rounds, gained[other]) for other, rounds in count.most_common(5)]
